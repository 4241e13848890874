import BackendKit
import Domain
import Testing

@Suite("Transport failures")
struct TransportFailureTests {
    private static let late = HTTPFault(.timeout, code: 28)
    private static let closed = HTTPFault(.closed, code: 52)

    @Test(
        "once any part of a paid request was sent, its outcome is unknown",
        arguments: [
            HTTPFailure.sentNoAnswer(host: "a", late), .sentNoAnswer(host: "a", closed),
            .partialAnswer(host: "a", closed, status: 200, received: 9), .cancelled(host: "a", wasSent: true),
        ])
    func paid(failure: HTTPFailure) {
        #expect(BackendFailure(paid: failure) == .unknown)
    }

    @Test("free calls are retried")
    func free() {
        #expect(BackendFailure(free: .sentNoAnswer(host: "a", Self.late)) == .timeout)
        let half = HTTPFailure.partialAnswer(host: "a", HTTPFault(.stalled), status: 200, received: 1)
        #expect(BackendFailure(free: half) == .timeout)
        guard case .transient = BackendFailure(free: .sentNoAnswer(host: "a", Self.closed)) else {
            Issue.record("a closed connection")
            return
        }
        guard case .transient = BackendFailure(free: .cancelled(host: "a", wasSent: true)) else {
            Issue.record("a stop")
            return
        }
    }

    @Test("unsent requests are retried automatically", arguments: HTTPFault.Reason.allCases)
    func unsent(reason: HTTPFault.Reason) {
        let failure = BackendFailure(paid: .notSent(host: "example.invalid", HTTPFault(reason, code: 35)))
        switch (reason, failure) {
        case (.address, .config), (.header, .config): break
        case (.stopped, .transient(let said)): #expect(said.hasPrefix("stopped"))
        case (.trust, .config(let said)): #expect(said.contains("ca_file") && said.contains("SSL_CERT_FILE"))
        case (.inward, .config): break
        case (.trust, _), (.inward, _): Issue.record("\(failure)")
        case (_, .transient(let said)): #expect(said.hasPrefix("could not be reached: "))
        default: Issue.record("\(failure)")
        }
    }

    @Test("a wrong certificate must be fixed by a person", arguments: [60, 66, 91])
    func certificate(code: Int) {
        guard case .config(let said) = BackendFailure(paid: .notSent(host: "a.example", HTTPFault(.tls, code: code)))
        else {
            Issue.record("not told")
            return
        }
        #expect(said.contains("a.example") && said.contains("certificate"))
    }

    @Test("an unusable CA file is reported, not the server's certificate")
    func trust() {
        let fault = HTTPFault(.trust, code: 77, about: "/etc/own.pem")
        guard case .config(let said) = BackendFailure(paid: .notSent(host: "a.example", fault)) else {
            Issue.record("not told")
            return
        }
        #expect(said.contains("/etc/own.pem") && !said.contains("a.example"))
    }

    @Test("a proxy's rejection is reported with its status; a missing proxy password must be fixed by a person")
    func proxy() {
        func failure(_ code: Int) -> BackendFailure {
            BackendFailure(paid: .notSent(host: "a.example", HTTPFault(.proxy, code: code)))
        }
        guard case .config(let login) = failure(407), case .transient(let refused) = failure(403),
            case .transient(let silent) = failure(7)
        else {
            Issue.record("another class")
            return
        }
        #expect(login.contains("proxy_login") && refused.contains("403") && silent.contains("proxy"))
    }

    @Test("too large a response is reported with the limit")
    func large() {
        let failure = HTTPFailure.bodyTooLarge(host: "a", status: 200, limit: 10)
        #expect(BackendFailure(paid: failure) == .tooLarge(bytes: 11, limit: 10))
    }
}
