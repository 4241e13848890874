import BackendKit
import Domain

/// What one plugin is started with, from its settings.
struct ExecOptions: Equatable, Sendable {
    /// The configured name.
    var name: String
    /// The program's absolute path.
    var program: String
    var arguments: [String] = []
    /// Whether each picture gets its own process, as for a script.
    var isOneShot = false
    /// The plugin's whole environment except the variables that the protocol adds, each as `NAME=value`.
    var variables: [String] = []
    var credentials: [String: Secret] = [:]
    var settings: [String: JSONValue] = [:]
    /// Whether pictures are free.
    var isFree = false
    var limits = CallLimits(concurrency: 1)
    /// The longest silence of a plugin that reports progress.
    var stallTimeout: Duration = .seconds(60)
    var onUnknown = UnknownOutcomePolicy.hold
    var probeInterval: Duration = .seconds(30)
    /// The plugin's access to files besides its working folder; `nil` for no restriction.
    var sandbox: ChildSandbox?
    /// The memory limit of each of its processes, in bytes of data.
    var memory: Int64?

    var timeout: Duration { limits.timeout }

    var context: BackendContext {
        BackendContext(name, isFree: isFree, limits: limits, onUnknown: onUnknown, probeInterval: probeInterval)
    }

    /// The reason shown for work that exceeded its time limit.
    var timeoutReason: String { "not finished after \(timeout.components.seconds) seconds" }
    /// The reason shown for work that reported nothing for too long.
    var silence: String { "silent for \(stallTimeout.components.seconds) seconds" }

    /// The program's file name, for people.
    var title: String { program.split(separator: "/").last.map(String.init) ?? program }
}

extension ExecOptions {
    /// Finds the program and the folders that the settings name.
    init(
        _ own: ExecSettings, _ context: BackendContext, _ credentials: [String: Secret], _ host: any ProgramHost
    ) throws(BackendSetupFailure) {
        self.init(
            name: context.name,
            program: try host.path(of: own.command.first.map { .command($0) } ?? .plugin(own.plugin ?? context.name)))
        arguments = Array(own.command.dropFirst())
        isOneShot = own.mode == .oneshot
        variables = own.variables(from: host.environment)
        self.credentials = credentials
        settings = own.settings
        isFree = context.isFree
        limits = context.limits
        stallTimeout = own.stallTimeout
        onUnknown = context.onUnknown
        probeInterval = context.probeInterval
        let sandbox = try host.sandbox(program, readable: own.readable, writable: own.writable)
        self.sandbox = own.sandbox == .off ? nil : sandbox
        memory = own.memory
    }
}

extension ExecSettings {
    /// The plugin receives `PATH`, `LANG` and the listed variables of the service's environment.
    fileprivate func variables(from environment: [String: String]) -> [String] {
        let given = environment["PATH"].flatMap { $0.isEmpty ? nil : $0 }
        let kept = ["PATH": given ?? "/usr/local/bin:/usr/bin:/bin", "LANG": environment["LANG"] ?? "C.UTF-8"]
        let listed = variables.compactMap { name in environment[name].map { (name, $0) } }
        return kept.merging(listed) { _, listed in listed }.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
    }
}
