public import Domain

/// Everything that the service was told, with every default filled in.
public struct Settings: Equatable, Sendable {
    public var service: Service
    /// At least one; names and paths differ.
    public var watches: [Watch]
    /// The request that folders lay their own over; its prompt is empty.
    public var defaults: Request
    public var limits: Limits
    public var log: LogLevel
    /// The control socket's path, when one was given.
    public var socket: FolderPath?

    public init(
        service: Service, watches: [Watch], defaults: Request = .builtIn, limits: Limits = Limits(),
        log: LogLevel = .info, socket: FolderPath? = nil
    ) {
        self.service = service
        self.watches = watches
        self.defaults = defaults
        self.limits = limits
        self.log = log
        self.socket = socket
    }
}
