import A1111Backend
import BackendKit
import ComfyUIBackend
import Configuration
import Domain
import ExecBackend
import FixtureBackend
import KarloBackend
import OpenAIBackend
import PlatformConcurrency
import PlatformSystem
import SketchBackend
import TemplateBackend
import Words

/// Creates the configured backends. Keys are read here, at the start and at each reload, and are passed only to the
/// backend they belong to.
struct BackendFactory: Sendable {
    /// The built-in backend.
    let sketch: SketchBackend
    let transport: any HTTPTransport
    let keys: KeyReader
    let plugins: PluginDependencies

    /// Creates all backends. Throws when templates, keys, workflows, plugins or network routes have errors, or when
    /// folders set options that their backends don't support; the failure lists all errors of one of these kinds.
    func backends(_ settings: Settings, log: EventLog) throws(LaunchFailure) -> [any ImageBackend] {
        let templates = try TemplateFiles.read(for: settings.backends)
        let keyed = try TemplateFiles.keyed(settings.backends, templates, environment: keys.environment)
        let found = try Self.keys(of: keyed, keys)
        let workflows = try WorkflowFiles.read(for: settings.backends)
        let programs = try PluginOptions.read(for: settings, keys, environment: keys.environment)
        let routes = try BackendRoutes.read(for: settings.backends, keys)
        let made = made(settings, found, workflows, templates, programs, routes, notice: log.tell)
        try BackendOptionsCheck.check(settings, made)
        return made
    }

    /// The protocol test of a plugin; `nil` for a backend that is not a plugin.
    func trial(of name: String, _ settings: Settings, log: EventLog) throws(LaunchFailure) -> PluginConformanceTest? {
        let programs = try PluginOptions.read(for: settings, keys, environment: keys.environment)
        return programs[name].map { plugins.trial($0, log.tell) }
    }

    /// Checks that keys are available and that workflows and templates can be used. Only a start by systemd knows
    /// where its credentials are; without them, keys in credentials are not checked.
    static func check(_ settings: Settings, environment: [String: String]) throws(LaunchFailure) {
        let isGiven = environment["CREDENTIALS_DIRECTORY"] != nil
        let templates = try TemplateFiles.read(for: settings.backends)
        let keyed = try TemplateFiles.keyed(settings.backends, templates, environment: environment)
        let seen = keyed.filter { backend in
            if case .credential = backend.key { isGiven } else { true }
        }
        _ = try keys(of: seen, KeyReader(environment: environment))
        let workflows = try WorkflowFiles.read(for: settings.backends)
        let programs = try PluginOptions.read(
            for: settings, KeyReader(environment: environment), environment: environment, isCheck: !isGiven)
        let routes = try BackendRoutes.read(
            for: settings.backends, KeyReader(environment: environment), isCheck: !isGiven)
        let sketch = SketchBackend { _, _, _, _ throws(PictureFailure) in throw .notAPicture }
        let factory = BackendFactory(
            sketch: sketch, transport: UnavailableTransport(), keys: KeyReader(environment: environment),
            plugins: PluginDependencies(state: settings.service.state, disk: ThreadExecutor(name: "check")))
        try BackendOptionsCheck.check(
            settings, factory.made(settings, [:], workflows, templates, programs, routes) { _ in })
    }

    private func made(
        _ settings: Settings, _ keys: [String: Key], _ workflows: [String: Workflow],
        _ templates: [String: Template], _ programs: [String: PluginOptions], _ routes: [String: BackendRoutes.Route],
        notice: @escaping @Sendable (BackendNotice) -> Void
    ) -> [any ImageBackend] {
        [sketch]
            + settings.backends.compactMap { settings in
                let name = settings.name
                let transport = routes[name]?.transport(over: transport) ?? transport
                @Sendable func made(_ key: Secret?) -> (any ImageBackend)? {
                    backend(
                        settings, key: key, workflow: workflows[name], template: templates[name],
                        program: programs[name], transport, notice)
                }
                switch keys[name] {
                case .command(let command): return KeyedBackend(CommandKey(command), make: made)
                case .read(let key): return made(key)
                case nil: return made(nil)
                }
            }
    }

    /// A key, or the command that prints one when it is needed.
    private enum Key {
        case read(Secret)
        case command(KeyCommand)
    }

    private static func keys(
        of backends: [BackendSettings], _ reader: KeyReader
    ) throws(LaunchFailure) -> [String: Key] {
        var found: [String: Key] = [:]
        var faults: [String] = []
        for backend in backends {
            guard let source = backend.key else { continue }
            do throws(KeyFailure) { found[backend.name] = try key(source, reader) } catch {
                faults.append(Wording(.english).sentence(error, about: backend.name))
            }
        }
        guard faults.isEmpty else { throw LaunchFailure(.configuration, faults.joined(separator: "\n")) }
        return found
    }

    private static func key(_ source: KeySource, _ reader: KeyReader) throws(KeyFailure) -> Key {
        guard case .command(let words) = source else { return .read(try reader.key(source)) }
        return .command(try KeyCommand(words, reader))
    }

    private func backend(
        _ settings: BackendSettings, key: Secret?, workflow: Workflow?, template: Template?, program: PluginOptions?,
        _ transport: any HTTPTransport, _ notice: @escaping @Sendable (BackendNotice) -> Void
    ) -> (any ImageBackend)? {
        let utc = wallClockMilliseconds
        return switch settings.service {
        case .openai(let service):
            OpenAIBackend(OpenAIOptions(settings, service, key: key), transport: transport, utc: utc, notice: notice)
        case .a1111(let service):
            A1111Backend(A1111Options(settings, service, key: key), transport: transport, utc: utc, notice: notice)
        case .karlo(let service):
            KarloBackend(KarloOptions(settings, service, key: key), transport: transport, utc: utc)
        case .chain: nil
        case .comfyui(let service):
            workflow.map { comfyui(settings, service, key, $0, transport) }
        case .fixture(let service):
            FixtureBackend(
                FixtureOptions(settings, service), generator: sketch.withCredit(FixtureBackend.credit),
                sleep: { try? await BoottimeClock().sleep(for: $0) })
        case .http(let service):
            template.flatMap { http(settings, service, key, $0, transport) }
        case .exec: program.map { plugins.backend($0, notice) }
        }
    }

    private func http(
        _ settings: BackendSettings, _ service: HTTPSettings, _ key: Secret?, _ template: Template,
        _ transport: any HTTPTransport
    ) -> TemplateBackend? {
        TemplateBackend(
            TemplateOptions(
                name: settings.name, template: template, baseURL: service.baseURL, model: service.model, key: key,
                allowedHosts: settings.network.allowedHosts, negativePrompt: service.negativePrompt,
                values: service.values, extra: service.extra, isFree: settings.isFree, timeout: settings.timeout,
                concurrency: settings.concurrency, onUnknown: settings.onUnknown,
                probeInterval: settings.probeInterval),
            transport: transport, utc: wallClockMilliseconds)
    }

    private func comfyui(
        _ settings: BackendSettings, _ service: ComfyUISettings, _ key: Secret?, _ workflow: Workflow,
        _ transport: any HTTPTransport
    ) -> ComfyUIBackend {
        ComfyUIBackend(
            ComfyUIOptions(
                name: settings.name, baseURL: service.baseURL, workflow: workflow,
                workflowName: WorkflowFiles.name(of: service.workflow), negativePrompt: service.negativePrompt,
                key: key, isFree: settings.isFree, timeout: settings.timeout, concurrency: settings.concurrency,
                onUnknown: settings.onUnknown, probeInterval: settings.probeInterval),
            transport: transport, utc: wallClockMilliseconds)
    }
}
