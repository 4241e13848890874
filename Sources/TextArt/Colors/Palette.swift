package import Domain

/// A palette: the colours that an output can name.
struct Palette: Sendable {
    let colors: [RGB]
    private let perceived: [OklabColor]

    /// - Precondition: `colors` is not empty.
    init(_ colors: [RGB]) {
        precondition(!colors.isEmpty, "a palette is not empty")
        self.colors = colors
        perceived = colors.map { OklabColor($0) }
    }

    /// The index of the most similar colour; the first one of several.
    func nearest(to color: RGB) -> Int {
        let wanted = OklabColor(color)
        var best = 0
        var least = Double.infinity
        for (index, known) in perceived.enumerated() {
            let distance = known.squaredDistance(to: wanted)
            if distance < least { (best, least) = (index, distance) }
        }
        return best
    }

    func index(of color: RGB) -> Int? { colors.firstIndex(of: color) }

    /// Colours as `0xRRGGBB`.
    init(codes: [UInt32]) {
        self.init(
            codes.map {
                RGB(
                    red: UInt8($0 >> 16), green: UInt8(truncatingIfNeeded: $0 >> 8), blue: UInt8(truncatingIfNeeded: $0)
                )
            })
    }
}

extension Palette {
    /// The colours of a terminal with `color` depth, or of the user's palette. `nil` if all colours are available.
    ///
    /// Without a palette the terminal's colours are unknown; VGA's are assumed. The Linux console and ANSI art use
    /// them, and they lie between those of most other terminals. The 240 colours after the first 16 are the same
    /// everywhere.
    init?(_ color: ArtColor, palette: ArtPalette?) {
        var colors: [RGB]
        switch (palette, color) {
        case (_, .none), (nil, .full): return nil
        case (.colors(let own), _): colors = own
        case (_, .palette): colors = Palette.cubeAndGreys.colors
        case (_, .two): colors = [.black, .white]
        case (.named(let name), _): colors = Palette.named(name).colors
        case (nil, _): colors = Palette.terminal.colors
        }
        switch color {
        case .two: colors = Array(colors.prefix(2))
        case .eight: colors = Array(colors.prefix(8))
        case .sixteen: colors = Array(colors.prefix(16))
        case .none, .palette, .full: break
        }
        self.init(colors)
    }

    private static func named(_ name: PaletteName) -> Palette {
        switch name {
        case .vga: terminal
        case .xterm: xterm
        case .windows: windows
        case .tango: tango
        case .solarized: solarized
        }
    }

    private static let xterm = Palette(codes: [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
        0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ])

    private static let windows = Palette(codes: [
        0x0C0C0C, 0xC50F1F, 0x13A10E, 0xC19C00, 0x0037DA, 0x881798, 0x3A96DD, 0xCCCCCC, 0x767676, 0xE74856, 0x16C60C,
        0xF9F1A5, 0x3B78FF, 0xB4009E, 0x61D6D6, 0xF2F2F2,
    ])

    private static let tango = Palette(codes: [
        0x2E3436, 0xCC0000, 0x4E9A06, 0xC4A000, 0x3465A4, 0x75507B, 0x06989A, 0xD3D7CF, 0x555753, 0xEF2929, 0x8AE234,
        0xFCE94F, 0x729FCF, 0xAD7FA8, 0x34E2E2, 0xEEEEEC,
    ])

    private static let solarized = Palette(codes: [
        0x073642, 0xDC322F, 0x859900, 0xB58900, 0x268BD2, 0xD33682, 0x2AA198, 0xEEE8D5, 0x002B36, 0xCB4B16, 0x586E75,
        0x657B83, 0x839496, 0x6C71C4, 0x93A1A1, 0xFDF6E3,
    ])

    /// The 16 colours of VGA, in terminal order.
    static let terminal = Palette(codes: [
        0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55,
        0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ])

    /// Colours 16–255 of xterm: a cube of 6×6×6 and 24 greys. The first 16 are left out because they differ between
    /// terminals.
    static let cubeAndGreys: Palette = {
        let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
        var colors: [RGB] = []
        for red in steps {
            for green in steps {
                for blue in steps { colors.append(RGB(red: red, green: green, blue: blue)) }
            }
        }
        for grey in stride(from: UInt8(8), through: 238, by: 10) {
            colors.append(RGB(red: grey, green: grey, blue: grey))
        }
        return Palette(colors)
    }()

    /// The 16 colours of mIRC.
    static let chat = Palette(codes: chatCodes)

    /// The 99 colours of newer IRC clients, starting with the 16 of mIRC.
    static let wideChat = Palette(codes: chatCodes + wideChatCodes)

    private static let chatCodes: [UInt32] = [
        0xFFFFFF, 0x000000, 0x00007F, 0x009300, 0xFF0000, 0x7F0000, 0x9C009C, 0xFC7F00, 0xFFFF00, 0x00FC00, 0x009393,
        0x00FFFF, 0x0000FC, 0xFF00FF, 0x7F7F7F, 0xD2D2D2,
    ]

    /// From modern.ircdocs.horse, "Colors 16-98".
    private static let wideChatCodes: [UInt32] = [
        0x470000, 0x472100, 0x474700, 0x324700, 0x004700, 0x00472C, 0x004747, 0x002747, 0x000047, 0x2E0047, 0x470047,
        0x47002A, 0x740000, 0x743A00, 0x747400, 0x517400, 0x007400, 0x007449, 0x007474, 0x004074, 0x000074, 0x4B0074,
        0x740074, 0x740045, 0xB50000, 0xB56300, 0xB5B500, 0x7DB500, 0x00B500, 0x00B571, 0x00B5B5, 0x0063B5, 0x0000B5,
        0x7500B5, 0xB500B5, 0xB5006B, 0xFF0000, 0xFF8C00, 0xFFFF00, 0xB2FF00, 0x00FF00, 0x00FFA0, 0x00FFFF, 0x008CFF,
        0x0000FF, 0xA500FF, 0xFF00FF, 0xFF0098, 0xFF5959, 0xFFB459, 0xFFFF71, 0xCFFF60, 0x6FFF6F, 0x65FFC9, 0x6DFFFF,
        0x59B4FF, 0x5959FF, 0xC459FF, 0xFF66FF, 0xFF59BC, 0xFF9C9C, 0xFFD39C, 0xFFFF9C, 0xE2FF9C, 0x9CFF9C, 0x9CFFDB,
        0x9CFFFF, 0x9CD3FF, 0x9C9CFF, 0xDC9CFF, 0xFF9CFF, 0xFF94D3, 0x000000, 0x131313, 0x282828, 0x363636, 0x4D4D4D,
        0x656565, 0x818181, 0x9F9F9F, 0xBCBCBC, 0xE2E2E2, 0xFFFFFF,
    ]

    /// The appearance of SGR 30–37 and 40–47 in Discord's dark theme.
    static let discordInks = Palette(codes: [
        0x4F545C, 0xDC322F, 0x859900, 0xB58900, 0x268BD2, 0xD33682, 0x2AA198, 0xFFFFFF,
    ])
    static let discordPapers = Palette(codes: [
        0x002B36, 0xCB4B16, 0x586E75, 0x657B83, 0x839496, 0x6C71C4, 0x93A1A1, 0xFDF6E3,
    ])
}

/// The colours available to an output.
package enum OutputColors: Equatable, Sendable {
    /// No colours: characters only.
    case none
    /// All 24-bit colours.
    case full
    /// Limited colours for ink and for paper; neither list is empty.
    case few(inks: [RGB], papers: [RGB])

    /// The colours of a terminal with `color` depth, or of the user's palette.
    package init(_ color: ArtColor, palette: ArtPalette? = nil) {
        let table = Palette(color, palette: palette)
        self = color == .none ? .none : table.map { OutputColors(inks: $0, papers: $0) } ?? .full
    }

    init(inks: Palette, papers: Palette) {
        self = .few(inks: inks.colors, papers: papers.colors)
    }

    /// The inks and papers of Discord's `ansi` code blocks.
    package static var discord: OutputColors { OutputColors(inks: .discordInks, papers: .discordPapers) }

    /// The 16 colours of mIRC, or the 99 of newer clients for `.palette`.
    package static func irc(_ color: ArtColor) -> OutputColors {
        guard color != .none else { return .none }
        let table = color == .palette ? Palette.wideChat : .chat
        return OutputColors(inks: table, papers: table)
    }

    /// `count` greys from black to white, 2 to 256.
    package static func greys(_ count: Int) -> OutputColors {
        let colors = (0..<count).map { index in
            let code = UInt8((index * 255 + (count - 1) / 2) / (count - 1))
            return RGB(red: code, green: code, blue: code)
        }
        return .few(inks: colors, papers: colors)
    }
}
