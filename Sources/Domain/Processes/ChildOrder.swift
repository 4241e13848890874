/// A program to be started as a child process. No shell reads any of it.
public struct ChildOrder: Equatable, Sendable {
    /// An absolute path.
    public let program: String
    /// What follows the program's own name.
    public let arguments: [String]
    /// The child's whole environment, each `NAME=value`.
    public let variables: [String]
    /// Where the child works.
    public let folder: FolderPath

    public init(program: String, arguments: [String] = [], variables: [String] = [], folder: FolderPath) {
        self.program = program
        self.arguments = arguments
        self.variables = variables
        self.folder = folder
    }
}
