/// A mistake in the text of a query, with its place.
package struct LibraryQueryProblem: Error, Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// `limit` in Unicode scalars.
        case tooLong(limit: Int)
        /// Words and values, those in groups too.
        case tooManyTerms(limit: Int)
        case unclosedQuote
        case unclosedGroup
        case nestedGroup
        /// Nothing before or after a `|`, or between parentheses.
        case emptyAlternative
        /// A space within an alternative of a group, where words need quotes.
        case spaceInGroup
        /// An operator where it means nothing: `|`, `(`, `)`, `*`, `-`, `:` or `\`.
        case misplaced(Unicode.Scalar)
        /// A word without a letter, a digit or an emoji.
        case nothingToFind
        /// `nearest` is the most similar key.
        case unknownKey(String, nearest: String?)
        case missingValue(LibraryKey)
        /// The value is none of `choices`.
        case unknownValue(LibraryKey, got: String, choices: [String], nearest: String?)
        /// The value isn't written like `example`.
        case malformed(LibraryKey, got: String, example: String)
        /// The range ends before it begins.
        case emptyRange(LibraryKey, got: String)
        /// A key that may be written only once is written twice.
        case duplicate(LibraryKey)
        /// A key that can't be negated and has one value only.
        case noCondition(LibraryKey)
    }

    package let kind: Kind
    /// The place in the text, in characters (grapheme clusters) from 0.
    package let offset: Int
    /// The number of characters there; 0 at the end of the text.
    package let length: Int
}
