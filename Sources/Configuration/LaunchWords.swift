/// What a command line may say; each takes the place of what the file says. Relative paths start where the person is.
public struct LaunchWords: Equatable, Sendable {
    /// The configuration file.
    public var config: String?
    /// Takes the place of all the file's watches.
    public var watch: String?
    public var outbox: String?
    public var state: String?
    public var socket: String?

    public init(
        config: String? = nil, watch: String? = nil, outbox: String? = nil, state: String? = nil,
        socket: String? = nil
    ) {
        self.config = config
        self.watch = watch
        self.outbox = outbox
        self.state = state
        self.socket = socket
    }
}
