/// A moment as people give it once, relative to now: `07:00`, `tomorrow 07:00`, `2026-12-24 18:00` or `+2h`. All but
/// the last can name a zone at the end.
package struct PlannedTime: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// The next time a clock shows this second of the day.
        case clock(second: Int)
        /// This second of the day, days from today: 0 or 1.
        case day(ahead: Int, second: Int)
        case date(LocalDateTime)
        case delay(milliseconds: Int64)
    }

    let form: Form
    /// The name of the zone whose clock is meant; `nil` for the local zone.
    package let zone: String?
    /// The place of the date or time in the text, for errors.
    let offset: Int
}

/// A mistake in the times of a plan.
package struct PlannedTimeProblem: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case empty
        /// Neither `7:00`, `07:00` nor `07:00:30`.
        case time(String)
        /// Neither `today`, `tomorrow` nor an existing date such as `2026-12-24`.
        case day(String)
        /// A day without a time.
        case missingTime
        /// `+` isn't followed by a duration such as `2h`.
        case delay(String)
        case zone(String)
        /// Text after the end.
        case unexpected(String)
        case unknownZone(String)
        /// The moment was before now.
        case past(UTCMillis)
        /// The interval names a time itself, or the zone is written twice.
        case givenTwice
        /// `hour` is combined with a time other than `:15`.
        case hourOfHourly(String)
        /// The interval is no word of ours and no calendar expression either.
        case expression(CalendarProblem.Kind)
    }

    package let kind: Kind
    /// The place in UTF-8 bytes from 0, in the text that was read.
    package let offset: Int
}

extension PlannedTime {
    package init(text: String) throws(PlannedTimeProblem) {
        var words = PlacedWord.words(of: text)
        guard let first = words.first else { throw PlannedTimeProblem(kind: .empty, offset: 0) }
        offset = first.offset
        if first.text.hasPrefix("+") {
            guard let delay = DurationText.duration(from: String(first.text.dropFirst())) else {
                throw first.problem(.delay(first.text))
            }
            if let extra = words.dropFirst().first { throw extra.problem(.unexpected(extra.text)) }
            let (seconds, attoseconds) = delay.components
            form = .delay(milliseconds: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
            zone = nil
            return
        }
        if let middle = first.text.utf8.firstIndex(of: UInt8(ascii: "T")), first.startsWithDigit {
            // ISO 8601 has no space between date and time.
            let count = first.text.utf8.distance(from: first.text.startIndex, to: middle)
            words[0] = PlacedWord(text: String(first.text[..<middle]), offset: first.offset)
            let time = first.text[first.text.utf8.index(after: middle)...]
            words.insert(PlacedWord(text: String(time), offset: first.offset + count + 1), at: 1)
        }
        let isClock = first.startsWithDigit && first.text.contains(":") && words.first?.text == first.text
        guard let time = isClock ? words.first : words.dropFirst().first else {
            _ = try Self.form(of: first, second: 0)
            throw PlannedTimeProblem(kind: .missingTime, offset: text.utf8.count)
        }
        let day = isClock ? nil : words.first
        if let day { _ = try Self.form(of: day, second: 0) }
        let second = try Self.second(time)
        form = if let day { try Self.form(of: day, second: second) } else { .clock(second: second) }
        let rest = words.dropFirst(isClock ? 1 : 2)
        zone = rest.first.flatMap { TimeZones.name($0.text) }
        if let word = rest.first, zone == nil { throw word.problem(.zone(word.text)) }
        if let extra = rest.dropFirst().first { throw extra.problem(.unexpected(extra.text)) }
    }

    private static func form(of day: PlacedWord, second: Int) throws(PlannedTimeProblem) -> Form {
        switch day.text.lowercased() {
        case "today": return .day(ahead: 0, second: second)
        case "tomorrow": return .day(ahead: 1, second: second)
        default:
            guard let date = LocalDay(text: day.text) else { throw day.problem(.day(day.text)) }
            return .date(LocalDateTime(day: date).adding(seconds: second))
        }
    }

    /// Reads `H:MM`, `HH:MM` or `HH:MM:SS` as a second of the day.
    fileprivate static func second(_ word: PlacedWord) throws(PlannedTimeProblem) -> Int {
        let parts = word.split(":").map(\.text)
        let numbers = parts.compactMap { Int(digits: $0) }
        guard (2...3).contains(parts.count), numbers.count == parts.count, (1...2).contains(parts[0].utf8.count),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }), numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { throw word.problem(.time(word.text)) }
        return (numbers[0] * 60 + numbers[1]) * 60 + (numbers.count == 3 ? numbers[2] : 0)
    }

    /// Returns the moment that is meant now. A time that the clock skips is the end of the gap; of a time that it shows
    /// twice, the first that is still to come counts.
    package func moment(now: UTCMillis, zones: TimeZones) throws(PlannedTimeProblem) -> UTCMillis {
        let rules: TimeZoneRules
        do throws(UnknownZone) {
            rules = try zones.rules(of: zone)
        } catch {
            throw PlannedTimeProblem(kind: .unknownZone(error.name), offset: offset)
        }
        let today = rules.local(at: now).day
        switch form {
        case .delay(let milliseconds): return now + milliseconds
        case .date(let local): return try future(rules.moments(of: local), now: now)
        case .day(let ahead, let second):
            let day = ahead == 0 ? today : today.next
            return try future(rules.moments(of: LocalDateTime(day: day).adding(seconds: second)), now: now)
        case .clock(let second):
            var day = today
            // A zone can skip a whole day.
            for _ in 0..<4 {
                let moments = rules.moments(of: LocalDateTime(day: day).adding(seconds: second))
                if case .none = moments {} else if let next = Self.next(moments, after: now) { return next }
                day = day.next
            }
            throw PlannedTimeProblem(kind: .past(now), offset: offset)
        }
    }

    private static func next(_ moments: LocalMoments, after now: UTCMillis) -> UTCMillis? {
        if moments.first > now { return moments.first }
        if case .two(_, let later) = moments, later > now { return later }
        return nil
    }

    private func future(_ moments: LocalMoments, now: UTCMillis) throws(PlannedTimeProblem) -> UTCMillis {
        guard let next = Self.next(moments, after: now) else {
            throw PlannedTimeProblem(kind: .past(moments.first), offset: offset)
        }
        return next
    }
}

// MARK: - Repeated times

extension CalendarExpression {
    /// Creates an expression from an interval and the time within it: `--every weekday --at 07:00`.
    ///
    /// The interval is `day`, `weekday`, `weekend`, `week` (on Monday), `month` (on the 1st), `year` (on the 1st of
    /// January), `hour`, a list of weekdays such as `mon,thu`, or any calendar expression. The time is `07:00`, with a
    /// zone if wanted; for `hour` it is `:15`. Without one, the interval begins at its start.
    package init(at time: String?, every interval: String) throws(PlannedEveryProblem) {
        let words = PlacedWord.words(of: interval)
        guard let first = words.first else { throw .every(.init(kind: .empty, offset: 0)) }
        let clock: (second: Int, zone: String?)?
        do throws(PlannedTimeProblem) {
            clock = try time.map { text throws(PlannedTimeProblem) in
                try Self.clock(text, isHourly: first.text.lowercased() == "hour")
            }
        } catch {
            throw .at(error)
        }
        do throws(PlannedTimeProblem) {
            self = try Self(words: words, interval: interval, clock: clock)
        } catch {
            throw .every(error)
        }
    }

    private init(words: [PlacedWord], interval: String, clock: (second: Int, zone: String?)?)
        throws(PlannedTimeProblem)
    {
        let first = words[0]
        var date: String? =
            switch first.text.lowercased() {
            case "day", "hour": "*-*-*"
            case "weekday": "Mon..Fri *-*-*"
            case "weekend": "Sat,Sun *-*-*"
            case "week": "Mon *-*-*"
            case "month": "*-*-01"
            case "year": "*-01-01"
            default: nil
            }
        if date != nil, let extra = words.dropFirst().first { throw extra.problem(.unexpected(extra.text)) }
        var zone = clock?.zone
        if date == nil, clock != nil {
            // A raw expression whose time is added must not have one already.
            if let time = words.first(where: { $0.text.contains(":") || $0.text.hasPrefix("@") }) {
                throw time.problem(.givenTwice)
            }
            let parsed = try Self.parsed(interval)
            if parsed.zone != nil, zone != nil, let last = words.last { throw last.problem(.givenTwice) }
            zone = zone ?? parsed.zone
            // Drops the time `00:00:00` and the zone of the normal form.
            let normal = PlacedWord.words(of: parsed.description).map(\.text)
            guard let end = normal.firstIndex(of: "00:00:00") else { throw first.problem(.givenTwice) }
            date = normal[..<end].joined(separator: " ")
        }
        guard let date else {
            self = try Self.parsed(interval)
            return
        }
        let second = clock?.second ?? 0
        let hour = first.text.lowercased() == "hour" ? "*" : "\(second / 3600)"
        let text = [date, "\(hour):\(second / 60 % 60):\(second % 60)", zone].compactMap(\.self)
        self = try Self.parsed(text.joined(separator: " "))
    }

    private static func parsed(_ text: String) throws(PlannedTimeProblem) -> Self {
        do throws(CalendarProblem) {
            return try Self(text: text)
        } catch {
            throw PlannedTimeProblem(kind: .expression(error.kind), offset: error.offset)
        }
    }

    /// Reads `07:00` or, for every hour, `:15`, and a zone.
    private static func clock(_ text: String, isHourly: Bool) throws(PlannedTimeProblem)
        -> (second: Int, zone: String?)
    {
        let words = PlacedWord.words(of: text)
        guard let time = words.first else { throw PlannedTimeProblem(kind: .empty, offset: 0) }
        let zone = words.dropFirst().first.flatMap { TimeZones.name($0.text) }
        if let word = words.dropFirst().first, zone == nil { throw word.problem(.zone(word.text)) }
        if let extra = words.dropFirst(2).first { throw extra.problem(.unexpected(extra.text)) }
        guard isHourly else { return (try PlannedTime.second(time), zone) }
        guard time.text.hasPrefix(":") else { throw time.problem(.hourOfHourly(time.text)) }
        let minute = try PlannedTime.second(PlacedWord(text: "0" + time.text, offset: time.offset))
        return (minute, zone)
    }
}

/// The argument with a mistake.
package enum PlannedEveryProblem: Error, Hashable, Sendable {
    case at(PlannedTimeProblem)
    case every(PlannedTimeProblem)
}

extension PlacedWord {
    fileprivate func problem(_ kind: PlannedTimeProblem.Kind) -> PlannedTimeProblem {
        PlannedTimeProblem(kind: kind, offset: offset)
    }
}
