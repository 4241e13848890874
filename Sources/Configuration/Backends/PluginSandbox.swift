package import Domain

/// What is configured of the sandbox that a plugin runs in.
package struct PluginSandbox: Equatable, Sendable {
    package var mode: Mode
    /// Files and folders that it may read beside the system's and its own.
    package var readable: [FolderPath]
    /// Those that it may also change.
    package var writable: [FolderPath]
    /// The most bytes of data that each of its processes can have; `nil`: as many as there are.
    package var memory: Int64?

    package enum Mode: String, Equatable, Sendable, CaseIterable {
        /// Wherever the kernel has Landlock.
        case on
        /// The plugin reaches whatever the service's user can.
        case off
    }

    package init(
        mode: Mode = .on, readable: [FolderPath] = [], writable: [FolderPath] = [], memory: Int64? = nil
    ) {
        self.mode = mode
        self.readable = readable
        self.writable = writable
        self.memory = memory
    }
}
