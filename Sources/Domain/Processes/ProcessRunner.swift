/// Starts child processes, each in a session of its own, with nothing of this process but what the order says.
package protocol ProcessRunner: Sendable {
    /// Returns once the program runs. `heard` is called on one thread, one event after the other; while it works the child
    /// is not read, so that it can't say more than is taken up. `.ended` comes last, perhaps before this returns. Throws
    /// what keeps the program from running, such as `.missing` and `.denied`.
    func start(
        _ order: ChildOrder, heard: @escaping @Sendable (ChildEvent) -> Void
    ) async throws(FileFailure) -> any ChildProcess
}

/// A child that runs. Letting go of it kills it and its group.
package protocol ChildProcess: Sendable {
    var identifier: Int32 { get }

    /// Queues bytes for its standard input. Nothing happens once it has ended or its input was closed.
    func send(_ bytes: [UInt8])

    /// Closes its standard input once what is queued was taken.
    func finish()

    /// Sends a signal to its whole group.
    func signal(_ signal: ChildSignal)
}

/// What a child's group can be told.
package enum ChildSignal: Equatable, Sendable {
    /// SIGTERM.
    case terminate
    /// SIGKILL.
    case kill
}

/// A program to be started as a child process. No shell reads any of it.
package struct ChildOrder: Equatable, Sendable {
    /// An absolute path.
    package let program: String
    /// What follows the program's own name.
    package let arguments: [String]
    /// The child's whole environment, each `NAME=value`.
    package let variables: [String]
    /// Where the child works.
    package let folder: FolderPath
    /// What it can reach, where the kernel can keep it from the rest; `nil`: all that this process's user can.
    package let sandbox: ChildSandbox?
    /// The most bytes of data that each of its processes can have (RLIMIT_DATA); `nil`: no bound of its own.
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

/// What is heard of a child process.
package enum ChildEvent: Equatable, Sendable {
    /// The next bytes of its standard output, as they came: no line is whole for that.
    case output([UInt8])
    /// The next bytes of its standard error.
    case errors([UInt8])
    /// It has ended, and what was left of its group was killed. Nothing comes after this.
    case ended(ChildEnding)
}

/// How a child process ended.
package enum ChildEnding: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)
}
