import ComfyUIBackend
import Configuration
import Domain
import PlatformSystem
import Words

/// The configured workflows. They are read at the start and at each reload, so that errors are reported before any
/// work is requested.
enum WorkflowFiles {
    /// Reads all workflows, by backend name. Throws every error in every file at once.
    static func read(for backends: [BackendSettings]) throws(LaunchFailure) -> [String: Workflow] {
        var found: [String: Workflow] = [:]
        var faults: [String] = []
        for backend in backends {
            guard case .comfyui(let service) = backend.service else { continue }
            do throws(ConfigurationFailure) { found[backend.name] = try workflow(service.workflow) } catch {
                faults += Wording(.english).lines(error)
            }
        }
        guard faults.isEmpty else { throw LaunchFailure(.configuration, faults.joined(separator: "\n")) }
        return found
    }

    /// The file's name without `.json`.
    static func name(of path: FolderPath) -> String {
        let name = path.name.shown
        return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    }

    private static func workflow(_ path: FolderPath) throws(ConfigurationFailure) -> Workflow {
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try FileDescriptor.file(path).all(limit: Workflow.largest)
        } catch {
            throw .unreadable(file: path.shown, error)
        }
        return try Workflow(bytes, file: path.shown)
    }
}
