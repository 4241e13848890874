package import Domain

/// The configured sandbox of a plugin.
package struct PluginSandbox: Equatable, Sendable {
    package var mode: Mode
    /// Files and folders that the plugin may read beside the system's and its own.
    package var readable: [FolderPath]
    /// Files and folders that it may also write.
    package var writable: [FolderPath]
    /// The maximum data memory of each of its processes in bytes; `nil` for no limit.
    package var memory: Int64?

    package enum Mode: String, Equatable, Sendable, CaseIterable {
        /// Sandboxed where the kernel supports Landlock.
        case on
        /// The plugin can access everything that the service's user can.
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
