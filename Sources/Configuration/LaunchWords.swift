/// What a command line may say; each takes the place of what the file says. Relative paths start where the person is.
package struct LaunchWords: Equatable, Sendable {
    /// The configuration file.
    package var config: String?
    /// Takes the place of all the file's watches.
    package var watch: String?
    package var outbox: String?
    package var state: String?
    package var socket: String?

    package init(
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
