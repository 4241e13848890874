/// The colours that are available for the art, by the name of a palette or one by one.
package enum ArtPalette: TextCodable, Equatable, Sendable {
    case named(PaletteName)
    /// 2 to 256 colours, in the order of the terminal's colour numbers.
    case colors([RGB])

    /// The allowed number of colours in a list.
    package static var sizes: ClosedRange<Int> { 2...256 }

    /// Reads a name, or a list such as `#000000,#ff8800,white`. `nil` when it is neither.
    package init?(text: String) {
        let text = text.lowercased()
        if let name = PaletteName(rawValue: text) {
            self = .named(name)
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let colors = parts.compactMap { part in RGB(text: String(part.filter { $0 != " " })) }
        guard colors.count == parts.count, ArtPalette.sizes.contains(colors.count) else { return nil }
        self = .colors(colors)
    }

    package var text: String {
        switch self {
        case .named(let name): name.rawValue
        case .colors(let colors): colors.map(\.text).joined(separator: ",")
        }
    }
}

extension FieldCodec where Value == ArtPalette {
    /// A palette by its name, or a list of colours.
    static var palette: Self {
        FieldCodec(.text, show: { $0.text }) { text throws(FieldFailure.Problem) in
            if let palette = ArtPalette(text: text) { return palette }
            guard text.contains("#") || text.contains(",") else {
                throw .notOneOf(text, PaletteName.allCases.map(\.rawValue))
            }
            let count = text.split(separator: ",", omittingEmptySubsequences: false).count
            guard ArtPalette.sizes.contains(count) else {
                let sizes = ArtPalette.sizes
                let got = count == 1 ? "1 colour" : "\(count) colours"
                throw .outOfRange(got: got, range: "\(sizes.lowerBound)–\(sizes.upperBound) colours")
            }
            throw .malformed(got: text, example: "#000000,#ff8800,#ffffff")
        }
    }
}

/// A well-known palette of the sixteen terminal colours.
package enum PaletteName: String, Equatable, Sendable, CaseIterable {
    /// VGA, as in the Linux console and in ANSI art.
    case vga
    case xterm
    /// Campbell, the default of the Windows console since 2017.
    case windows
    /// Tango, of GNOME.
    case tango
    case solarized
}
