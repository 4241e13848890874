/// One entry of the table of commands; one a file.
protocol Command {
    static var name: String { get }
    /// One line, without a full stop.
    static var summary: String { get }
    /// `words` are what follows the command's name.
    static func run(_ words: [[UInt8]]) async throws(CommandFailure)
}
