internal import Domain

extension PenTable {
    /// The sixteen colours of VGA, in the order of terminals.
    static let terminal = PenTable(codes: [
        0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55,
        0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ])

    static let terminalDark = PenTable(Array(terminal.colors.prefix(8)))

    static let blackAndWhite = PenTable([.black, .white])

    /// What xterm's 256 colours have behind the first sixteen, which every terminal paints its own way: a cube of six by
    /// six by six, and 24 greys.
    static let cubeAndGreys: PenTable = {
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
        return PenTable(colors)
    }()

    /// The sixteen colours of mIRC.
    static let chat = PenTable(codes: chatCodes)

    /// The 99 colours that newer IRC clients know; the first sixteen are those of mIRC.
    static let wideChat = PenTable(codes: chatCodes + wideChatCodes)

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

    /// What Discord's dark theme paints for 30–37 and 40–47.
    static let discordInks = PenTable(codes: [
        0x4F545C, 0xDC322F, 0x859900, 0xB58900, 0x268BD2, 0xD33682, 0x2AA198, 0xFFFFFF,
    ])
    static let discordPapers = PenTable(codes: [
        0x002B36, 0xCB4B16, 0x586E75, 0x657B83, 0x839496, 0x6C71C4, 0x93A1A1, 0xFDF6E3,
    ])
}
