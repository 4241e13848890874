/// One long option that a program knows.
package struct OptionSpec: Hashable, Sendable {
    package enum Argument: Int32, Hashable, Sendable {
        case none
        /// `--name VALUE` or `--name=VALUE`.
        case required
        /// `--name` or `--name=VALUE`.
        case optional
    }

    /// Without its dashes.
    package let name: String
    package let argument: Argument
    /// A letter for `-x`; ASCII letters and digits alone.
    package let letter: Unicode.Scalar?

    package init(_ name: String, _ argument: Argument = .none, letter: Unicode.Scalar? = nil) {
        self.name = name
        self.argument = argument
        self.letter = letter
    }
}
