/// The user's characters or text, split into clusters of one or two cells.
struct UserText {
    /// In input order. Runs of white space become a single blank.
    let clusters: [Cluster]
    /// Scalars that would break a grid, by code point.
    let unusable: [Unicode.Scalar]

    /// More than a family emoji has.
    private static let maxMarks = 16

    init(_ text: String) {
        var clusters: [Cluster] = []
        var unusable: Set<Unicode.Scalar> = []
        for character in String(UserText.composed(text)) {
            let scalars = Array(character.unicodeScalars)
            if UserText.isSpace(scalars[0]) {
                if clusters.last?.isBlank != true { clusters.append(.blank) }
            } else if let cluster = UserText.cluster(scalars) {
                clusters.append(cluster)
            } else {
                unusable.formUnion(UserText.offendingScalars(scalars))
            }
        }
        self.clusters = clusters
        self.unusable = unusable.sorted()
    }

    /// File systems and some keyboards produce Hangul syllables as separate Jamo; composed, a syllable takes two cells.
    private static func composed(_ text: String) -> String.UnicodeScalarView {
        var result: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            if let last = result.last, let syllable = syllable(last, scalar) {
                result[result.count - 1] = syllable
            } else {
                result.append(scalar)
            }
        }
        return String.UnicodeScalarView(result)
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

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: true
        case .control: 9...13 ~= scalar.value || scalar.value == 0x85
        default: false
        }
    }

    private static func cluster(_ scalars: [Unicode.Scalar]) -> Cluster? {
        let marks = Array(scalars.dropFirst())
        guard keepsToCell(scalars[0]), marks.count <= maxMarks, marks.last?.value != 0x200D,
            marks.allSatisfy(belongs)
        else { return nil }
        return Cluster(scalar: scalars[0], marks: marks)
    }

    /// Whether a base character keeps to its cell: no mark without a base, no control character, and no right-to-left
    /// script.
    private static func keepsToCell(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .nonspacingMark, .enclosingMark, .spacingMark:
            false
        default: !runsRightToLeft(scalar.value)
        }
    }

    /// Whether a following scalar stays in the cell of its base: marks and the components of joined emoji.
    private static func belongs(_ mark: Unicode.Scalar) -> Bool {
        switch mark.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: mark.value == 0x200D || mark.properties.isEmoji && mark.value > 0xFF
        }
    }

    /// The scalars that make a character unusable.
    private static func offendingScalars(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard keepsToCell(scalars[0]) else { return scalars }
        let marks = scalars.dropFirst().filter { !belongs($0) || $0.value == 0x200D }
        return marks.isEmpty ? scalars : marks
    }

    private static func runsRightToLeft(_ value: UInt32) -> Bool {
        0x0590...0x08FF ~= value || 0xFB1D...0xFDFF ~= value || 0xFE70...0xFEFF ~= value
            || 0x10800...0x10FFF ~= value || 0x1E800...0x1EFFF ~= value
    }
}
