import BackendKinds
import BackendKit
import Configuration
import Domain
import PlatformConcurrency
import PlatformSystem
import SketchBackend
import Words

/// Creates the configured backends. Keys are read here, at the start and at each reload, and are passed only to the
/// backend they belong to.
struct BackendFactory: Sendable {
    /// The built-in backend.
    let sketch: SketchBackend
    let transport: any HTTPTransport
    let keys: KeyReader
    /// The service's state folder.
    let state: FolderPath
    /// Threads for access to the plugins' folders.
    let disk: ThreadExecutor

    /// Creates all backends. Throws when templates, keys, workflows, plugins or network routes have errors, or when
    /// folders set options that their backends don't support; the failure lists all errors of one of these kinds.
    func backends(_ settings: Settings, log: EventLog) throws(LaunchFailure) -> [any ImageBackend] {
        let made = [sketch] + (try usable(settings, log).map(\.backend))
        try BackendOptionsCheck.check(settings, made)
        return made
    }

    /// The protocol test of a plugin; `nil` for a backend that is not a plugin.
    func conformance(
        of name: String, _ settings: Settings, log: EventLog
    ) throws(LaunchFailure) -> (@Sendable () async -> [ConformanceFinding])? {
        try usable(settings, log).first { $0.name == name }?.prepared.conformance
    }

    private func usable(_ settings: Settings, _ log: EventLog) throws(LaunchFailure) -> [ConfiguredBackend] {
        let (backends, faults) = configured(settings, log.record)
        guard faults.isEmpty else { throw LaunchFailure(.configuration, faults.joined(separator: "\n")) }
        return backends
    }

    /// Checks that keys are available, that workflows, templates and plugins can be used, and that folders set only
    /// options that their backends support. Throws every error at once. Only a start by systemd knows where its
    /// credentials are; without them, keys in credentials are not checked.
    static func check(_ settings: Settings, environment: [String: String]) throws(LaunchFailure) {
        let factory = BackendFactory(
            sketch: SketchBackend { _, _, _, _ throws(PictureFailure) in throw .notAPicture },
            transport: UnavailableTransport(), keys: KeyReader(environment: environment),
            state: settings.service.state, disk: ThreadExecutor(name: "check"))
        let isCheck = environment["CREDENTIALS_DIRECTORY"] == nil
        var (found, faults) = factory.configured(settings, isCheck: isCheck) { _ in }
        var mistakes: ConfigurationFailure?
        do throws(LaunchFailure) {
            try BackendOptionsCheck.check(settings, [factory.sketch] + found.map { $0.prepared.make(nil) })
        } catch {
            if faults.isEmpty { mistakes = error.mistakes }
            faults.append(error.sentence)
        }
        guard faults.isEmpty else {
            throw LaunchFailure(.configuration, faults.joined(separator: "\n"), mistakes)
        }
    }

    /// A backend with its key, or the command that prints one when it is needed.
    private struct ConfiguredBackend {
        enum Key {
            case read(Secret)
            case command(KeyCommand)
        }

        let name: String
        let prepared: PreparedBackend
        let key: Key?

        var backend: any ImageBackend {
            switch key {
            case .command(let command): KeyedBackend(CommandKey(command), make: prepared.make)
            case .read(let key): prepared.make(key)
            case nil: prepared.make(nil)
            }
        }
    }

    /// Returns the backends that can be used, and what is wrong with the others and with the network routes. `isCheck`:
    /// skips systemd credentials.
    private func configured(
        _ settings: Settings, isCheck: Bool = false, _ notice: @escaping @Sendable (BackendNotice) -> Void
    ) -> (backends: [ConfiguredBackend], faults: [String]) {
        var faults: [String] = []
        var transports: [String: RoutedTransport] = [:]
        do throws(LaunchFailure) {
            transports = try BackendRoutes.transports(for: settings.backends, keys, over: transport, isCheck: isCheck)
        } catch {
            faults.append(error.sentence)
        }
        let programs = PluginHost(
            state: state, plugins: settings.plugins, keys: keys, isCheck: isCheck, disk: disk)
        var found: [ConfiguredBackend] = []
        for backend in settings.backends {
            let host = host(transports[backend.name] ?? transport, programs, notice)
            do throws(BackendSetupFailure) {
                if let prepared = try prepare(backend, host, isCheck: isCheck) { found.append(prepared) }
            } catch {
                faults += error.problems.flatMap { lines($0, backend.name) }
            }
        }
        return (found, faults)
    }

    /// `nil` for a chain, which makes no pictures itself.
    private func prepare(
        _ settings: BackendSettings, _ host: BackendHost, isCheck: Bool
    ) throws(BackendSetupFailure) -> ConfiguredBackend? {
        let context = BackendContext(
            settings.name, allowedHosts: settings.network.allowedHosts, isFree: settings.isFree,
            limits: settings.limits, onUnknown: settings.onUnknown, probeInterval: settings.probeInterval)
        let kind = backendKinds.first { $0.description == settings.kind }
        guard let prepared = try kind?.prepare(settings.own.value, context, host) else { return nil }
        return ConfiguredBackend(
            name: settings.name, prepared: prepared, key: try key(settings, prepared, isCheck: isCheck))
    }

    /// Reads the key. If no source is configured, the source is the first of the kind's environment variables that is
    /// set.
    private func key(
        _ settings: BackendSettings, _ prepared: PreparedBackend, isCheck: Bool
    ) throws(BackendSetupFailure) -> ConfiguredBackend.Key? {
        let variable = prepared.keyVariables.first { keys.environment[$0]?.isEmpty == false }
        guard let source = settings.key ?? variable.map({ .environment($0) }) else {
            guard prepared.needsKey else { return nil }
            let name = "backends.\(settings.name).api_key"
            throw BackendSetupFailure([.field(FieldFailure(key: name, problem: .missing))])
        }
        if case .credential = source, isCheck { return nil }
        do throws(KeyFailure) {
            if case .command(let words) = source { return .command(try KeyCommand(words, keys)) }
            return .read(try keys.key(source))
        } catch {
            throw BackendSetupFailure([.key(error)])
        }
    }

    private func host(
        _ transport: any HTTPTransport, _ programs: PluginHost, _ notice: @escaping @Sendable (BackendNotice) -> Void
    ) -> BackendHost {
        BackendHost(
            transport: transport, utc: UTCMillis.now, notice: notice, clock: HostClock(BoottimeClock()),
            readFile: { path, limit throws(FileFailure) in try FileDescriptor.file(path).all(limit: limit) },
            sketch: { [sketch] in sketch.withCredit($0) }, programs: programs)
    }

    private func lines(_ problem: BackendSetupFailure.Problem, _ name: String) -> [String] {
        let words = Wording(.english)
        return switch problem {
        case .file(let failure): words.lines(failure)
        case .field(let failure): [words.sentence(failure)]
        case .key(let failure): ["backends.\(name).api_key: " + words.sentence(failure, about: name)]
        case .program(let reason): ["The plugin of backend \(name) can't be used: \(reason)"]
        }
    }
}

/// A transport for backends that are only checked: every request fails.
struct UnavailableTransport: HTTPTransport {
    func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        throw .notSent(host: "", HTTPFault(.stopped))
    }
}
