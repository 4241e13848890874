/// A file that a finished job leaves in its outbox. The raw value is the ending of its name.
package enum OutputKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Plain text, never with colour.
    case txt
    /// Text with colour escapes for terminals.
    case ansi
    case html
    case svg
    /// The art as a picture.
    case artPNG = "art.png"
    /// The same, uncompressed, for displays.
    case artBMP = "art.bmp"
    /// The cells, for programs.
    case artJSON = "art.json"
    /// Lines for IRC with the colour codes of mIRC.
    case irc = "irc.txt"
    /// Messages for Discord without colours.
    case discord = "discord.txt"
    /// Messages for Discord with the few colours that it shows.
    case discordANSI = "discord-ansi.txt"
    /// For forums.
    case bbcode = "bbcode.txt"
    /// The body of a formatted message for Matrix.
    case matrix = "matrix.html"
    /// The generated or dropped picture, byte for byte as it came.
    case picture
    /// The provenance. Always written, and always last: its arrival says that all others are there.
    case json
}

extension OutputKind {
    /// Made of text art, and not passed on or told.
    package var isArt: Bool {
        switch self {
        case .picture, .json: false
        default: true
        }
    }

    /// Made of pixels, which no terminal shows.
    package var isPixels: Bool { self == .artPNG || self == .artBMP }

    /// All that are made of art.
    package static var formats: [OutputKind] { allCases.filter(\.isArt) }

    /// The word that command lines and addresses have for a kind made of art, such as `png`: its ending without what
    /// only keeps files apart.
    package var format: String {
        switch self {
        case .artPNG: "png"
        case .artBMP: "bmp"
        case .artJSON: "json"
        default: String(rawValue.prefix { $0 != "." })
        }
    }

    /// Reads `format`, or an ending.
    package init?(format word: String) {
        guard let kind = Self.formats.first(where: { $0.format == word || $0.rawValue == word }) else { return nil }
        self = kind
    }

    /// What a file of this name would hold; the longest ending counts. `nil` when the name doesn't say.
    package init?(named name: FileName) {
        let text = name.shown.lowercased()
        let known = Self.formats.filter { text.hasSuffix("." + $0.rawValue) }.max {
            $0.rawValue.count < $1.rawValue.count
        }
        let aliases: [String: OutputKind] = [
            "ans": .ansi, "htm": .html, "png": .artPNG, "bmp": .artBMP, "json": .artJSON,
        ]
        guard let kind = known ?? aliases[name.ending] else { return nil }
        self = kind
    }
}
