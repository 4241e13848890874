import Configuration
import Domain
import PlatformSystem
import TemplateBackend
import Words

/// The configured templates. They are read at the start and at each reload, so that errors are reported before any
/// work is requested.
enum TemplateFiles {
    /// The largest template, in bytes.
    private static let largest = 1 << 20

    /// Reads all templates, by backend name. Throws every error in every file at once, including settings that a
    /// template requires and the configuration lacks.
    static func read(for backends: [BackendSettings]) throws(LaunchFailure) -> [String: Template] {
        var found: [String: Template] = [:]
        var faults: [String] = []
        for backend in backends {
            guard case .http(let service) = backend.service else { continue }
            do throws(ConfigurationFailure) {
                let template = try template(service.template)
                found[backend.name] = template
                let missing = TemplateRequirements(template).faults(
                    model: service.model, baseURL: service.baseURL, values: service.values,
                    hasExtra: !service.extra.isEmpty, under: "backends." + backend.name)
                faults += missing.map(Wording(.english).sentence)
            } catch {
                faults += Wording(.english).lines(error)
            }
        }
        guard faults.isEmpty else { throw LaunchFailure(.configuration, faults.joined(separator: "\n")) }
        return found
    }

    /// The backends with their key sources. If none is configured, the source is the first environment variable named
    /// by the template that is set. Throws when there is none and the template requires a key.
    static func keyed(
        _ backends: [BackendSettings], _ templates: [String: Template], environment: [String: String]
    ) throws(LaunchFailure) -> [BackendSettings] {
        var faults: [String] = []
        let keyed = backends.map { backend in
            guard let auth = templates[backend.name]?.auth, backend.key == nil else { return backend }
            var keyed = backend
            keyed.key = auth.environment.first { environment[$0]?.isEmpty == false }.map { .environment($0) }
            if keyed.key == nil, auth.needsKey {
                let key = "backends.\(backend.name).api_key"
                faults.append(Wording(.english).sentence(FieldFailure(key: key, problem: .missing)))
            }
            return keyed
        }
        guard faults.isEmpty else { throw LaunchFailure(.configuration, faults.joined(separator: "\n")) }
        return keyed
    }

    private static func template(_ source: TemplateSource) throws(ConfigurationFailure) -> Template {
        switch source {
        case .shipped(let shipped): return try shipped.template()
        case .file(let path):
            let bytes: [UInt8]
            do throws(FileFailure) { bytes = try FileDescriptor.file(path).all(limit: largest) } catch {
                throw .unreadable(file: path.shown, error)
            }
            return try Template.read(bytes, file: path.shown)
        }
    }
}
