import Configuration
import Domain
import ExecBackend

extension ExecOptions {
    /// `environment`: the process's own; the plugin receives `PATH`, `LANG` and the listed variables.
    init(
        _ settings: BackendSettings, _ service: ExecSettings, program: String, credentials: [String: Secret],
        environment: [String: String], state: FolderPath
    ) {
        let kept = ["PATH": PluginFiles.searchPath(environment), "LANG": environment["LANG"] ?? "C.UTF-8"]
        let listed = service.variables.compactMap { name in environment[name].map { (name, $0) } }
        let variables = kept.merging(listed) { _, listed in listed }
        self.init(
            name: settings.name, program: program, arguments: service.arguments, isOneShot: service.mode == .oneshot,
            variables: variables.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }, credentials: credentials,
            settings: service.settings, isFree: service.isFree, timeout: settings.timeout,
            stallTimeout: service.stallTimeout, concurrency: settings.concurrency, onUnknown: settings.onUnknown,
            probeInterval: settings.probeInterval,
            sandbox: service.sandbox.mode == .off
                ? nil : .plugin(service.sandbox, program: program, state: state),
            memory: service.sandbox.memory)
    }
}
