public import Domain

/// What is configured of the sandbox that a plugin runs in.
public struct PluginSandbox: Equatable, Sendable {
    public var mode: Mode
    /// Files and folders that it may read beside the system's and its own.
    public var readable: [FolderPath]
    /// Those that it may also change.
    public var writable: [FolderPath]
    /// The most bytes of data that each of its processes can have; `nil`: as many as there are.
    public var memory: Int64?

    public enum Mode: String, Equatable, Sendable, CaseIterable {
        /// Wherever the kernel has Landlock.
        case on
        /// The plugin reaches whatever the service's user can.
        case off
    }

    public init(
        mode: Mode = .on, readable: [FolderPath] = [], writable: [FolderPath] = [], memory: Int64? = nil
    ) {
        self.mode = mode
        self.readable = readable
        self.writable = writable
        self.memory = memory
    }
}
