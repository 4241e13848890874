import BackendKit
import Domain

/// A plugin's settings, and what they refer to on this machine.
struct ExecOptions: Sendable {
    var own: ExecSettings
    var context: BackendContext
    /// The program's absolute path.
    var program: String
    /// The plugin's whole environment except the variables that the protocol adds, each as `NAME=value`.
    var variables: [String]
    var credentials: [String: Secret] = [:]
    /// The plugin's access to files besides its working folder; `nil` for no restriction.
    var sandbox: ChildSandbox?

    var timeout: Duration { context.limits.timeout }

    /// The reason shown for work that exceeded its time limit.
    var timeoutReason: String { "not finished after \(timeout.components.seconds) seconds" }
    /// The reason shown for work that reported nothing for too long.
    var stallReason: String { "silent for \(own.stallTimeout.components.seconds) seconds" }

    /// The program's file name, for people.
    var title: String { program.split(separator: "/").last.map(String.init) ?? program }
}

extension ExecOptions {
    /// Finds the program and the folders that the settings name.
    init(
        _ own: ExecSettings, _ context: BackendContext, _ credentials: [String: Secret], _ host: any ProgramHost
    ) throws(BackendSetupFailure) {
        let program = try host.path(
            of: own.command.first.map { .command($0) } ?? .plugin(own.plugin ?? context.name))
        let sandbox = try host.sandbox(program, readable: own.readable, writable: own.writable)
        self.init(
            own: own, context: context, program: program, variables: own.variables(from: host.environment),
            credentials: credentials, sandbox: own.sandbox == .off ? nil : sandbox)
    }
}

extension ExecSettings {
    /// The plugin receives `PATH`, `LANG` and the listed variables of the service's environment.
    fileprivate func variables(from environment: [String: String]) -> [String] {
        let path = environment["PATH"].flatMap { $0.isEmpty ? nil : $0 }
        let kept = ["PATH": path ?? "/usr/local/bin:/usr/bin:/bin", "LANG": environment["LANG"] ?? "C.UTF-8"]
        let listed = variables.compactMap { name in environment[name].map { (name, $0) } }
        return kept.merging(listed) { _, listed in listed }.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
    }
}

/// The dependencies of a plugin's host.
struct ExecDependencies: Sendable {
    let processes: any ProcessRunner
    /// The keys that are fetched on demand; all others are in the options.
    let keys: (any PluginKeys)?
    let folders: any WorkFolders
    let clock: HostClock
    let utc: @Sendable () -> UTCMillis
    let digest: @Sendable ([UInt8]) -> Digest
    let notice: @Sendable (BackendNotice) -> Void
}

extension ExecDependencies {
    init(_ host: BackendHost, _ backend: String, keys: (any PluginKeys)?) {
        self.init(
            processes: host.programs.processes, keys: keys, folders: host.programs.folders(of: backend),
            clock: host.clock, utc: host.utc, digest: host.programs.digest, notice: host.notice)
    }
}
