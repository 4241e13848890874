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
