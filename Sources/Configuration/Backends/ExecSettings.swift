package import Domain

/// The settings of a backend of type `exec` beside those common to all backends.
package struct ExecSettings: Equatable, Sendable {
    /// The program to run.
    package enum Program: Equatable, Sendable {
        /// An absolute path if it contains a slash, else a name to be searched in `PATH`.
        case command(String)
        /// A file name in the plugin folder.
        case plugin(String)
    }

    package var program: Program
    package var arguments: [String]
    package var mode: PluginMode
    /// The names of environment variables to pass on.
    package var variables: [String]
    package var credentials: [String: KeySource]
    /// Passed to the plugin unchanged.
    package var settings: [String: JSONValue]
    /// Whether pictures are always free.
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

/// The lifetime of a plugin's process.
package enum PluginMode: String, Equatable, Sendable, CaseIterable {
    /// One process for all pictures.
    case persistent
    /// One process per picture.
    case oneshot
}
