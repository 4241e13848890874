/// The files that a child process can reach; the kernel refuses all others, and the child can't leave the sandbox.
///
/// Each path stands for itself and all below it; links are followed when the sandbox is made. A path that is not there
/// allows nothing.
package struct ChildSandbox: Equatable, Sendable {
    /// What may be read and run.
    package let readable: [FolderPath]
    /// What may be read and run, and written to where it exists, such as `/dev/null`.
    package let devices: [FolderPath]
    /// Where the child may do as it likes.
    package let writable: [FolderPath]

    package init(readable: [FolderPath], devices: [FolderPath] = [], writable: [FolderPath]) {
        self.readable = readable
        self.devices = devices
        self.writable = writable
    }
}
