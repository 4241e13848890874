/// The form of texts in which search compares them.
package enum SearchText {
    /// NFC without differences of case: `Straße`, `STRASSE` and `STRAẞE` are the same. Only upper case expands a letter
    /// such as `ß`, and only lower case turns `ẞ` into it. Idempotent.
    package static func fold(_ text: some StringProtocol) -> String {
        // Most texts are plain, and folding is most of the time of a search's exact check.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        if text.unicodeScalars.allSatisfy(\.isASCIIOrSyllable) { return lowercasedASCII(text) }
        return composed(composed(text).lowercased().uppercased().lowercased())
    }

    private static func lowercasedASCII(_ text: some StringProtocol) -> String {
        var bytes = Array(text.utf8)
        for index in bytes.indices where (65...90).contains(bytes[index]) { bytes[index] += 32 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// NFC.
    package static func composed(_ text: some StringProtocol) -> String { OutputName.composed(String(text)) }
}

extension Unicode.Scalar {
    /// Whether the character is ASCII, a Hangul syllable or a common Han character: these have no other composition and,
    /// apart from ASCII, no case.
    fileprivate var isASCIIOrSyllable: Bool {
        switch value {
        case ..<0x80, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
        default: false
        }
    }
}

/// Splits texts into the pieces that search compares, and writes pieces as the tokens of an index: the same for every
/// store.
///
/// A text is folded (`SearchText.fold`), then split:
/// - A run of Hangul, Han or kana is one piece, and searches find any part of it. Its tokens are its overlapping pairs
///   of characters and its last character alone. So every character of a run begins a token, and a query of a single
///   character is a prefix: `국*` finds the pairs that begin with `국`, and `국` at the end of a run.
/// - Other letters and digits are words, which are found whole or by their beginning.
/// - Each emoji is a piece: a whole grapheme cluster, such as a family, a flag, or a hand with a skin tone.
/// - Combining marks stay with the letter before them. Characters that are not displayed (soft hyphens, joiners,
///   variation selectors) are left out: ❤ is found however it is displayed.
/// - Everything else separates pieces and can't be found.
///
/// Tokens consist only of letters and digits that SQLite's `unicode61 remove_diacritics 0` keeps together and that
/// PostgreSQL stores unchanged. Any other character is written as `x` and its hexadecimal number in its place, so that
/// the beginning of a word is still the beginning of its token; an emoji is `e` and the numbers of its characters. A
/// word that looks like such a token gives a false hit, which the exact check of candidates removes.
package enum SearchTokenizer {
    /// Stored with an index. Must be raised with every change of any text's tokens, also if a new toolchain brings
    /// newer Unicode tables, because an entry of a contentless index can only be deleted by its exact tokens.
    package static let version = 1

    package static func pieces(of text: some StringProtocol) -> [SearchPiece] {
        let folded = SearchText.fold(text)
        var splitter = PieceSplitter()
        // Only emoji are made of several scalars, and finding the borders of characters takes most of the time.
        if folded.unicodeScalars.contains(where: \.canMakeEmoji) {
            for character in folded { splitter.add(character) }
        } else {
            for scalar in folded.unicodeScalars { splitter.add(scalar) }
        }
        return splitter.pieces
    }
}

/// A part of a text that search compares as a unit.
package struct SearchPiece: Equatable, Sendable {
    package enum Kind: Sendable {
        /// Letters and digits of scripts that separate words.
        case word
        /// Hangul, Han or kana, where spaces don't tell where words begin.
        case run
        case emoji
    }

    package let kind: Kind
    /// Not empty. Scalars, because characters would depend on their neighbours.
    package fileprivate(set) var scalars: [Unicode.Scalar]

    /// The tokens by which an index knows a text with this piece.
    var documentTokens: [String] {
        switch kind {
        case .word, .emoji: [token]
        case .run: pairs + [Self.written(scalars.suffix(1))]
        }
    }

    /// The tokens that any text must have in which the piece is found.
    func requiredTokens(isPrefix: Bool) -> [RequiredToken] {
        switch kind {
        case .word, .emoji: [RequiredToken(text: token, isPrefix: isPrefix)]
        case .run where scalars.count == 1: [RequiredToken(text: Self.written(scalars[...]), isPrefix: true)]
        case .run: pairs.map { RequiredToken(text: $0, isPrefix: false) }
        }
    }

    /// Whether exactly the texts in which the piece is found have its token, or one that begins with it. A word such as
    /// `e1f44d` or `x302` could also be the token of an emoji or of an escaped character, or the beginning of one.
    var hasExactToken: Bool {
        guard kind != .emoji, scalars.count <= (kind == .run ? 2 : Self.longest - 1) else { return false }
        let token = Self.written(scalars[...]).unicodeScalars
        let looksLikeEmoji = token.first == "e" && token.dropFirst().allSatisfy(\.properties.isASCIIHexDigit)
        return !looksLikeEmoji && !token.contains("x")
    }

    /// The number of scalars after which the token of a word ends: longer tokens would be too large for an index, and
    /// the exact check tells their words apart.
    private static let longest = 64

    private var token: String {
        let kept = scalars.prefix(Self.longest)
        return kind == .emoji ? "e" + kept.map { String($0.value, radix: 16) }.joined() : Self.written(kept)
    }

    private var pairs: [String] { scalars.indices.dropLast().map { Self.written(scalars[$0...($0 + 1)]) } }

    private static func written(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = ""
        for scalar in scalars {
            if scalar.isPlainInTokens { text.unicodeScalars.append(scalar) } else { text += scalar.escaped }
        }
        return text
    }
}

/// A token that the index must have for a text to be a candidate.
package struct RequiredToken: Hashable, Sendable {
    package let text: String
    /// Whether any token that begins with the text will do.
    package let isPrefix: Bool
}

private struct PieceSplitter {
    private(set) var pieces: [SearchPiece] = []
    /// Whether a letter that follows belongs to the last piece.
    private var isOpen = false

    mutating func add(_ character: Character) {
        guard !character.isEmojiSequence else {
            let kept = character.unicodeScalars.filter { !$0.properties.isVariationSelector }
            pieces.append(SearchPiece(kind: .emoji, scalars: Array(kept)))
            isOpen = false
            return
        }
        for scalar in character.unicodeScalars { add(scalar) }
    }

    mutating func add(_ scalar: Unicode.Scalar) {
        switch scalar.searchClass {
        case .letter(let kind) where isOpen && pieces.last?.kind == kind: append(scalar)
        case .letter(let kind):
            pieces.append(SearchPiece(kind: kind, scalars: [scalar]))
            isOpen = true
        case .mark: if isOpen { append(scalar) }
        case .hidden: break
        case .separator: isOpen = false
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) { pieces[pieces.count - 1].scalars.append(scalar) }
}

extension Character {
    /// Whether the character can be displayed as an emoji, whichever form its variation selector asks for. A digit, `#`
    /// or `*` is one only in a keycap.
    fileprivate var isEmojiSequence: Bool {
        guard let first = unicodeScalars.first else { return false }
        guard first.isASCII else { return first.canMakeEmoji && first != .keycap }
        return first.properties.isEmoji && unicodeScalars.contains(Unicode.Scalar.keycap)
    }
}

extension Unicode.Scalar {
    fileprivate static let keycap: Unicode.Scalar = "\u{20E3}"

    /// Whether an emoji begins with the character, or is made by it of the character before.
    fileprivate var canMakeEmoji: Bool {
        switch value {
        case ..<0xA9, 0x4E00...0x9FFF, 0xAC00...0xD7A3: false
        case 0x24DC: true  // The lower case of Ⓜ, which is no emoji itself.
        default: properties.isEmoji || self == .keycap
        }
    }

    fileprivate enum SearchClass {
        case letter(SearchPiece.Kind)
        case mark
        /// Not displayed.
        case hidden
        case separator
    }

    fileprivate var searchClass: SearchClass {
        if isASCII { return UInt8(ascii: self).isASCIILetterOrDigit ? .letter(.word) : .separator }
        if properties.isDefaultIgnorableCodePoint { return .hidden }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            return .letter(isOfRun ? .run : .word)
        case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
        default: return .separator
        }
    }

    /// Whether a letter is Hangul, Han or kana.
    private var isOfRun: Bool {
        switch value {
        case 0xAC00...0xD7A3, 0x4E00...0x9FFF: true  // Most of them.
        case ..<0x1100: false
        case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0x3131...0x318E, 0xFFA0...0xFFDC: true  // Jamo.
        case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F, 0x1AFF0...0x1B16F: true  // Kana.
        case 0x3005, 0x303B: true  // Repetition of a Han character.
        default: properties.isIdeographic
        }
    }

    /// Whether SQLite's unicode61 takes the character as part of a token: a letter or digit of Unicode 6.1. Checked
    /// against SQLite 3.40.1 for every character.
    ///
    /// Conjoining jamo are such letters, but two of them are canonically equivalent to a syllable: written in hex, no
    /// two tokens are equal that differ in their bytes.
    fileprivate var isPlainInTokens: Bool {
        if isASCII { return UInt8(ascii: self).isASCIILetterOrDigit }
        switch value {
        case 0xAC00...0xD7A3, 0x4E00...0x9FA5: return true
        case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: return false
        case 0x19B0...0x19C9, 0x1CF2...0x1CF3: return false  // Letters now, but marks in Unicode 6.1.
        default:
            guard case .letter = searchClass, let age = properties.age else { return false }
            return (age.major, age.minor) <= (6, 1)
        }
    }

    fileprivate var escaped: String { "x" + String(value, radix: 16) }
}
