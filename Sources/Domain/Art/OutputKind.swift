/// A file that a finished job delivers to its outbox. The raw value is the extension of its name.
package enum OutputKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Plain text, never with colour.
    case txt
    /// Text with colour escapes for terminals.
    case ansi
    case html
    case svg
    /// The art as an image.
    case artPNG = "art.png"
    /// The art as an uncompressed image, for displays.
    case artBMP = "art.bmp"
    /// The art's cells as JSON, for programs.
    case artJSON = "art.json"
    /// Lines for IRC with mIRC colour codes.
    case irc = "irc.txt"
    /// Messages for Discord, without colours.
    case discord = "discord.txt"
    /// Messages for Discord, with the few colours that it supports.
    case discordANSI = "discord-ansi.txt"
    /// BBCode for forums.
    case bbcode = "bbcode.txt"
    /// The body of a formatted message for Matrix.
    case matrix = "matrix.html"
    /// The art in motion, as a recording of a terminal (asciicast).
    case cast
    /// The art in motion, as an image.
    case artGIF = "art.gif"
    /// The art in motion, as a web page that plays it.
    case player = "play.html"
    /// The generated or dropped picture, byte for byte.
    case picture
    /// The provenance. Always written, and written last: once it exists, all other outputs do.
    case json
}

extension OutputKind {
    /// Whether the output is rendered from text art.
    package var isArt: Bool {
        switch self {
        case .picture, .json: false
        default: true
        }
    }

    /// Whether the output is an image, which terminals can't show.
    package var isPixels: Bool { [.artPNG, .artBMP, .artGIF].contains(self) }

    /// Whether the output shows all frames of a moving picture. The others show one.
    package var isMoving: Bool { [.cast, .artGIF, .player].contains(self) }

    /// The kinds that are rendered from text art.
    package static var formats: [OutputKind] { allCases.filter(\.isArt) }

    /// The word for an art kind on command lines and in URLs, such as `png`: the extension without the part that only
    /// keeps file names apart.
    package var format: String {
        switch self {
        case .artPNG: "png"
        case .artBMP: "bmp"
        case .artJSON: "json"
        case .artGIF: "gif"
        default: String(rawValue.prefix { $0 != "." })
        }
    }

    /// The extensions that people give to art in files of their own.
    package static let plainEndings =
        [OutputKind.txt, .ansi, .html, .svg, .artPNG, .artBMP, .artGIF, .artJSON, .cast].map(\.format)

    /// Reads a `format` word or an extension. `nil` for other texts.
    package init?(format word: String) {
        guard let kind = Self.formats.first(where: { $0.format == word || $0.rawValue == word }) else { return nil }
        self = kind
    }

    /// Derives the kind from a file name's extension; the longest match wins. `nil` if the name implies none.
    package init?(named name: FileName) {
        let text = name.shown.lowercased()
        let known = Self.formats.filter { text.hasSuffix("." + $0.rawValue) }.max {
            $0.rawValue.count < $1.rawValue.count
        }
        let aliases: [String: OutputKind] = [
            "ans": .ansi, "htm": .html, "png": .artPNG, "bmp": .artBMP, "gif": .artGIF, "json": .artJSON,
        ]
        guard let kind = known ?? aliases[name.ending] else { return nil }
        self = kind
    }
}
