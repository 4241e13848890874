/// A grapheme cluster: a scalar with the marks and joiners that follow it.
struct Cluster: Hashable {
    static let blank = Cluster(scalar: " ", marks: [])

    let scalar: Unicode.Scalar
    let marks: [Unicode.Scalar]

    var cells: Int { CharacterWidth.cells(scalar, marks) }
    var isBlank: Bool { scalar == " " || scalar == "\u{3000}" }

    /// Whether terminals draw it as a coloured picture.
    var isEmoji: Bool {
        scalar.properties.isEmojiPresentation || marks.contains { $0.value == 0xFE0F }
    }

    /// Whether a line may break next to it without a blank: ideographs and kana.
    var standsAlone: Bool {
        let isHangul = 0xAC00...0xD7A3 ~= scalar.value || 0x1100...0x115F ~= scalar.value
        return cells == 2 && !isHangul
    }
}

/// Letters with combining marks that also exist as one scalar, and can be drawn from its glyph.
enum PrecomposedLetters {
    /// Precomposed Latin letters.
    private static let letters: [Character: Unicode.Scalar] = {
        let scalars = [0xC0...0x17F, 0x1CD...0x21B, 0x1E00...0x1EFF].joined().compactMap {
            Unicode.Scalar($0 as UInt32)
        }
        return Dictionary(scalars.map { (Character($0), $0) }) { first, _ in first }
    }()

    /// The precomposed scalar, if there is one. `Character` compares by canonical equivalence (Unicode Standard Annex
    /// 15).
    static func scalar(_ scalar: Unicode.Scalar, _ marks: [Unicode.Scalar]) -> Unicode.Scalar? {
        guard !marks.isEmpty, scalar.isASCII, scalar.properties.isAlphabetic else { return nil }
        var text = String.UnicodeScalarView([scalar])
        text.append(contentsOf: marks)
        let characters = String(text)
        return characters.count == 1 ? characters.first.flatMap { letters[$0] } : nil
    }
}

extension Cluster {
    /// The scalar whose glyph is drawn: the precomposed letter if there is one, otherwise the base letter.
    var drawn: Unicode.Scalar { PrecomposedLetters.scalar(scalar, marks) ?? scalar }
}

extension ArtCell {
    /// The scalar whose glyph is drawn; see `Cluster.drawn`.
    var drawn: Unicode.Scalar? { scalar.map { PrecomposedLetters.scalar($0, marks) ?? $0 } }
}

/// Column widths of characters in a grid (Unicode Standard Annex 11, "East Asian Width").
enum CharacterWidth {
    /// The width of a single scalar: 2 for wide and full-width characters and for emoji, otherwise 1.
    static func cells(_ scalar: Unicode.Scalar) -> Int {
        guard scalar.value >= 0x1100, !blocks.contains(scalar.value) else { return 1 }
        return scalar.properties.isEmojiPresentation || isWide(scalar.value) ? 2 : 1
    }

    /// The width of a scalar with the rest of its grapheme cluster. Emoji requested by U+FE0F, flags and joined emoji
    /// are wide.
    static func cells(_ scalar: Unicode.Scalar, _ marks: [Unicode.Scalar]) -> Int {
        guard !marks.isEmpty, scalar.value >= 0x23 else { return cells(scalar) }
        let isEmoji = marks.contains { $0.value == 0xFE0F || $0.properties.isEmojiPresentation }
        return isEmoji ? 2 : cells(scalar)
    }

    private static func isWide(_ value: UInt32) -> Bool {
        var (low, high) = (0, wide.count)
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].1 < value { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].0 <= value
    }

    /// Box drawing and block elements, which coloured art mostly consists of: known to be narrow without a search.
    private static let blocks: Range<UInt32> = 0x2500..<0x25A0

    /// Ranges with property W or F in EastAsianWidth.txt of Unicode 14, plus the planes and blocks that are wide as a
    /// whole. Later emoji are recognised by their emoji property.
    private static let wide: [(UInt32, UInt32)] = [
        (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3),
        (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2648, 0x2653), (0x267F, 0x267F), (0x2693, 0x2693), (0x26A1, 0x26A1),
        (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4), (0x26EA, 0x26EA),
        (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD), (0x2705, 0x2705), (0x270A, 0x270B),
        (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755), (0x2757, 0x2757), (0x2795, 0x2797),
        (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x2E80, 0x303E),
        (0x3041, 0x3247), (0x3250, 0x4DBF), (0x4E00, 0xA4C6), (0xA960, 0xA97C), (0xAC00, 0xD7A3), (0xF900, 0xFAFF),
        (0xFE10, 0xFE19), (0xFE30, 0xFE6B), (0xFF01, 0xFF60), (0xFFE0, 0xFFE6), (0x16FE0, 0x18D08),
        (0x1AFF0, 0x1B2FB), (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A),
        (0x1F200, 0x1F265), (0x1F300, 0x1F320), (0x1F32D, 0x1F335), (0x1F337, 0x1F37C), (0x1F37E, 0x1F393),
        (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3), (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4), (0x1F3F8, 0x1F43E),
        (0x1F440, 0x1F440), (0x1F442, 0x1F4FC), (0x1F4FF, 0x1F53D), (0x1F54B, 0x1F54E), (0x1F550, 0x1F567),
        (0x1F57A, 0x1F57A), (0x1F595, 0x1F596), (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F), (0x1F680, 0x1F6C5),
        (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2), (0x1F6D5, 0x1F6DF), (0x1F6EB, 0x1F6EC), (0x1F6F4, 0x1F6FC),
        (0x1F7E0, 0x1F7F0), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF), (0x1FA70, 0x1FAF6),
        (0x20000, 0x3FFFD),
    ]
}
