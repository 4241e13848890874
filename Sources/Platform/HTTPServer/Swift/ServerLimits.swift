/// Bounds on what comes from outside.
package struct ServerLimits: Equatable, Sendable {
    /// The longest head of a request, in bytes; a longer one is answered with 431 by the library itself.
    package var headBytes: Int
    /// All bodies that are held at the same time, in bytes.
    package var heldBodyBytes: Int
    /// Connections at the same time; more wait in the kernel's queue.
    package var connections: Int
    /// How many of them one user may have, so that he shuts nobody else out.
    package var share: Int
    /// How long a connection may take to bring a whole head, the first or the next.
    package var idle: Duration
    /// How long nothing may move in a body or an answer; whole seconds. Who reads an answer that comes in parts may take
    /// his time.
    package var stall: Duration

    package init(
        headBytes: Int = 64 << 10, heldBodyBytes: Int = 512 << 20, connections: Int = 512, share: Int? = nil,
        idle: Duration = .seconds(10), stall: Duration = .seconds(30)
    ) {
        self.headBytes = headBytes
        self.heldBodyBytes = heldBodyBytes
        self.connections = connections
        self.share = share ?? max(1, connections * 3 / 4)
        self.idle = idle
        self.stall = stall
    }
}
