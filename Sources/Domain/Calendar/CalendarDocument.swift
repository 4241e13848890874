/// A calendar as calendar programs read it from an address: iCalendar, RFC 5545. Written without the present time, so that
/// the same entries are the same bytes.
package struct CalendarDocument: Equatable, Sendable {
    package let name: String
    /// How often programs should read it again, in hours.
    package let refreshHours: Int
    package let events: [CalendarEvent]

    package init(name: String, refreshHours: Int = 1, events: [CalendarEvent]) {
        self.name = name
        self.refreshHours = refreshHours
        self.events = events
    }

    package var bytes: [UInt8] {
        var lines = CalendarLines()
        lines.add("BEGIN", "VCALENDAR")
        lines.add("VERSION", "2.0")
        lines.add("PRODID", "-//textifyd//calendar//EN")
        lines.add("CALSCALE", "GREGORIAN")
        lines.add("METHOD", "PUBLISH")
        lines.add("NAME", text: name)
        lines.add("X-WR-CALNAME", text: name)
        lines.add("REFRESH-INTERVAL;VALUE=DURATION", "PT\(refreshHours)H")
        lines.add("X-PUBLISHED-TTL", "PT\(refreshHours)H")
        for event in events where event.isWritable { event.add(to: &lines) }
        lines.add("END", "VCALENDAR")
        return lines.bytes
    }
}

/// An entry of a calendar. Nobody is busy because of it.
package struct CalendarEvent: Equatable, Sendable {
    package enum Time: Equatable, Sendable {
        case day(LocalDay)
        case moment(UTCMillis)
    }

    /// The same for the same thing in every document, and for nothing else.
    package let id: String
    package let time: Time
    /// When what it tells was last changed.
    package let stamp: UTCMillis
    package let summary: String
    /// Lines; none for no description.
    package let description: [String]
    package let url: String?

    package init(
        id: String, time: Time, stamp: UTCMillis, summary: String, description: [String] = [], url: String? = nil
    ) {
        self.id = id
        self.time = time
        self.stamp = stamp
        self.summary = summary
        self.description = description
        self.url = url
    }

    /// Years have four digits.
    fileprivate var isWritable: Bool {
        let day =
            switch time {
            case .day(let day): day
            case .moment(let moment): moment.day
            }
        return [day, stamp.day].allSatisfy { (1...9998).contains($0.year) }
    }

    fileprivate func add(to lines: inout CalendarLines) {
        lines.add("BEGIN", "VEVENT")
        lines.add("UID", text: id)
        lines.add("DTSTAMP", stamp.calendarText)
        switch time {
        case .day(let day):
            lines.add("DTSTART;VALUE=DATE", day.calendarText)
            lines.add("DTEND;VALUE=DATE", day.next.calendarText)
        case .moment(let moment): lines.add("DTSTART", moment.calendarText)
        }
        lines.add("SUMMARY", text: summary)
        if !description.isEmpty { lines.add("DESCRIPTION", texts: description) }
        if let url { lines.add("URL", CalendarLines.plain(url)) }
        lines.add("TRANSP", "TRANSPARENT")
        lines.add("END", "VEVENT")
    }
}

/// The lines of a document. Texts of others can't end one, and so can't begin another.
private struct CalendarLines {
    private(set) var bytes: [UInt8] = []

    /// The longest line in bytes, without its end.
    private static let longest = 75

    /// `value`: without control characters, and escaped.
    mutating func add(_ property: String, _ value: String) {
        var used = 0
        for scalar in "\(property):\(value)".unicodeScalars {
            let encoded = Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            if used + encoded.count > Self.longest {
                bytes += [13, 10, 32]
                used = 1
            }
            bytes += encoded
            used += encoded.count
        }
        bytes += [13, 10]
    }

    mutating func add(_ property: String, text: String) {
        add(property, Self.escaped(text))
    }

    mutating func add(_ property: String, texts: [String]) {
        add(property, texts.map(Self.escaped).joined(separator: "\\n"))
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in plain(text).unicodeScalars {
            if ["\\", ";", ","].contains(scalar) { escaped.unicodeScalars.append("\\") }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    /// The text in one line, without control characters and those that change the writing direction.
    static func plain(_ text: String) -> String {
        var plain = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 9, 10, 13, 0x85, 0x2028, 0x2029: plain.unicodeScalars.append(" ")
            case ..<32, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x61C, 0xFEFF: continue
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }
}

extension LocalDay {
    /// `20261129`.
    fileprivate var calendarText: String { text.filter { $0 != "-" } }
}

extension UTCMillis {
    fileprivate var day: LocalDay { LocalDay(dayNumber: seconds.quotient(86_400)) }

    /// `20261129T090000Z`.
    fileprivate var calendarText: String { String(rfc3339.prefix(19)).filter { $0 != "-" && $0 != ":" } + "Z" }
}
