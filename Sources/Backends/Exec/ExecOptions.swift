package import Domain

/// What is configured of one plugin.
package struct ExecOptions: Equatable, Sendable {
    /// The configured name.
    package var name: String
    /// The program's absolute path.
    package var program: String
    package var arguments: [String]
    /// Whether each picture has a process of its own, as for a script.
    package var isOneShot: Bool
    /// The plugin's whole environment but for what the protocol adds, each `NAME=value`.
    package var variables: [String]
    package var credentials: [String: Secret]
    package var settings: [String: JSONValue]
    /// Whether a picture can never cost anything.
    package var isFree: Bool
    /// How long a picture may take.
    package var timeout: Duration
    /// How long a plugin that tells its progress may say nothing.
    package var stallTimeout: Duration
    package var concurrency: Int
    package var onUnknown: UnknownPolicy
    package var probeInterval: Duration
    /// What it may reach beside the folder it works in; `nil`: all that the service can.
    package var sandbox: ChildSandbox?
    /// The most bytes of data that each of its processes can have.
    package var memory: Int64?

    package init(
        name: String, program: String, arguments: [String] = [], isOneShot: Bool = false, variables: [String] = [],
        credentials: [String: Secret] = [:], settings: [String: JSONValue] = [:], isFree: Bool = false,
        timeout: Duration = .seconds(300), stallTimeout: Duration = .seconds(60), concurrency: Int = 1,
        onUnknown: UnknownPolicy = .hold, probeInterval: Duration = .seconds(30),
        sandbox: ChildSandbox? = nil, memory: Int64? = nil
    ) {
        self.name = name
        self.program = program
        self.arguments = arguments
        self.isOneShot = isOneShot
        self.variables = variables
        self.credentials = credentials
        self.settings = settings
        self.isFree = isFree
        self.timeout = timeout
        self.stallTimeout = stallTimeout
        self.concurrency = concurrency
        self.onUnknown = onUnknown
        self.probeInterval = probeInterval
        self.sandbox = sandbox
        self.memory = memory
    }

    /// Why work is stopped that takes too long, for people.
    var lateness: String { "not finished after \(timeout.components.seconds) seconds" }
    /// The same for work of which nothing is heard.
    var silence: String { "silent for \(stallTimeout.components.seconds) seconds" }

    /// The program's file name, for people.
    var title: String { program.split(separator: "/").last.map(String.init) ?? program }
}
