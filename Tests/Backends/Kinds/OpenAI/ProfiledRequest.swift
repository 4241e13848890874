@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import FoundationEssentials
import Loopback
import Testing

/// A request as received by a server with a profile, and the result of its response.
struct ProfiledRequest {
    let request: ReceivedRequest
    let body: JSONValue
    let result: Result<Submission, BackendFailure>

    /// Checks that exactly one POST reached the server and returns it.
    static func sent(
        _ profile: ImagesProfile, _ answer: Answer, path: String = "/v1", size: String = "768x512",
        details: GenerationDetails = GenerationDetails(),
        _ change: (inout ConfiguredBackend<OpenAISettings>) -> Void = { _ in }
    ) async throws -> ProfiledRequest {
        let server = try Server(answer)
        var options = OpenAIFixture.options(server.url + path)
        options.profile = profile
        options.model = "flux/schnell"
        change(&options)
        let backend = OpenAIFixture.backend(try Wire(), options)
        let request = ImageRequest(
            prompt: "a fox", size: try #require(PictureSize(text: size)), seed: 7, details: details)
        let result: Result<Submission, BackendFailure>
        do throws(BackendFailure) { result = .success(try await backend.submit(request, key: "k")) } catch {
            result = .failure(error)
        }
        #expect(server.requests.count == 1)
        let received = try #require(server.requests.first)
        #expect(received.method == "POST")
        let body = try JSONDecoder().decode(JSONValue.self, from: Data(received.body))
        return ProfiledRequest(request: received, body: body, result: result)
    }

    /// The receipt of a successful response; `nil` otherwise.
    var receipt: Receipt? {
        guard case .success(.finished([.bytes(OpenAIFixture.png)], let receipt)) = result else { return nil }
        return receipt
    }
}
