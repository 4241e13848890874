/// Korean particles, which follow the sound of the word before them.
enum Particle {
    case topic
    case subject
    case object

    /// The word with its particle. Behind a Hangul syllable or a digit it is certain; behind anything else both forms
    /// are written, as is usual.
    func after(_ word: String) -> String {
        guard let closes = Self.closes(word) else { return word + both }
        return word + (closes ? closed : open)
    }

    private var closed: String {
        switch self {
        case .topic: "은"
        case .subject: "이"
        case .object: "을"
        }
    }

    private var open: String {
        switch self {
        case .topic: "는"
        case .subject: "가"
        case .object: "를"
        }
    }

    private var both: String { "\(closed)(\(open))" }

    /// Whether the last syllable ends with a consonant; `nil` when that can't be told.
    private static func closes(_ word: String) -> Bool? {
        guard let last = word.unicodeScalars.last?.value else { return nil }
        if (0xAC00...0xD7A3).contains(last) { return (last - 0xAC00) % 28 != 0 }
        // 영 일 이 삼 사 오 육 칠 팔 구
        if (48...57).contains(last) { return [0, 1, 3, 6, 7, 8].contains(last - 48) }
        return nil
    }
}
