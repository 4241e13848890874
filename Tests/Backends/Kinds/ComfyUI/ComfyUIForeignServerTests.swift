@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import FoundationEssentials
import Testing

/// A real ComfyUI, whose URL is in `TEXTIFY_TEST_COMFYUI_URL`. Only its own nodes are used, and no model.
@Suite("A foreign ComfyUI")
struct ComfyUIForeignServerTests {
    static let url = ProcessInfo.processInfo.environment["TEXTIFY_TEST_COMFYUI_URL"]
    private static let graph = """
        {"1": {"class_type": "EmptyImage",
               "inputs": {"width": "{{width}}", "height": "{{height}}", "batch_size": 1, "color": "{{seed}}"}},
         "2": {"class_type": "SaveImage", "inputs": {"images": ["1", 0], "filename_prefix": "textify_{{prompt}}_{{id}}"}}}
        """

    private func backend(_ url: String, _ graph: String = graph) throws -> ComfyUIBackend {
        ComfyUIBackend(
            ComfyUISettings(baseURL: url, workflow: FolderPath("/flows/w.json")),
            try Workflow(Array(graph.utf8), file: "w.json"), BackendContext("foreign", isFree: true),
            transport: try Wire(total: .seconds(60)), utc: { 0 })
    }

    @Test(
        "runs a workflow, finds the work by ID, and rejects what its nodes reject",
        .enabled(if: url != nil, "TEXTIFY_TEST_COMFYUI_URL is not set"), .timeLimit(.minutes(2)))
    func paints() async throws {
        let backend = try backend(try #require(Self.url))
        #expect(await backend.probe() == .ready)
        let key = "textify-test-\(UUID().uuidString)"
        let request = ImageRequest(prompt: "boat", size: PictureSize(width: 64, height: 32), seed: 255)
        guard case .pending(let handle, _) = try await backend.submit(request, key: key) else { return }
        #expect(handle == backend.handle(of: key))
        // Each poll is an exchange with the server and takes limited time.
        var answer = try await backend.poll(handle)
        while case .running = answer { answer = try await backend.poll(handle) }
        guard case .finished(let sources, _) = answer, let source = sources.first else { return }
        let bytes = try await backend.fetch(source, limit: 1 << 20)
        #expect(PictureFormat(magic: bytes) == .png)
        #expect(await backend.cancel(handle) == .notRunning)
        await #expect(throws: BackendFailure.lost) {
            try await backend.poll(try #require(backend.handle(of: key + "-other")))
        }
    }

    @Test(
        "a missing node is the workflow's fault",
        .enabled(if: url != nil, "TEXTIFY_TEST_COMFYUI_URL is not set"), .timeLimit(.minutes(2)))
    func lacks() async throws {
        let graph = Self.graph.replacing("EmptyImage", with: "NoSuchNode")
        let request = ImageRequest(prompt: "boat", size: PictureSize(width: 64, height: 32), seed: 1)
        let backend = try backend(try #require(Self.url), graph)
        do throws(BackendFailure) {
            _ = try await backend.submit(request, key: UUID().uuidString)
            Issue.record("taken")
        } catch {
            guard case .config = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
