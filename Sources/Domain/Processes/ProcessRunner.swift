/// Starts child processes, each in a session of its own. A child inherits nothing from this process except what its
/// order specifies.
package protocol ProcessRunner: Sendable {
    /// Starts a program and returns once it runs. `onEvent` is called with one event at a time; while it runs, the
    /// child's output is not read, so the child can't produce output faster than it is processed. `.ended` comes last,
    /// possibly before this method returns. Throws the reason why the program can't be run, such as `.missing` or
    /// `.denied`.
    func start(
        _ order: ChildConfiguration, onEvent: @escaping @Sendable (ChildEvent) -> Void
    ) async throws(FileFailure) -> any ChildProcess
}

/// A running child process. Releasing the last reference kills it and its process group.
package protocol ChildProcess: Sendable {
    var identifier: Int32 { get }

    /// Queues bytes for its standard input. Does nothing once the child has ended or its input was closed.
    func send(_ bytes: [UInt8])

    /// Closes its standard input after the queued bytes are written.
    func finish()

    /// Sends a signal to its whole process group.
    func signal(_ signal: ChildSignal)
}

/// A signal for a child's process group.
package enum ChildSignal: Equatable, Sendable {
    /// SIGTERM.
    case terminate
    /// SIGKILL.
    case kill
}

/// A program to run as a child process, without a shell.
package struct ChildConfiguration: Equatable, Sendable {
    /// An absolute path.
    package let program: String
    /// The arguments after the program's name.
    package let arguments: [String]
    /// The child's whole environment, as `NAME=value` entries.
    package let variables: [String]
    /// The child's working directory.
    package let folder: FolderPath
    /// The files that the child can access, if the kernel supports sandboxing; `nil`: everything that this process's
    /// user can access.
    package let sandbox: ChildSandbox?
    /// The limit for the data segment of each of its processes, in bytes (RLIMIT_DATA); `nil`: no limit of its own.
    package let memory: Int64?

    package init(
        program: String, arguments: [String] = [], variables: [String] = [], folder: FolderPath,
        sandbox: ChildSandbox? = nil, memory: Int64? = nil
    ) {
        self.program = program
        self.arguments = arguments
        self.variables = variables
        self.folder = folder
        self.sandbox = sandbox
        self.memory = memory
    }
}

/// The files that a child process can access. The kernel denies access to all others, and the child can't leave the
/// sandbox.
///
/// Each path covers everything below it; links are resolved when the sandbox is created. A missing path grants nothing.
package struct ChildSandbox: Equatable, Sendable {
    /// Paths to read and execute.
    package let readable: [FolderPath]
    /// Paths to read and execute, and to write to where files exist, such as `/dev/null`.
    package let devices: [FolderPath]
    /// Paths with full access.
    package let writable: [FolderPath]

    package init(readable: [FolderPath], devices: [FolderPath] = [], writable: [FolderPath]) {
        self.readable = readable
        self.devices = devices
        self.writable = writable
    }
}

/// An event from a child process.
package enum ChildEvent: Equatable, Sendable {
    /// The next bytes of its standard output, not split into lines.
    case output([UInt8])
    /// The next bytes of its standard error.
    case errors([UInt8])
    /// The child has ended, and the rest of its process group was killed. The last event.
    case ended(TerminationStatus)
}

/// The way a child process ended.
package enum TerminationStatus: Equatable, Sendable {
    /// The process exited with this status.
    case code(Int32)
    /// The process was killed by this signal.
    case signal(Int32)
}
