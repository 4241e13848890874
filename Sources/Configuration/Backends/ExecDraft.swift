import Domain

/// The fields specific to type `exec`, while they are being read.
struct ExecDraft: Sendable {
    var command: [String] = []
    var plugin: String?
    var mode = PluginMode.persistent
    var variables: [String] = []
    var credentials: [String: KeySource] = [:]
    var settings: [String: JSONValue] = [:]
    var isFree = false
    var stallTimeout: Duration = .seconds(60)
    var sandbox = PluginSandbox()

    /// Without a command or plugin, the backend's own name is the plugin's.
    func settings(named name: String) -> ExecSettings {
        let program = command.first.map { ExecSettings.Program.command($0) } ?? .plugin(plugin ?? name)
        return ExecSettings(
            program: program, arguments: Array(command.dropFirst()), mode: mode, variables: variables,
            credentials: credentials, settings: settings, isFree: isFree, stallTimeout: stallTimeout,
            sandbox: sandbox)
    }
}
