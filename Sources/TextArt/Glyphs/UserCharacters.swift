/// A user's own characters, as a set: the order they were typed in and repetitions don't count.
struct UserCharacters {
    let glyphs: [Glyph]
    /// In order of their code points.
    let unusable: [Unicode.Scalar]

    init(_ text: String) {
        let scalars = Set(UserCharacters.composed(text)).sorted()
        glyphs = scalars.filter(UserCharacters.standsStill).compactMap { Glyph($0) }
        let used = Set(glyphs.map(\.scalar))
        unusable = scalars.filter { !used.contains($0) && !UserCharacters.isLineEnd($0) }
    }

    /// File systems and some keyboards give Hangul syllables as loose Jamo; put together they fill two cells.
    private static func composed(_ text: String) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            if let last = result.last, let syllable = syllable(last, scalar) {
                result[result.count - 1] = syllable
            } else {
                result.append(scalar)
            }
        }
        return result
    }

    /// The Unicode Standard, section 3.12, "Hangul Syllable Composition".
    private static func syllable(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        let base: UInt32 = 0xAC00
        if 0x1100...0x1112 ~= first.value, 0x1161...0x1175 ~= second.value {
            return Unicode.Scalar(base + ((first.value - 0x1100) * 21 + second.value - 0x1161) * 28)
        }
        let isOpen = 0xAC00...0xD7A3 ~= first.value && (first.value - base) % 28 == 0
        guard isOpen, 0x11A8...0x11C2 ~= second.value else { return nil }
        return Unicode.Scalar(first.value + second.value - 0x11A7)
    }

    /// Whether a character keeps its cell: not a mark on its neighbour, not a control, not an emoji, and not of a script
    /// that turns the line around.
    private static func standsStill(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .nonspacingMark, .enclosingMark, .spacingMark,
            .lineSeparator, .paragraphSeparator:
            return false
        case .spaceSeparator:
            return scalar == " " || scalar == "\u{3000}"
        default:
            // Terminals draw emoji in two cells, whatever the tables say.
            return !runsRightToLeft(scalar.value) && !scalar.properties.isEmojiPresentation
        }
    }

    private static func runsRightToLeft(_ value: UInt32) -> Bool {
        0x0590...0x08FF ~= value || 0xFB1D...0xFDFF ~= value || 0xFE70...0xFEFF ~= value
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }
}
