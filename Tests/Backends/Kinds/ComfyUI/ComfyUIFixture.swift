@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

/// A scripted server on loopback and a backend for it.
struct ComfyUIFixture {
    static let graph = """
        {"4": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "a.safetensors"}},
         "5": {"class_type": "EmptyLatentImage", "inputs": {"width": "{{width}}", "height": "{{height}}"}},
         "6": {"class_type": "CLIPTextEncode", "inputs": {"text": "{{prompt}}", "clip": ["4", 1]}},
         "9": {"class_type": "SaveImage", "inputs": {"images": ["8", 0], "filename_prefix": "t_{{seed}}"}}}
        """
    static let key = "job-1"
    /// 128-bit FNV-1a of the key, with the version and variant of a version 8 UUID.
    static let id = "fc7d5856-c483-894f-b081-3773fb8dfe8e"
    static let handle = "{\"prompt_id\":\"\(id)\"}"
    static let request = ImageRequest(
        prompt: "a \"lighthouse\" \\ 등대\n{{seed}} }} {", size: PictureSize(width: 100, height: 512), seed: 7)
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    static let empty = Answer.json("{}")
    static let idle = Answer.json(#"{"queue_running": [], "queue_pending": []}"#)
    static let taken = Answer.json("{\"prompt_id\": \"\(id)\", \"number\": 1, \"node_errors\": {}}")

    let server: Server
    let backend: ComfyUIBackend

    /// `answers` by method and path, such as `POST /prompt`. The last in a list is repeated.
    init(
        _ answers: [String: [Answer]], graph: String = ComfyUIFixture.graph, key: Secret? = nil,
        total: Duration = .seconds(20),
        times: [UTCMillis] = [0]
    ) throws {
        let counts = Counter()
        server = try Server { received in
            let path = received.target.prefix { $0 != "?" }
            let route = "\(received.method) \(path == "/history/\(ComfyUIFixture.id)" ? "/history" : path)"
            let list = answers[route] ?? []
            return list.isEmpty ? .status(404) : list[min(counts.next(route), list.count - 1)]
        }
        let clock = Counter()
        backend = ComfyUIBackend(
            ComfyUISettings(
                baseURL: server.url + "/", workflow: FolderPath("/flows/w.json"), negativePrompt: "blurry"),
            try Workflow(Array(graph.utf8), file: "w.json"), BackendContext("easel", key: key, isFree: true),
            transport: try Wire(total: total)
        ) {
            times[min(clock.next(""), times.count - 1)]
        }
    }

    /// The requests so far, such as `GET /queue`.
    var asked: [String] { server.requests.map { "\($0.method) \($0.target)" } }
    var posts: Int { server.requests.count { $0.method == "POST" } }

    func submitted(_ request: ImageRequest = ComfyUIFixture.request) async -> Result<Submission, BackendFailure> {
        do throws(BackendFailure) {
            return .success(try await backend.submit(request, key: Self.key))
        } catch {
            return .failure(error)
        }
    }

    func polled(_ handle: String = ComfyUIFixture.handle) async -> Result<PollAnswer, BackendFailure> {
        guard let handle = JobHandle(handle) else { return .failure(.lost) }
        do throws(BackendFailure) { return .success(try await backend.poll(handle)) } catch { return .failure(error) }
    }

    func fetched(_ url: String) async -> Result<[UInt8], BackendFailure> {
        do throws(BackendFailure) { return .success(try await backend.fetch(.url(url), limit: 1 << 16)) } catch {
            return .failure(error)
        }
    }

    /// A history entry of the work with these outputs and this status.
    static func ended(_ outputs: String, status: String = "success", messages: String = "[]") -> Answer {
        .json(
            "{\"\(id)\": {\"outputs\": \(outputs), \"status\": {\"status_str\": \"\(status)\", \"completed\": true, "
                + "\"messages\": \(messages)}}}")
    }

    static func queue(running: Bool) -> Answer {
        let item = "[[1, \"\(id)\", {}, {}, [\"9\"]]]"
        let other = "[[0, \"other\", {}, {}, [\"9\"]]]"
        return .json("{\"queue_running\": \(running ? item : other), \"queue_pending\": \(running ? other : item)}")
    }

    static func pending() throws -> Submission {
        .pending(try #require(JobHandle(handle)), Receipt(reference: id, charged: .no, seed: 7))
    }
}
