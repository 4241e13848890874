import Domain

/// A subcommand of `textify`.
protocol Command {
    static var name: String { get }
    /// A one-letter alias. Only commands that read have one: commands that spend money or end something must be written
    /// out.
    static var alias: String? { get }
    /// One line, without a full stop.
    static var summary: FieldHelp { get }
    /// The operands shown after the command's name, such as `ID`.
    static var operands: String { get }
    /// Every option, each with its line of help.
    static var known: [CommandOption] { get }
    /// Runs the command. `words` are the arguments after the command's name.
    static func run(_ words: [[UInt8]]) async throws(CommandFailure)
}

extension Command {
    static var alias: String? { nil }

    /// The name, followed by the alias if there is one.
    static var names: [String] { [name] + [alias].compactMap(\.self) }
}
