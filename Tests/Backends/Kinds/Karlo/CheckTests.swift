@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("Karlo's check before upscaling")
struct CheckTests {
    private static let place = "/v2/inference/karlo/nsfw_checker"
    private static let larger = Answer.json(#"{"id":"t-1","model_version":"1","images":["\#(KarloFixture.base64)"]}"#)

    private static func verdict(_ text: String) -> Answer {
        .json(#"{"id":"c-1","model_version":"1","results":[{"nsfw_content_detected":\#(text),"nsfw_score":0.5}]}"#)
    }

    private func fixture(_ look: Answer, isChecked: Bool = true) throws -> KarloFixture {
        var fixture = try KarloFixture { $0.target == Self.place ? look : Self.larger }
        fixture.options.isChecked = isChecked
        return fixture
    }

    private func upscaled(_ fixture: KarloFixture) async throws -> Result<Submission, BackendFailure> {
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        return await fixture.submitted(
            prompt: "", details: GenerationDetails(upscale: 2), picture: InputPicture([1, 2, 3], .png, digest: digest))
    }

    @Test("one check, then one picture, each with the key; without the setting there is no check")
    func decent() async throws {
        for isChecked in [true, false] {
            let fixture = try fixture(Self.verdict("false"), isChecked: isChecked)
            guard case .success(.finished([.bytes(KarloFixture.png)], let receipt)) = try await upscaled(fixture) else {
                Issue.record("no picture")
                return
            }
            #expect(receipt.reference == "t-1")
            let all = [Self.place, "/v2/inference/karlo/upscale"]
            #expect(fixture.server.requests.map(\.target) == (isChecked ? all : [all[1]]))
            #expect(fixture.server.requests.allSatisfy { $0.method == "POST" })
            #expect(fixture.server.requests.allSatisfy { $0.header("authorization") == "KakaoAK rest-hush" })
            guard isChecked else { continue }
            #expect(
                JSONBody.value(fixture.server.requests[0].body) == .object(["images": .list([.text("AQID")])]))
        }
    }

    @Test(
        "an indecent or unchecked picture isn't upscaled; a lost check costs nothing",
        arguments: [
            (verdict("true"), .moderated(stage: "given picture", charged: false)),
            (.json(#"{"code":-10,"msg":"said"}"#, status: 400), .quota),
            (.json(#"{"code":-7,"msg":"said"}"#), .loading(eta: nil)), (.status(401), .auth),
            (.json("{}"), .failed(message: "the content check of the input picture returned no verdict")),
            (verdict("null"), .failed(message: "the content check of the input picture returned no verdict")),
            (.status(504), .timeout),
            (Answer(.close), .transient(message: "the connection ended before the answer did")),
        ] as [(Answer, BackendFailure)])
    func stopped(look: Answer, failure: BackendFailure) async throws {
        let fixture = try fixture(look)
        #expect(try await upscaled(fixture) == .failure(failure))
        #expect(fixture.server.requests.map(\.target) == [Self.place])
    }
}
