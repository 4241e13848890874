/// A change of a zone's offset from UTC.
package struct ZoneChange: Hashable, Sendable {
    /// Seconds since 1970.
    package let second: Int
    /// The offset from this moment on, in seconds, positive to the east.
    package let offset: Int

    package var moment: UTCMillis { UTCMillis(seconds: second) }
}

/// The offsets of a time zone at all times: the changes that are listed one by one, and a yearly rule for the years
/// after them.
package struct TimeZoneRules: Hashable, Sendable {
    /// The offset before the first change.
    let firstOffset: Int
    /// In the order of time; each one changes the offset.
    let changes: [ZoneChange]
    /// The rule from `ruleBegins` on. Without one the last offset stays.
    let rule: PosixZoneRule?
    let ruleBegins: Int

    package static let utc = TimeZoneRules(rule: PosixZoneRule(standardOffset: 0, daylight: nil))

    /// A zone that follows one rule at all times.
    package init(rule: PosixZoneRule) {
        self.init(firstOffset: rule.standardOffset, changes: [], rule: rule)
    }

    /// Creates a zone from all changes of its file, in the order of time. The rule takes over at the last of them.
    init(firstOffset: Int, changes: [ZoneChange], rule: PosixZoneRule?) {
        self.firstOffset = firstOffset
        self.rule = rule
        ruleBegins = changes.last?.second ?? .min
        var offset = firstOffset
        var real: [ZoneChange] = []
        for var change in changes {
            if let rule, change.second == ruleBegins {
                change = ZoneChange(second: change.second, offset: rule.offset(atSecond: change.second))
            }
            if change.offset != offset { real.append(change) }
            offset = change.offset
        }
        self.changes = real
    }

    /// Returns the seconds to add to UTC, positive to the east.
    package func offset(at moment: UTCMillis) -> Int { offset(atSecond: moment.seconds) }

    func offset(atSecond second: Int) -> Int {
        if let rule, second >= ruleBegins { return rule.offset(atSecond: second) }
        let next = changes.partitioningIndex { $0.second > second }
        return next == 0 ? firstOffset : changes[next - 1].offset
    }

    /// Returns the first change of the offset after a moment; `nil` if it never changes again.
    package func change(after moment: UTCMillis) -> ZoneChange? { change(afterSecond: moment.seconds) }

    func change(afterSecond second: Int) -> ZoneChange? {
        let next = changes.partitioningIndex { $0.second > second }
        if next < changes.count { return changes[next] }
        return rule?.change(afterSecond: max(second, ruleBegins))
    }

    /// Returns what the zone's clocks show at a moment. Fractions of a second are dropped.
    package func local(at moment: UTCMillis) -> LocalDateTime {
        LocalDateTime(localSeconds: localSeconds(atSecond: moment.seconds))
    }

    func localSeconds(atSecond second: Int) -> Int { second + offset(atSecond: second) }
}

// MARK: - From local time to moments

/// The moments at which a local clock shows a date and time.
package enum LocalMoments: Hashable, Sendable {
    case one(UTCMillis)
    /// The clock was put back and shows the time twice.
    case two(earlier: UTCMillis, later: UTCMillis)
    /// The clock was put forward past this time, at `gapEnd`.
    case none(gapEnd: UTCMillis)

    /// The moment, the earlier of two, or the end of the gap.
    package var first: UTCMillis {
        switch self {
        case .one(let moment), .two(let moment, _), .none(let moment): moment
        }
    }
}

extension TimeZoneRules {
    /// Finds the moments of a local date and time. If a clock is put back several times within two days, a time can
    /// occur more than twice; `two` is then its first and its last moment.
    package func moments(of local: LocalDateTime) -> LocalMoments {
        let wanted = local.localSeconds
        // An offset is less than 26 hours.
        var begins = wanted - Self.farthest
        var offset = self.offset(atSecond: begins)
        var found: [Int] = []
        var gapEnd: Int?
        while begins <= wanted + Self.farthest {
            let change = change(afterSecond: begins)
            let ends = change?.second ?? .max
            let moment = wanted - offset
            if moment >= begins, moment < ends { found.append(moment) }
            guard let change else { break }
            if gapEnd == nil, moment >= ends, wanted - change.offset < ends { gapEnd = ends }
            (begins, offset) = (ends, change.offset)
        }
        if let first = found.first, let last = found.last {
            let earlier = UTCMillis(seconds: first)
            return first == last ? .one(earlier) : .two(earlier: earlier, later: UTCMillis(seconds: last))
        }
        return .none(gapEnd: UTCMillis(seconds: gapEnd ?? wanted))
    }

    private static var farthest: Int { 26 * 3600 }
}

extension Array {
    /// Returns the index of the first element with a property that all later elements have too.
    fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

// MARK: - The zones of an installation

/// A zone that isn't known here.
package struct UnknownZone: Error, Hashable, Sendable {
    package let name: String

    package init(name: String) {
        self.name = name
    }
}

/// The zones that schedules refer to.
package struct TimeZones: Hashable, Sendable {
    /// The zone of everything that names none.
    package var local: TimeZoneRules
    package var named: [String: TimeZoneRules]

    package init(local: TimeZoneRules, named: [String: TimeZoneRules] = [:]) {
        self.local = local
        self.named = named
    }

    /// Returns a zone by its name, and the local one for `nil`. `UTC` needs no entry.
    package func rules(of name: String?) throws(UnknownZone) -> TimeZoneRules {
        guard let name else { return local }
        if let rules = named[name] { return rules }
        guard name == "UTC" else { throw UnknownZone(name: name) }
        return .utc
    }

    /// Reads a zone's name, such as `Europe/Berlin` or `Etc/GMT+3`; `UTC` in any case. `nil` if the text has another
    /// form. A name never leads out of the folder of zones, but whether a zone has it isn't checked.
    package static func name(_ text: String) -> String? {
        if text.lowercased() == "utc" { return "UTC" }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let first = text.utf8.first, first.isASCIILetterOrDigit, first > UInt8(ascii: "9"), text.utf8.count < 256
        else { return nil }
        let isName = parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isASCIILetterOrDigit || "+-_".utf8.contains($0) }
        }
        return isName ? text : nil
    }
}

extension TimeZones {
    /// The local zone and the named ones among `names`. `rules`: those of a zone; without a name, of this machine's.
    package init(of names: [String?], rules: (String?) -> TimeZoneRules?) {
        let named = Set(names.compactMap(\.self)).compactMap { name in rules(name).map { (name, $0) } }
        self.init(local: rules(nil) ?? .utc, named: Dictionary(named, uniquingKeysWith: { first, _ in first }))
    }
}
