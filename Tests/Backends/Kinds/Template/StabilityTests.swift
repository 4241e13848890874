@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("The template for Stability", .timeLimit(.minutes(2)))
struct StabilityTests {
    private func studio(_ answer: Answer) throws -> FakeTemplateProvider {
        try FakeTemplateProvider(.stability, model: "core") { request, _ in
            request.target == "/v1/user/balance" ? .json(#"{"credits": 42.5}"#) : answer
        }
    }

    private static func picture(_ reason: String) -> Answer {
        .status(
            200, headers: [("finish-reason", reason), ("seed", "99"), ("Content-Type", "image/png")],
            body: TemplateFixture.png)
    }

    @Test("a form is sent once, and the picture is the response body")
    func good() async throws {
        let studio = try studio(Self.picture("SUCCESS"))
        #expect(await studio.painted() == .success(TemplateFixture.png))
        let order = try #require(studio.orders.first)
        #expect(studio.server.requests.count == 1 && order.target == "/v2beta/stable-image/generate/core")
        #expect(order.header("authorization") == "Bearer sk-hush-1" && order.header("accept") == "image/*")
        let mark = "textifyd-job1"
        #expect(order.header("content-type") == "multipart/form-data; boundary=\(mark)" && studio.keepsKeySecret)
        let fields = [
            ("aspect_ratio", "3:2"), ("output_format", "png"), ("prompt", TemplateFixture.prompt), ("seed", "7"),
        ]
        let parts = fields.map { name, value in
            "--\(mark)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        #expect(order.text == parts.joined() + "--\(mark)--\r\n")
        guard case .finished(_, let receipt) = try await studio.submitted().get() else { return }
        #expect(receipt.seed == 99)
    }

    /// Sends a request with an input picture through the template; returns the only request that arrived, if any, and
    /// the failure.
    private func edited(
        model: String, mask: [UInt8]? = nil, strength: Double? = nil
    ) async throws -> (ReceivedRequest?, BackendFailure?) {
        let server = try Server(Self.picture("SUCCESS"))
        var options = TemplateFixture.options(try ShippedTemplate.stability.template(), base: server.url)
        options.model = model
        let digest = try #require(Digest(hex: String(repeating: "ab", count: 32)))
        var request = TemplateFixture.request
        request.details.strength = strength
        request.picture = InputPicture(Array("PICTURE".utf8), .webp, digest: digest, mask: mask)
        let result = await TemplateFixture.submitted(try TemplateFixture.backend(options, Wire()), request)
        #expect(server.requests.count <= 1)
        return (server.requests.first, result.failure)
    }

    private static func form(_ parts: [(String, String)]) -> String {
        let lines = parts.map { name, rest in
            "--textifyd-job1\r\nContent-Disposition: form-data; name=\"\(name)\"\(rest)\r\n"
        }
        return lines.joined() + "--textifyd-job1--\r\n"
    }

    private static let image = (
        "image",
        "; filename=\"textifyd-\(String(repeating: "ab", count: 16)).webp\"\r\nContent-Type: image/webp\r\n\r\nPICTURE"
    )

    @Test("with an input picture, sd3 gets its mode, the file and the strength", arguments: [nil, 0.25])
    func pictures(strength: Double?) async throws {
        let (request, failure) = try await edited(model: "sd3", strength: strength)
        let order = try #require(request)
        #expect(failure == nil && order.target == "/v2beta/stable-image/generate/sd3")
        let parts = [
            Self.image, ("mode", "\r\n\r\nimage-to-image"), ("output_format", "\r\n\r\npng"),
            ("prompt", "\r\n\r\n" + TemplateFixture.prompt), ("seed", "\r\n\r\n7"),
            ("strength", "\r\n\r\n\(strength ?? 0.6)"),
        ]
        #expect(order.text == Self.form(parts))
    }

    @Test("with an input picture, ultra gets the file and the strength, and keeps the shape")
    func ultra() async throws {
        let (request, failure) = try await edited(model: "ultra", strength: 0.25)
        let order = try #require(request)
        #expect(failure == nil && order.target == "/v2beta/stable-image/generate/ultra")
        let parts = [
            ("aspect_ratio", "\r\n\r\n3:2"), Self.image, ("output_format", "\r\n\r\npng"),
            ("prompt", "\r\n\r\n" + TemplateFixture.prompt), ("seed", "\r\n\r\n7"), ("strength", "\r\n\r\n0.25"),
        ]
        #expect(order.text == Self.form(parts))
    }

    @Test("with a mask, the picture is inpainted, whatever the model")
    func masked() async throws {
        let (request, failure) = try await edited(model: "core", mask: Array("MASK".utf8))
        let order = try #require(request)
        #expect(failure == nil && order.target == "/v2beta/stable-image/edit/inpaint")
        let parts = [
            Self.image, ("mask", "; filename=\"mask.png\"\r\nContent-Type: image/png\r\n\r\nMASK"),
            ("output_format", "\r\n\r\npng"), ("prompt", "\r\n\r\n" + TemplateFixture.prompt),
            ("seed", "\r\n\r\n7"),
        ]
        #expect(order.text == Self.form(parts))
    }

    @Test("a picture that the model has no place for is refused before anything is sent; so is a strength")
    func refusedPictures() async throws {
        let (picture, refusal) = try await edited(model: "core")
        #expect(picture == nil && refusal == .unsupported(feature: "picture"))
        let (strong, second) = try await edited(model: "core", mask: [1], strength: 0.5)
        #expect(strong == nil && second == .unsupported(feature: "strength"))
    }

    @Test("a blurred picture is a rejection, whatever its status")
    func blurred() async throws {
        let studio = try studio(Self.picture("CONTENT_FILTERED"))
        #expect(await studio.painted() == .failure(.moderated(stage: "picture", charged: true)))
    }

    @Test(
        "a rejection has its class",
        arguments: [
            (403, #"{"name": "content_moderation", "errors": ["no"]}"#, .moderated(stage: "prompt", charged: false)),
            (403, #"{"name": "forbidden", "errors": ["no"]}"#, .auth), (402, #"{"name": "payment_required"}"#, .quota),
            (429, #"{"name": "rate_limit_exceeded"}"#, .rateLimited(after: nil)),
            (
                400, #"{"name": "bad_request", "errors": ["seed: too large"]}"#,
                .invalid(parameter: nil, message: "seed: too large")
            ),
            (200, "<html>", .badResponse(message: "an HTML or XML page where a picture was expected")),
        ] as [(Int, String, BackendFailure)])
    func refused(status: Int, body: String, failure: BackendFailure) async throws {
        let studio = try studio(.json(body, status: status))
        #expect(await studio.painted() == .failure(failure))
        #expect(studio.server.requests.count == 1)
    }

    @Test("half a picture is unknown, and checking the balance is free")
    func half() async throws {
        let answer = Answer(.send(Answer.head(200, length: 100)), .send(TemplateFixture.png), .close)
        let studio = try studio(answer)
        #expect(await studio.painted() == .failure(.unknown))
        #expect(await studio.health() == .ready && studio.orders.count == 1)
    }
}
