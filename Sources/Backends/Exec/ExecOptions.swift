package import Domain

/// The configuration of one plugin.
package struct ExecOptions: Equatable, Sendable {
    /// The configured name.
    package var name: String
    /// The program's absolute path.
    package var program: String
    package var arguments: [String]
    /// Whether each picture gets its own process, as for a script.
    package var isOneShot: Bool
    /// The plugin's whole environment except the variables that the protocol adds, each as `NAME=value`.
    package var variables: [String]
    package var credentials: [String: Secret]
    package var settings: [String: JSONValue]
    /// Whether pictures are free.
    package var isFree: Bool
    /// The time limit of one picture.
    package var timeout: Duration
    /// The longest silence of a plugin that reports progress.
    package var stallTimeout: Duration
    package var concurrency: Int
    package var onUnknown: UnknownOutcomePolicy
    package var probeInterval: Duration
    /// The plugin's access to files besides its working folder; `nil` for no restriction.
    package var sandbox: ChildSandbox?
    /// The memory limit of each of its processes, in bytes of data.
    package var memory: Int64?

    package init(
        name: String, program: String, arguments: [String] = [], isOneShot: Bool = false, variables: [String] = [],
        credentials: [String: Secret] = [:], settings: [String: JSONValue] = [:], isFree: Bool = false,
        timeout: Duration = .seconds(300), stallTimeout: Duration = .seconds(60), concurrency: Int = 1,
        onUnknown: UnknownOutcomePolicy = .hold, probeInterval: Duration = .seconds(30),
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

    /// The reason shown for work that exceeded its time limit.
    var timeoutReason: String { "not finished after \(timeout.components.seconds) seconds" }
    /// The reason shown for work that reported nothing for too long.
    var silence: String { "silent for \(stallTimeout.components.seconds) seconds" }

    /// The program's file name, for people.
    var title: String { program.split(separator: "/").last.map(String.init) ?? program }
}
