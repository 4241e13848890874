@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback

/// Kakao's service on loopback, a backend for it, and the results of its calls.
struct KarloFixture {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    static let base64 = "iVBORw0KGgoBAgM="
    static let picture = #"{"id":"t-1","model_version":"2.1","images":[{"id":"i","seed":7,"image":"B64"}]}"#
        .replacing("B64", with: base64)

    let server: Server
    var options: ConfiguredBackend<KarloSettings>
    var wire: Wire

    init(_ script: @escaping Server.Script) throws {
        server = try Server(answering: script)
        options = ConfiguredBackend(
            KarloSettings(baseURL: server.url), BackendContext("karlo", key: Secret("rest-hush")))
        wire = try Wire()
    }

    init(_ answer: Answer) throws {
        try self.init { _ in answer }
    }

    /// Responds with this JSON.
    init(_ body: String = picture, status: Int = 200) throws {
        try self.init(Answer.json(body, status: status))
    }

    var backend: KarloBackend { KarloBackend(options.own, options.context, transport: wire, utc: { 0 }) }

    func submitted(
        prompt: String = "a \"cat\"\n{{secret}}", seed: UInt64 = 7, size: String = "1024x768",
        details: GenerationDetails = GenerationDetails(), picture: InputPicture? = nil
    ) async -> Result<Submission, BackendFailure> {
        let size = PictureSize(text: size) ?? PictureSize(width: 1, height: 1)
        do throws(BackendFailure) {
            let request = ImageRequest(prompt: prompt, size: size, seed: seed, details: details, picture: picture)
            return .success(try await backend.submit(request, key: "job-1"))
        } catch {
            return .failure(error)
        }
    }

    func failure(prompt: String = "a cat", seed: UInt64 = 7) async -> BackendFailure? {
        guard case .failure(let failure) = await submitted(prompt: prompt, seed: seed) else { return nil }
        return failure
    }

    func painted() async throws -> (bytes: [UInt8], receipt: Receipt)? {
        guard case .finished(let sources, let receipt) = try await submitted().get(), let source = sources.first
        else { return nil }
        return (try await backend.fetch(source, limit: 1 << 20), receipt)
    }
}
