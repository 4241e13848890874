/// What is made of a person's own characters.
package enum CharacterMode: String, Equatable, Sendable, Codable, CaseIterable {
    /// They are a set: their order and repetitions don't count.
    case set
    /// A text that runs over the whole picture, again and again; colours show the picture.
    case reading
    /// A text that runs on where the picture is light, with blanks where it is dark.
    case holes
}
