import Configuration
import Domain
import PlatformSystem
import TemplateBackend
import Words

/// The templates of a configuration. They are read at the start and at each reload, so that a mistake in one is told
/// before any work is asked for.
enum TemplateFiles {
    /// The most bytes of a template.
    private static let largest = 1 << 20

    /// By the backend's name. Every mistake in every file is told at once, and so is what a template needs and the
    /// configuration doesn't say.
    static func read(for backends: [BackendSettings]) throws(LaunchFailure) -> [String: Template] {
        var found: [String: Template] = [:]
        var faults: [String] = []
        for backend in backends {
            guard case .http(let service) = backend.service else { continue }
            do throws(ConfigurationFailure) {
                let template = try template(service.template)
                found[backend.name] = template
                let missing = TemplateNeeds(template).faults(
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

    /// The backends, each with the place of its key: where the configuration names none, the first of the variables
    /// that its template names and that is set. Throws when there is none of these and the
    /// template can't do without.
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
