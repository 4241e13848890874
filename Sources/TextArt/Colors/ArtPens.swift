package import Domain

/// The colours that an output has.
package enum ArtPens: Equatable, Sendable {
    /// None of its own: characters alone.
    case none
    /// All of 24 bits.
    case full
    /// Some for ink and some for paper; neither list is empty.
    case few(inks: [RGB], papers: [RGB])

    /// What a terminal of so many colours has, or a person's palette.
    package init(_ color: ArtColor, palette: ArtPalette? = nil) {
        guard color != .none else {
            self = .none
            return
        }
        guard let table = PenTable(color, palette: palette) else {
            self = .full
            return
        }
        self = .few(inks: table.colors, papers: table.colors)
    }

    init(inks: PenTable, papers: PenTable) {
        self = .few(inks: inks.colors, papers: papers.colors)
    }

    /// The inks and papers of Discord's coloured blocks.
    package static var discord: ArtPens { ArtPens(inks: .discordInks, papers: .discordPapers) }

    /// mIRC's sixteen, or the 99 of newer clients.
    package static func irc(_ color: ArtColor) -> ArtPens {
        guard color != .none else { return .none }
        let table = color == .palette ? PenTable.wideChat : .chat
        return ArtPens(inks: table, papers: table)
    }

    /// So many greys from black to white, 2 to 256.
    package static func greys(_ count: Int) -> ArtPens {
        let colors = (0..<count).map { index in
            let code = UInt8((index * 255 + (count - 1) / 2) / (count - 1))
            return RGB(red: code, green: code, blue: code)
        }
        return .few(inks: colors, papers: colors)
    }
}
