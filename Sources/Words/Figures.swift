internal import Domain

/// Numbers as people read them.
enum Figures {
    /// Bytes in the largest unit that keeps a whole part: `900 bytes`, `1.5 MiB`, `256 MiB`.
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

    /// Groups of three: `32,000`.
    static func count(_ number: some BinaryInteger) -> String {
        let digits = String(number.magnitude)
        var grouped = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { grouped += "," }
            grouped.append(digit)
        }
        return (number < 0 ? "-" : "") + grouped
    }

    /// Foreign words in one line: nothing hidden, no full stop at the end, at most 200 characters.
    static func quoted(_ words: String) -> String {
        var line = TerminalText.line(words)
        while let last = line.last, last == "." || last.isWhitespace { line.removeLast() }
        return line.count > 200 ? String(line.prefix(199)) + "…" : line
    }
}
