/// One long option that a program knows.
public struct OptionSpec: Hashable, Sendable {
    public enum Argument: Int32, Hashable, Sendable {
        case none
        /// `--name VALUE` or `--name=VALUE`.
        case required
        /// `--name` or `--name=VALUE`.
        case optional
    }

    /// Without its dashes.
    public let name: String
    public let argument: Argument
    /// A letter for `-x`; ASCII letters and digits alone.
    public let letter: Unicode.Scalar?

    public init(_ name: String, _ argument: Argument = .none, letter: Unicode.Scalar? = nil) {
        self.name = name
        self.argument = argument
        self.letter = letter
    }
}
