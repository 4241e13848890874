/// The font that the art is made for: how much ink its characters have, and where.
package enum ArtFont: Hashable, Sendable {
    /// The mean of all built-in fonts: right for nobody's font and good for everybody's.
    case average
    /// DejaVu Sans Mono, near to Bitstream Vera, Menlo and Hack.
    case dejavu
    /// Noto Sans Mono.
    case noto
    /// Liberation Mono, near to Cousine and Courier New.
    case liberation
    /// JetBrains Mono.
    case jetbrains
    /// A font file, by its path.
    case file(String)

    package static var builtIn: [ArtFont] { [.average, .dejavu, .noto, .liberation, .jetbrains] }

    /// The word for it, or the path.
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

    /// Reads a word. `nil` when it is none.
    package init?(builtIn word: String) {
        guard let font = ArtFont.builtIn.first(where: { $0.text == word }) else { return nil }
        self = font
    }
}

extension ArtFont: Codable {
    /// A word, or a path with a slash in it.
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self = ArtFont(builtIn: text) ?? .file(text)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

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
