/// Durations as people write them: a number and one of `ms`, `s`, `m`, `h`, `d`.
package enum DurationText {
    /// Reads `500ms`, `30s`, `1.5s`, `5m`, `2h` or `7d`, rounded to the millisecond. `nil` for anything else, and for
    /// more than a century.
    package static func duration(from text: String) -> Duration? {
        let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        guard let millisecondsEach = milliseconds(in: String(text.dropFirst(number.count))),
            let first = number.first, let last = number.last, first != ".", last != ".",
            let count = Double(number)
        else { return nil }
        let total = (count * millisecondsEach).rounded()
        guard total <= longest else { return nil }
        return .milliseconds(Int64(total))
    }

    /// Returns the shortest exact notation, such as `90s` or `5m`, in whole milliseconds.
    package static func text(of duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let total = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        guard total != 0 else { return "0s" }
        for (unit, each) in units.reversed() where total % Int64(each) == 0 {
            return "\(total / Int64(each))\(unit)"
        }
        return "\(total)ms"
    }

    private static var longest: Double { 100 * 366 * 86_400_000 }

    private static var units: [(name: String, milliseconds: Double)] {
        [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)]
    }

    private static func milliseconds(in unit: String) -> Double? {
        units.first { $0.name == unit }?.milliseconds
    }
}
