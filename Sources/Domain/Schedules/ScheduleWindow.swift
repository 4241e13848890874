/// A stretch of time that returns every week, such as `Mon-Fri 22:00-06:00 Europe/Berlin`.
///
/// It is open while the local clock of its zone shows a time inside it: on one of its days, from the start to just
/// before the end. A window over midnight belongs to the day on which it starts. What happens when clocks change
/// follows from that: a start or end that is skipped moves to the end of the gap, a window inside a gap stays closed
/// that day, and a window inside a repeated hour opens twice.
package struct ScheduleWindow: Hashable, Sendable {
    /// The days on which it starts; never empty.
    package let days: Set<Weekday>
    /// In minutes of the day: 0–1439.
    package let start: Int
    /// In minutes of the day: 1–1440 (`24:00`), or 0 for the midnight after the start. Never the start; below it, the
    /// window ends on the next day.
    package let end: Int
    /// The zone's name; `nil` for the local zone.
    package let zone: String?

    /// In minutes: 1–1440.
    var length: Int { end > start ? end - start : end + 1440 - start }
}

/// A mistake in the text of a window.
package struct ScheduleWindowProblem: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case empty
        case unknownDay(String)
        /// `22:00-06:00` is missing, or isn't written so.
        case times(String)
        /// Neither `7:00` nor `07:00`.
        case time(String)
        /// Beyond 23, or 24 with other minutes than 00.
        case hour(Int)
        /// Beyond 59.
        case minute(Int)
        /// A window can end at 24:00 but not start then: that is 00:00 of the next day.
        case startsAtDayEnd
        /// The start and the end are equal, which could mean no time or the whole day. The whole day is `00:00-24:00`.
        case equalTimes
        case zone(String)
        /// Text after the zone.
        case unexpected(String)
    }

    package let kind: Kind
    /// The place in UTF-8 bytes from 0.
    package let offset: Int
}

// MARK: - Text

extension ScheduleWindow: CustomStringConvertible {
    /// Reads `[days] HH:MM-HH:MM [zone]`. Days are names and ranges of names, separated by commas; a range can go over
    /// the end of the week (`Fri-Mon`). Without days the window opens every day.
    package init(text: String) throws(ScheduleWindowProblem) {
        var words = PlacedWord.words(of: text)
        guard let first = words.first else { throw ScheduleWindowProblem(kind: .empty, offset: 0) }
        var days = Set(Weekday.allCases)
        if !first.startsWithDigit {
            days = try Self.days(first)
            words.removeFirst()
        }
        guard let times = words.first else {
            throw ScheduleWindowProblem(kind: .times(""), offset: text.utf8.count)
        }
        let (start, end) = try Self.times(times)
        let zone = words.dropFirst().first
        let name = zone.flatMap { TimeZones.name($0.text) }
        if let zone, name == nil { throw zone.problem(.zone(zone.text)) }
        if let extra = words.dropFirst(2).first { throw extra.problem(.unexpected(extra.text)) }
        self.init(days: days, start: start, end: end, zone: name)
    }

    /// The shortest text: `Mon-Fri 22:00-06:00 Europe/Berlin`.
    package var description: String {
        var words: [String] = []
        if days.count < 7 { words.append(daysText) }
        words.append([start, end].map { ($0 / 60).digits(2) + ":" + ($0 % 60).digits(2) }.joined(separator: "-"))
        if let zone { words.append(zone) }
        return words.joined(separator: " ")
    }

    private var daysText: String {
        var runs: [[Weekday]] = []
        for day in days.sorted() {
            if let last = runs.last?.last, last.rawValue + 1 == day.rawValue {
                runs[runs.count - 1].append(day)
            } else {
                runs.append([day])
            }
        }
        // A run over the end of the week is one range.
        if runs.count > 1, let head = runs.first, head.first == .monday, runs.last?.last == .sunday {
            runs[runs.count - 1] += head
            runs.removeFirst()
        }
        return runs.map { run in
            let ends = [run.first, run.last].compactMap { $0?.shortName }
            return run.count == 1 ? ends[0] : ends.joined(separator: run.count == 2 ? "," : "-")
        }.joined(separator: ",")
    }

    private static func days(_ word: PlacedWord) throws(ScheduleWindowProblem) -> Set<Weekday> {
        var days: Set<Weekday> = []
        for item in word.split(",") {
            let ends = item.split("-")
            guard ends.count <= 2 else { throw item.problem(.unknownDay(item.text)) }
            var named: [Weekday] = []
            for end in ends {
                guard let day = Weekday(name: end.text) else { throw end.problem(.unknownDay(end.text)) }
                named.append(day)
            }
            guard let first = named.first, let last = named.last else { continue }
            let count = (last.rawValue - first.rawValue).modulo(7)
            for step in 0...count {
                if let day = Weekday(rawValue: (first.rawValue + step) % 7) { days.insert(day) }
            }
        }
        return days
    }

    private static func times(_ word: PlacedWord) throws(ScheduleWindowProblem) -> (start: Int, end: Int) {
        let ends = word.split("-")
        guard ends.count == 2 else { throw word.problem(.times(word.text)) }
        let (start, end) = (try minute(ends[0]), try minute(ends[1]))
        if start == 1440 { throw ends[0].problem(.startsAtDayEnd) }
        if start == end { throw word.problem(.equalTimes) }
        return (start, end)
    }

    /// Reads the minute of the day, 0–1440.
    private static func minute(_ word: PlacedWord) throws(ScheduleWindowProblem) -> Int {
        let parts = word.split(":")
        guard parts.count == 2, (1...2).contains(parts[0].text.utf8.count), parts[1].text.utf8.count == 2,
            let hour = Int(digits: parts[0].text), let minute = Int(digits: parts[1].text)
        else { throw word.problem(.time(word.text)) }
        guard minute < 60 else { throw parts[1].problem(.minute(minute)) }
        guard hour < 24 || hour == 24 && minute == 0 else { throw parts[0].problem(.hour(hour)) }
        return hour * 60 + minute
    }
}

/// A part of a text with its place in it.
struct PlacedWord {
    let text: String
    /// In UTF-8 bytes.
    let offset: Int

    var startsWithDigit: Bool { text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false }

    /// Splits at spaces and tabs.
    static func words(of text: String) -> [PlacedWord] {
        text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map { part in
            PlacedWord(
                text: String(Substring(part)), offset: text.utf8.distance(from: text.startIndex, to: part.startIndex))
        }
    }

    /// Splits at a character, keeping empty parts.
    func split(_ separator: Unicode.Scalar) -> [PlacedWord] {
        text.utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map { part in
            PlacedWord(
                text: String(Substring(part)),
                offset: offset + text.utf8.distance(from: text.startIndex, to: part.startIndex))
        }
    }
}

extension PlacedWord {
    fileprivate func problem(_ kind: ScheduleWindowProblem.Kind) -> ScheduleWindowProblem {
        ScheduleWindowProblem(kind: kind, offset: offset)
    }
}
