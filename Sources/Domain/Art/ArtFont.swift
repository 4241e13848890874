/// The font in which the art will be displayed. It determines how much ink each character has, and where.
package enum ArtFont: Hashable, Sendable {
    /// The mean of all built-in fonts: exact for none, good for all.
    case average
    /// DejaVu Sans Mono; close to Bitstream Vera, Menlo and Hack.
    case dejavu
    /// Noto Sans Mono.
    case noto
    /// Liberation Mono; close to Cousine and Courier New.
    case liberation
    /// JetBrains Mono.
    case jetbrains
    /// A font file, by its path.
    case file(String)

    package static var builtIn: [ArtFont] { [.average, .dejavu, .noto, .liberation, .jetbrains] }

    /// The name of a built-in font, or the file's path.
    package var text: String {
        switch self {
        case .average: "average"
        case .dejavu: "dejavu"
        case .noto: "noto"
        case .liberation: "liberation"
        case .jetbrains: "jetbrains"
        case .file(let path): path
        }
    }

    /// Finds a built-in font by its name; `nil` for any other text.
    package init?(builtIn word: String) {
        guard let font = ArtFont.builtIn.first(where: { $0.text == word }) else { return nil }
        self = font
    }
}

extension ArtFont: TextCodable {
    /// Takes a text that is not a built-in font's name as a path.
    package init(text: String) { self = ArtFont(builtIn: text) ?? .file(text) }
}

/// The reason why a font file can't be used.
package enum FontFailure: Error, Equatable, Sendable, Codable {
    case unreadable(FileFailure)
    /// Not TrueType or OpenType, or damaged.
    case notAFont
    /// The glyphs are bitmaps or pictures instead of outlines.
    case noOutlines
    /// The font has none of the required characters.
    case noCharacters
    /// FreeType is not installed.
    case noLibrary
    case outOfMemory
}
