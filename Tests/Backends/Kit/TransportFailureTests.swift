import BackendKit
import Domain
import Testing

@Suite("Exchanges that fail")
struct TransportFailureTests {
    private static let late = HTTPFault(.timeout, code: 28)
    private static let closed = HTTPFault(.closed, code: 52)

    @Test(
        "once any of a paid request was sent, nobody knows",
        arguments: [
            HTTPFailure.sentNoAnswer(host: "a", late), .sentNoAnswer(host: "a", closed),
            .partialAnswer(host: "a", closed, status: 200, received: 9), .cancelled(host: "a", wasSent: true),
        ])
    func paid(failure: HTTPFailure) {
        #expect(BackendFailure(paid: failure) == .unknown)
    }

    @Test("what costs nothing is asked for again")
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

    @Test("what never went out is tried again by itself", arguments: HTTPFault.Reason.allCases)
    func unsent(reason: HTTPFault.Reason) {
        let failure = BackendFailure(paid: .notSent(host: "example.invalid", HTTPFault(reason, code: 35)))
        switch (reason, failure) {
        case (.address, .config), (.header, .config): break
        case (.stopped, .transient(let said)): #expect(said.hasPrefix("stopped"))
        case (_, .transient(let said)): #expect(said.hasPrefix("could not be reached: "))
        default: Issue.record("\(failure)")
        }
    }

    @Test("a certificate that is not the server's has to be set right by a person", arguments: [60, 77, 91])
    func certificate(code: Int) {
        guard case .config(let said) = BackendFailure(paid: .notSent(host: "a.example", HTTPFault(.tls, code: code)))
        else {
            Issue.record("not told")
            return
        }
        #expect(said.contains("a.example") && said.contains("certificate"))
    }

    @Test("too much is said with its bound")
    func large() {
        let failure = HTTPFailure.bodyTooLarge(host: "a", status: 200, limit: 10)
        #expect(BackendFailure(paid: failure) == .tooLarge(bytes: 11, limit: 10))
    }
}
