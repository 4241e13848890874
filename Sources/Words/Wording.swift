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

    /// The end of a sentence about an unknown word: suggests the `nearest` known one, if there is one.
    func suggestion(_ nearest: String?) -> String {
        nearest.map { say(" Did you mean \($0)?", " 혹시 \($0)인가요?") } ?? ""
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
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { grouped += "," }
            grouped.append(digit)
        }
        return (number < 0 ? "-" : "") + grouped
    }

    /// Prepares foreign text for quotation: one line, control characters made visible, no full stop at the end, at most
    /// 200 characters.
    static func quoted(_ text: String) -> String {
        var line = TerminalText.line(text)
        while let last = line.last, last == "." || last.isWhitespace { line.removeLast() }
        return line.count > 200 ? String(line.prefix(199)) + "…" : line
    }
}
