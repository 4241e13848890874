@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Testing
import Words

/// A configured backend, a request for it, and the results.
enum OpenAIFixture {
    static let key = Secret("sk-proj-hush")
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    static let base64 = "iVBORw0KGgoBAgM="
    static let request = ImageRequest(
        prompt: "a \"lighthouse\" \\ 등대\n{{secret}}", size: PictureSize(width: 768, height: 512), seed: 7)
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    static let now: UTCMillis = 784_111_777_000

    static func options(_ base: String = "https://api.openai.com/v1", key: Secret? = key) -> ConfiguredBackend<
        OpenAISettings
    > {
        ConfiguredBackend(
            OpenAISettings(baseURL: base, model: "gpt-image-2"), BackendContext("studio", key: key))
    }

    static func backend(_ transport: any HTTPTransport, _ options: ConfiguredBackend<OpenAISettings> = options())
        -> OpenAIBackend
    {
        OpenAIBackend(options.own, options.context, transport: transport, utc: { now })
    }

    /// The meaning of a response to the request.
    static func submitted(
        _ transport: any HTTPTransport, _ options: ConfiguredBackend<OpenAISettings> = options(),
        _ request: ImageRequest = request
    ) async -> Result<Submission, BackendFailure> {
        do throws(BackendFailure) {
            return .success(try await backend(transport, options).submit(request, key: "job-1"))
        } catch {
            return .failure(error)
        }
    }

    /// The result of the request, with the picture fetched.
    static func painted(
        _ transport: any HTTPTransport, _ options: ConfiguredBackend<OpenAISettings> = options(), limit: Int64 = 1 << 20
    ) async -> Result<[UInt8], BackendFailure> {
        do throws(BackendFailure) {
            let backend = backend(transport, options)
            guard case .finished(let sources, _) = try await backend.submit(request, key: "job-1"),
                let source = sources.first
            else { return .failure(.lost) }
            return .success(try await backend.fetch(source, limit: limit))
        } catch {
            return .failure(error)
        }
    }

    static func response(_ status: Int, _ body: String, _ headers: [(String, String)] = []) -> ScriptedTransport {
        ScriptedTransport(
            HTTPResponse(status: status, headers: headers.map { HTTPHeader($0.0, $0.1) }, body: Array(body.utf8)))
    }

    static func response(_ body: String, _ headers: [(String, String)] = []) -> ScriptedTransport {
        response(200, body, headers)
    }

    /// Checks that the failure has a sentence in each language that names the backend and keeps the key secret.
    static func checkWording(of failure: BackendFailure) {
        for language in Language.allCases {
            let sentence = Wording(language).sentence(failure, about: "studio")
            #expect(sentence.contains("studio") && sentence.hasSuffix("."), "\(sentence)")
            #expect(!sentence.contains("hush") && !sentence.contains("\n"), "\(sentence)")
        }
    }
}
