import Domain
import FoundationEssentials
import Loopback
import PlatformSystem
import Testing

@testable import App

/// Errors in the workflow of a `comfyui` backend, which must prevent the start.
@MainActor
@Suite("Workflow files", .serialized, .timeLimit(.minutes(5)))
struct WorkflowFilesTests {
    private static let good = #"{"6": {"class_type": "A", "inputs": {"text": "{{prompt}}"}}}"#

    private func installation(_ workflow: String?) throws -> Installation {
        let installation = try Installation(
            more: """
                backend = "easel"

                [backends.easel]
                type = "comfyui"
                base_url = "http://127.0.0.1:1"
                workflow = "flow.json"
                """)
        if let workflow { try installation.write(workflow, to: "flow.json") }
        return installation
    }

    private func failure(_ workflow: String?) throws -> LaunchFailure? {
        let installation = try installation(workflow)
        defer { withExtendedLifetime(installation) {} }
        let settings = try installation.source().load()
        return #expect(throws: LaunchFailure.self) { try BackendFactory.check(settings, environment: [:]) }
    }

    @Test("A valid workflow is accepted")
    func good() throws {
        let installation = try installation(Self.good)
        try BackendFactory.check(try installation.source().load(), environment: [:])
    }

    @Test("A file that is missing, a folder, too large or not JSON is named")
    func unreadable() throws {
        let missing = try #require(try failure(nil))
        #expect(missing.exit == .configuration && missing.sentence.contains("flow.json"))
        #expect(try #require(try failure("{\n{")).sentence.contains("flow.json:2:"))
        let large = try #require(try failure(String(repeating: " ", count: 5 << 20)))
        #expect(large.sentence.contains("flow.json"))
        let installation = try installation(nil)
        let path = installation.root.appending("flow.json").shown
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let settings = try installation.source().load()
        let folder = #expect(throws: LaunchFailure.self) { try BackendFactory.check(settings, environment: [:]) }
        #expect(folder?.sentence.contains("flow.json") == true)
    }

    @Test("Unknown placeholders prevent the start, and all are reported with line and column")
    func unknown() async throws {
        let text = """
            {"6": {"class_type": "A", "inputs": {
              "text": "{{promt}}",
              "seed": "{{sed}}"}}}
            """
        let installation = try installation(text)
        let signals = AsyncStream<ProcessSignal>.makeStream()
        let failure = await #expect(throws: LaunchFailure.self) {
            try await installation.serve { loop in await loop.once(signals.stream) }
        }
        let lines = failure?.sentence.split(separator: "\n") ?? []
        #expect(failure?.exit == .configuration && lines.count == 2)
        #expect(lines.first?.contains("flow.json:2:11") == true && lines.first?.contains("{{prompt}}") == true)
        #expect(lines.last?.contains("flow.json:3:11") == true && lines.last?.contains("{{seed}}") == true)
    }

    @Test("A workflow saved in the editor's own format is recognised and rejected")
    func drawn() throws {
        let failure = try #require(try failure(#"{"last_node_id": 3, "nodes": [], "links": []}"#))
        #expect(failure.sentence.contains("class_type"), "\(failure.sentence)")
    }
}
