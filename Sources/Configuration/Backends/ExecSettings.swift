package import Domain

/// What a table `[backends.NAME]` of type `exec` says beside what every backend has.
package struct ExecSettings: Equatable, Sendable {
    /// Where the program comes from.
    package enum Program: Equatable, Sendable {
        /// A path, absolute when it has a slash in it, and else a name to be looked for as a shell would.
        case command(String)
        /// A file's name in the folder of plugins.
        case plugin(String)
    }

    package var program: Program
    package var arguments: [String]
    package var mode: PluginMode
    /// Names of variables that are passed on.
    package var variables: [String]
    package var credentials: [String: KeySource]
    /// Passed on as they are.
    package var settings: [String: JSONValue]
    /// Whether a picture can never cost anything.
    package var isFree: Bool
    package var stallTimeout: Duration
    package var sandbox: PluginSandbox

    package init(
        program: Program, arguments: [String] = [], mode: PluginMode = .persistent, variables: [String] = [],
        credentials: [String: KeySource] = [:], settings: [String: JSONValue] = [:], isFree: Bool = false,
        stallTimeout: Duration = .seconds(60), sandbox: PluginSandbox = PluginSandbox()
    ) {
        self.program = program
        self.arguments = arguments
        self.mode = mode
        self.variables = variables
        self.credentials = credentials
        self.settings = settings
        self.isFree = isFree
        self.stallTimeout = stallTimeout
        self.sandbox = sandbox
    }
}

/// How a plugin is run.
package enum PluginMode: String, Equatable, Sendable, CaseIterable {
    /// One process for all pictures.
    case persistent
    /// One process for each.
    case oneshot
}
