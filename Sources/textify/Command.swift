/// One entry of the table of commands; one a file.
protocol Command {
    static var name: String { get }
    /// One line, without a full stop.
    static var summary: String { get }
    /// What stands behind the command's name, such as `ID`.
    static var operands: String { get }
    /// Every option, each with its line of help.
    static var known: [CommandOption] { get }
    /// `words` are what follows the command's name.
    static func run(_ words: [[UInt8]]) async throws(CommandFailure)
}
