@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import FoundationEssentials
import Loopback
import Synchronization

/// A web UI on loopback, a backend for it, and the results of its calls.
struct FakeWebUI {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    static let base64 = "iVBORw0KGgoBAgM="
    static let prompt = "a \"lighthouse\" \\ 등대\n{{secret}}"

    let server: Server
    var options: ConfiguredBackend<A1111Settings>
    var wire: Wire
    private let heard = NoticeRecorder()

    init(_ script: @escaping Server.Script) throws {
        server = try Server(answering: script)
        options = ConfiguredBackend(
            A1111Settings(baseURL: server.url),
            BackendContext("studio", isFree: true, limits: .ownHardware))
        wire = try Wire()
    }

    init(_ answer: Answer) throws {
        try self.init { _ in answer }
    }

    /// Responds with this JSON.
    init(_ body: String, status: Int = 200) throws {
        try self.init(Answer.json(body, status: status))
    }

    /// A response with one picture and `info`, which is JSON in a string.
    static func picture(info: String = #"{"seed": 7}"#) -> String {
        let info = JSONValue.object(["images": .list([.text(base64)]), "info": .text(info)])
        return JSONBody.bytes(info).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    var backend: A1111Backend {
        A1111Backend(options.own, options.context, transport: wire, utc: { 0 }) { [heard] notice in
            heard.notices.withLock { $0.append(notice) }
        }
    }

    /// The notices that the backend reported.
    var notices: [BackendNotice] { heard.notices.withLock { $0 } }

    func submitted(
        seed: UInt64 = 7, size: PictureSize = PictureSize(width: 770, height: 512),
        details: GenerationDetails = GenerationDetails(), picture: InputPicture? = nil
    ) async -> Result<Submission, BackendFailure> {
        do throws(BackendFailure) {
            let request = ImageRequest(prompt: Self.prompt, size: size, seed: seed, details: details, picture: picture)
            return .success(try await backend.submit(request, key: "job-1"))
        } catch {
            return .failure(error)
        }
    }

    func failure() async -> BackendFailure? {
        guard case .failure(let failure) = await submitted() else { return nil }
        return failure
    }

    /// Makes a picture and returns it with the number of requests.
    func painted() async throws -> (bytes: [UInt8], receipt: Receipt)? {
        guard case .finished(let sources, let receipt) = try await submitted().get(), let source = sources.first
        else { return nil }
        return (try await backend.fetch(source, limit: 1 << 20), receipt)
    }

    /// A response with one picture that contains the text under `parameters`, as web UIs write it, and without `info`.
    static func written(_ text: String, type: String = "tEXt") -> String {
        let data = Array("parameters".utf8) + (type == "iTXt" ? [0, 0, 0, 0, 0] : [0]) + Array(text.utf8)
        let header = [UInt8](repeating: 0, count: 13)
        let chunks = [("IHDR", header), (type, data), ("IEND", [])].flatMap { name, data -> [UInt8] in
            let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: data.count >> $0) }
            return length + Array(name.utf8) + data + [0, 0, 0, 0]
        }
        let picture = Data(png.prefix(8) + chunks).base64EncodedString()
        return #"{"images":["\#(picture)"],"parameters":{},"info":""}"#
    }

    /// The number of requests for a picture.
    var orders: Int { server.requests.count { $0.method == "POST" && $0.target == "/sdapi/v1/txt2img" } }
}

private final class NoticeRecorder: Sendable {
    let notices = Mutex<[BackendNotice]>([])
}
