@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing
import Words

/// Bad responses to polls: polling is free, so no result is unknown, and the picture is ordered only once.
@Suite("Bad responses to polls", .timeLimit(.minutes(2)))
struct BadLookTests {
    /// The result of a poll with this response. Also checks the sentence.
    private func looked(_ answer: Answer, total: Duration = .seconds(20)) async throws -> BackendFailure? {
        let lab = try FakeTemplateProvider(.bfl, model: "flux-2-pro", total: total) { request, _ in
            request.method == "POST" ? .json(#"{"id": "a1", "polling_url": "/v1/get_result?id=a1"}"#) : answer
        }
        let failure = await lab.painted().failure
        #expect(lab.orders.count == 1 && lab.delivery.connections == 0 && lab.keepsKeySecret)
        for language in Language.allCases {
            guard let failure else { continue }
            let sentence = Wording(language).sentence(failure, about: "lab")
            #expect(sentence.hasSuffix(".") && !sentence.contains("hush") && !sentence.contains("\n"), "\(sentence)")
        }
        return failure
    }

    @Test("a broken connection and half a response are retried")
    func cut() async throws {
        let half = Answer(.send(Answer.head(200, length: 1000)), .send("{\"status\":"), .close)
        for answer in [Answer(.close), Answer(.reset), half, Answer(.send("HTTP/1.1 20"), .close)] {
            let failure = try await looked(answer)
            #expect(failure == .transient(message: "the connection ended before the answer did"))
        }
    }

    @Test("a silent or trickling server times out")
    func slow() async throws {
        #expect(try await looked(.silence, total: .milliseconds(300)) == .timeout)
        let drip = Answer(.send(Answer.head(200, length: 100_000)), .drip(UInt8(ascii: " "), milliseconds: 20))
        #expect(try await looked(drip, total: .milliseconds(400)) == .timeout)
    }

    @Test("an endless body is cut off at the limit")
    func endless() async throws {
        let spaces = [UInt8](repeating: 32, count: 4096)
        let failure = try await looked(Answer(.send(Answer.head(200, length: nil)), .endless(spaces)))
        #expect(failure == .tooLarge(bytes: (1 << 20) + 1, limit: 1 << 20))
    }

    @Test(
        "an invalid status is reported, whatever is in its place",
        arguments: [
            "{}", "[]", #"{"status": null}"#, #"{"status": []}"#, #"{"status": {"a": "Ready"}}"#, #"{"status": 7}"#,
        ])
    func strange(body: String) async throws {
        guard case .badResponse(let said) = try await looked(.json(body)) else {
            Issue.record("not told")
            return
        }
        #expect(said.contains("status"))
    }

    @Test(
        "a result without a picture is reported",
        arguments: [
            ("null", .empty), ("{}", .empty), (#"{"sample": null}"#, .empty), (#"{"sample": ""}"#, .empty),
            (#"{"sample": []}"#, .empty),
            (#"{"sample": 7}"#, .badResponse(message: "a number where a picture or its address was expected")),
            (
                #"{"sample": "file:///etc/passwd"}"#,
                .badResponse(message: "an address that is neither http nor https: file")
            ),
        ] as [(String, BackendFailure)])
    func empty(result: String, failure: BackendFailure) async throws {
        #expect(try await looked(.json(#"{"status": "Ready", "result": \#(result)}"#)) == failure)
    }

    @Test("a redirect isn't followed, and the key is sent nowhere else")
    func redirect() async throws {
        let other = try Server(.json(#"{"status": "Ready"}"#))
        guard case .config = try await looked(.status(302, headers: [("Location", other.url + "/v1")])) else {
            Issue.record("not told")
            return
        }
        #expect(other.connections == 0)
    }

    @Test("a picture that is gone has expired, and data that isn't a picture is reported", arguments: [403, 404, 410])
    func expired(status: Int) async throws {
        let store = try Server { request in
            request.target == "/page.png" ? .status(200, text: "<html>") : .status(status)
        }
        for (name, failure) in [
            ("gone.png", BackendFailure.expired),
            ("page.png", .badResponse(message: "an HTML or XML page where a picture was expected")),
        ] {
            let answer = Answer.json(#"{"status": "Ready", "result": {"sample": "\#(store.url)/\#(name)"}}"#)
            #expect(try await looked(answer) == failure)
        }
        #expect(store.requests.allSatisfy { !$0.head.contains("hush") })
    }
}
