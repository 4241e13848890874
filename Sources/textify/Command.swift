import Domain

/// One entry of the table of commands; one a file.
protocol Command {
    static var name: String { get }
    /// A letter that stands for the name. Only what reads has one: what spends money or ends something is written out.
    static var alias: String? { get }
    /// One line, without a full stop.
    static var summary: FieldHelp { get }
    /// What stands behind the command's name, such as `ID`.
    static var operands: String { get }
    /// Every option, each with its line of help.
    static var known: [CommandOption] { get }
    /// `words` are what follows the command's name.
    static func run(_ words: [[UInt8]]) async throws(CommandFailure)
}

extension Command {
    static var alias: String? { nil }

    /// The name, and the letter behind it.
    static var names: [String] { [name] + [alias].compactMap(\.self) }
}
