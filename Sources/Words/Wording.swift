package import Domain

/// Turns failures into sentences: what happened, to what, why, and what to do. `name` is always the printable form of a
/// file's, folder's or job's name.
package struct Wording: Sendable {
    package let language: Language

    package init(_ language: Language) {
        self.language = language
    }

    func say(_ english: @autoclosure () -> String, _ korean: @autoclosure () -> String) -> String {
        switch language {
        case .english: english()
        case .korean: korean()
        }
    }
}

extension Wording {
    /// Selects the language of a person's terminal: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set
    /// decides.
    package init(environment: [String: String]) {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        self.init(locale.prefix { !"_.@".contains($0) } == "ko" ? .korean : .english)
    }
}

/// Korean particles, whose form depends on the sound of the word before them.
enum Particle {
    case topic
    case subject
    case object

    /// Appends the particle to the word. After a Hangul syllable or a digit the form is certain; after anything else
    /// both forms are written, as is customary.
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

    /// Whether the last syllable ends with a consonant; `nil` where that is unknown.
    private static func closes(_ word: String) -> Bool? {
        guard let last = word.unicodeScalars.last?.value else { return nil }
        if (0xAC00...0xD7A3).contains(last) { return (last - 0xAC00) % 28 != 0 }
        // 0 to 9 are read 영 일 이 삼 사 오 육 칠 팔 구.
        if (48...57).contains(last) { return [0, 1, 3, 6, 7, 8].contains(last - 48) }
        return nil
    }
}

/// Formats numbers and foreign texts for people.
enum Figures {
    /// Formats bytes in the largest unit whose value is at least 1: `900 bytes`, `1.5 MiB`, `256 MiB`.
    static func bytes(_ count: Int64) -> String {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
        var value = Double(count)
        var unit = 0
        while value >= 1024, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        let tenths = (value * 10).rounded()
        let isWhole = unit == 0 || tenths.truncatingRemainder(dividingBy: 10) == 0
        if count == 1 { return "1 byte" }
        return (isWhole ? "\(Int64(tenths / 10))" : "\(tenths / 10)") + " " + units[unit]
    }

    /// A count with its noun: `1 job`, `32,000 jobs`.
    static func counted(_ number: some BinaryInteger, _ one: String, _ many: String) -> String {
        count(number) + " " + (number == 1 ? one : many)
    }

    /// Groups digits by three: `32,000`.
    static func count(_ number: some BinaryInteger) -> String {
        let digits = String(number.magnitude)
        var grouped = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { grouped += "," }
            grouped.append(digit)
        }
        return (number < 0 ? "-" : "") + grouped
    }

    /// Quotes foreign text in one line: control characters made visible, no full stop at the end, at most 200
    /// characters.
    static func quoted(_ words: String) -> String {
        var line = TerminalText.line(words)
        while let last = line.last, last == "." || last.isWhitespace { line.removeLast() }
        return line.count > 200 ? String(line.prefix(199)) + "…" : line
    }
}
