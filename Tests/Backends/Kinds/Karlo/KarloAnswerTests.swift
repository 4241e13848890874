@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing
import Words

@Suite("Answers of Karlo")
struct KarloAnswerTests {
    @Test("the picture is read, even from wrapped Base64; ID and seed are recorded")
    func picture() async throws {
        let lines = KarloFixture.picture.replacing(KarloFixture.base64, with: #"iVBORw0K\nGgoB\r\nAgM=\n"#)
        for body in [KarloFixture.picture, lines] {
            let fixture = try KarloFixture(body)
            let painted = try #require(try await fixture.painted())
            #expect(painted.bytes == KarloFixture.png)
            #expect(painted.receipt == Receipt(reference: "t-1", charged: .yes, seed: 7))
            #expect(fixture.server.requests.count == 1)
        }
    }

    @Test("a picture at a URL is fetched without the key; after its time it has expired")
    func address() async throws {
        for (status, bytes) in [(200, KarloFixture.png as [UInt8]?), (403, nil)] {
            let store = try Server(.status(status, body: KarloFixture.png))
            let fixture = try KarloFixture(#"{"images":[{"image":""# + store.url + #"/1.png?expires=1"}]}"#)
            do throws(BackendFailure) {
                guard case .finished(let sources, _) = try await fixture.submitted().get(), let source = sources.first
                else { return }
                let fetched = try await fixture.backend.fetch(source, limit: 1 << 20)
                #expect(fetched == bytes)
            } catch {
                #expect(bytes == nil && error == .expired)
            }
            #expect(store.requests.count == 1 && store.requests[0].header("authorization") == nil)
        }
    }

    @Test(
        "for rejections the code counts, not the status; a gateway's status proves nothing",
        arguments: [
            (-1, .transient(message: "said")), (-2, .invalid(parameter: nil, message: "said")), (-3, .auth),
            (-4, .auth),
            (-5, .auth), (-6, .auth), (-7, .loading(eta: nil)), (-8, .config(message: "said")),
            (-9, .closed(message: "Kakao has ended Karlo (said)")), (-10, .quota), (-11, .quota), (-12, .auth),
            (-401, .auth),
        ] as [(Int, BackendFailure)])
    func codes(code: Int, failure: BackendFailure) async throws {
        for status in [400, 401, 403, 406] {
            let fixture = try KarloFixture(#"{"code":\#(code),"msg":"said"}"#, status: status)
            #expect(await fixture.failure() == failure)
            #expect(fixture.server.requests.count == 1)
        }
        for status in [408, 500, 502, 503, 504] {
            #expect(await (try KarloFixture(#"{"code":\#(code),"msg":"said"}"#, status: status)).failure() == .unknown)
        }
    }

    @Test(
        "without a known code the status counts",
        arguments: [
            (400, #"{"code":-777,"msg":"odd"}"#, .invalid(parameter: nil, message: "odd")), (401, "", .auth),
            (402, "", .quota), (403, "{}", .unknown), (408, "", .unknown),
            (404, "<title>404</title>", .closed(message: "there is no Karlo at base_url (status 404)")),
            (410, "", .closed(message: "there is no Karlo at base_url (status 410)")),
            (429, "", .rateLimited(after: nil)),
            (413, "", .invalid(parameter: nil, message: "status 413")),
            (502, "<title>Bad Gateway</title>", .unknown), (504, "", .unknown),
            (200, #"{"code":-777,"msg":"odd"}"#, .failed(message: "odd")),
        ] as [(Int, String, BackendFailure)])
    func statuses(status: Int, body: String, failure: BackendFailure) async throws {
        #expect(try await KarloFixture(body, status: status).failure() == failure)
    }

    @Test(
        "a response without a picture is empty, an indecent one is moderated and charged",
        arguments: [
            ("", .empty), ("{}", .empty), (#"{"images":[]}"#, .empty), (#"{"images":[null]}"#, .empty),
            (#"{"images":[{}]}"#, .empty), (#"{"images":[{"image":" "}]}"#, .empty),
            (
                #"{"images":[{"image":"x","nsfw_content_detected":true,"nsfw_score":0.9}]}"#,
                .moderated(stage: "picture", charged: true)
            ),
            ("[]", .badResponse(message: "a list where an object was expected")),
            (#"{"images":{}}"#, .badResponse(message: "an object in \"images\", where a list was expected")),
            (#"{"images":["x"]}"#, .badResponse(message: "a text in \"images\"")),
            (#"{"images":[{"image":7}]}"#, .badResponse(message: "a number in \"image\"")),
            (#"{"images":[{"image":"!"}]}"#, .badResponse(message: "invalid Base64")),
            ("<title>Sign in</title>", .badResponse(message: "an HTML page: Sign in")),
            ("{\"images", .badResponse(message: "not JSON: {\"images")),
        ] as [(String, BackendFailure)])
    func bad(body: String, failure: BackendFailure) async throws {
        #expect(try await KarloFixture(body).failure() == failure)
    }

    @Test("half a body, no response and a broken connection are unknown, and nothing is requested twice")
    func lost() async throws {
        let half = Answer(.send(Answer.head(200, length: 1000)), .send("{\"images\":["), .close)
        for answer in [half, Answer(.close), Answer(.reset)] {
            let fixture = try KarloFixture(answer)
            #expect(await fixture.failure() == .unknown)
            #expect(fixture.server.requests.count == 1)
        }
    }

    @Test("an unknown host means that Karlo was shut down, and so does -9", arguments: Language.allCases)
    func closed(language: Language) async throws {
        var fixture = try KarloFixture(#"{"code":-9,"msg":"terminated"}"#, status: 400)
        let ended = try #require(await fixture.failure())
        let words = Wording(language).sentence(ended, about: "karlo")
        #expect(words.contains(language == .english ? "was shut down" : "종료"), "\(words)")
        fixture.options.baseURL = "http://nobody.invalid"
        for failure in [await fixture.failure(), await down(fixture)] {
            guard case .transient(let said) = failure else {
                Issue.record("\(String(describing: failure))")
                continue
            }
            #expect(said.contains("nobody.invalid") && said.contains("Kakao appears to have closed Karlo"))
        }
    }

    @Test(
        "a health check costs nothing and reports what would stop any request",
        arguments: [
            (404, "", nil), (405, "", nil), (400, #"{"code":-2,"msg":"x"}"#, nil), (200, "{}", nil),
            (401, #"{"code":-401,"msg":"x"}"#, .auth), (401, "", .auth), (400, #"{"code":-10,"msg":"x"}"#, .quota),
            (400, #"{"code":-9,"msg":"x"}"#, .closed(message: "Kakao has ended Karlo (x)")),
            (400, #"{"code":-7,"msg":"x"}"#, .loading(eta: nil)), (500, "", .transient(message: "status 500")),
            (504, "", .timeout),
        ] as [(Int, String, BackendFailure?)])
    func probe(status: Int, body: String, failure: BackendFailure?) async throws {
        let fixture = try KarloFixture(body, status: status)
        #expect(await down(fixture) == failure)
        #expect(fixture.server.requests.map(\.method) == ["GET"])
    }

    @Test("the key is never quoted, wherever it appears", arguments: [200, 400, 500])
    func secret(status: Int) async throws {
        for body in [#"{"code":-2,"msg":"KakaoAK rest-hush"}"#, "rest-hush", "<title>rest-hush</title>"] {
            let failure = try #require(try await KarloFixture(body, status: status).failure())
            #expect(!String(reflecting: failure).contains("hush"))
        }
    }

    private func down(_ fixture: KarloFixture) async -> BackendFailure? {
        guard case .down(let failure) = await fixture.backend.probe() else { return nil }
        return failure
    }
}
