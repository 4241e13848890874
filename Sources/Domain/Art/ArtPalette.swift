/// The colours that are available for the art, by the name of a palette or one by one.
package enum ArtPalette: Equatable, Sendable {
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

extension ArtPalette: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let read = ArtPalette(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a palette")
        }
        self = read
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension FieldCodec where Value == ArtPalette {
    /// A palette by its name, or a list of colours.
    package static var palette: Self {
        FieldCodec(.text, show: { $0.text }) { text throws(FieldFailure.Problem) in
            if let palette = ArtPalette(text: text) { return palette }
            guard text.contains("#") || text.contains(",") else {
                let names = PaletteName.allCases.map(\.rawValue)
                throw .notOneOf(got: text, choices: names, nearest: NearestName.of(text, among: names))
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
