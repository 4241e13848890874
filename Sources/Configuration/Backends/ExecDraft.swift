import Domain

/// What only a backend of type `exec` has, while it is read.
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

    /// A backend that names neither command nor plugin is the plugin of its own name.
    func settings(named name: String) -> ExecSettings {
        let program = command.first.map { ExecSettings.Program.command($0) } ?? .plugin(plugin ?? name)
        return ExecSettings(
            program: program, arguments: Array(command.dropFirst()), mode: mode, variables: variables,
            credentials: credentials, settings: settings, isFree: isFree, stallTimeout: stallTimeout,
            sandbox: sandbox)
    }
}
