/// Why a font file could not be used.
package enum FontFailure: Error, Equatable, Sendable, Codable {
    case unreadable(FileFailure)
    /// Not TrueType or OpenType, or damaged.
    case notAFont
    /// Its glyphs are pixels or pictures.
    case noOutlines
    /// None of the characters that are wanted.
    case noCharacters
    /// FreeType is not installed.
    case noLibrary
    case outOfMemory
}
