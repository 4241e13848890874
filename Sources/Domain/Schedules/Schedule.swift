/// Weekly windows, united: it is open while any of them is. Without windows it never opens.
package struct Schedule: Hashable, Sendable {
    package let windows: [ScheduleWindow]

    package init(windows: [ScheduleWindow]) {
        self.windows = windows
    }

    /// The zones that its windows name.
    package var zones: Set<String> { Set(windows.compactMap(\.zone)) }
}

/// Whether a schedule is open, and until when.
package struct ScheduleState: Hashable, Sendable {
    package let isOpen: Bool
    /// The next moment at which the schedule opens or closes; `nil` if it never does.
    package let changes: UTCMillis?
}

extension Schedule {
    /// Finds out whether the schedule is open at a moment, and when that changes. Looks up to 28 years ahead, which only
    /// windows of several zones need.
    package func state(at moment: UTCMillis, zones: TimeZones) throws(UnknownZone) -> ScheduleState {
        var clocks: [WeekClock] = []
        for zone in Set(windows.map(\.zone)) {
            let minutes = OpenMinutes(windows.filter { $0.zone == zone })
            clocks.append(WeekClock(zone: try zones.rules(of: zone), open: minutes))
        }
        let now = moment.seconds
        let isOpen = clocks.contains { $0.isOpen(at: now) }
        // A zone in which every minute of the week is open decides alone.
        guard !clocks.contains(where: \.open.isAlways) else { return ScheduleState(isOpen: true, changes: nil) }
        let limit = now + Self.longestSearch
        var second = now
        while second < limit {
            let shift = clocks.compactMap { $0.zone.change(afterSecond: second)?.second }.min() ?? .max
            // Until a zone changes its offset, the schedule repeats every week.
            let weekEnd = min(shift, second + Self.week)
            while let edge = clocks.compactMap({ $0.edge(after: second) }).min(), edge < weekEnd {
                if clocks.contains(where: { $0.isOpen(at: edge) }) != isOpen { return changed(from: isOpen, at: edge) }
                second = edge
            }
            guard shift < limit else { break }
            if clocks.contains(where: { $0.isOpen(at: shift) }) != isOpen { return changed(from: isOpen, at: shift) }
            second = shift
        }
        return ScheduleState(isOpen: isOpen, changes: nil)
    }

    private func changed(from isOpen: Bool, at second: Int) -> ScheduleState {
        ScheduleState(isOpen: isOpen, changes: UTCMillis(seconds: second))
    }

    private static var week: Int { 7 * 86_400 }

    /// 28 years, after which the weekdays fall on the same dates again. It takes so long only if windows of several
    /// zones leave no minute free together.
    private static var longestSearch: Int { 28 * 1461 * 86_400 / 4 }
}

/// The minutes of the week at which the windows of one zone are open. Whether they are depends on nothing but the
/// weekday and the time that the local clock shows.
private struct OpenMinutes {
    /// Ranges in minutes from Monday 00:00 to 10,080; in order, apart from each other.
    let ranges: [Range<Int>]

    init(_ windows: [ScheduleWindow]) {
        var all: [Range<Int>] = []
        for window in windows {
            for day in window.days {
                let start = day.rawValue * 1440 + window.start
                let end = start + window.length
                all.append(start..<min(end, Self.week))
                if end > Self.week { all.append(0..<(end - Self.week)) }
            }
        }
        var merged: [Range<Int>] = []
        for range in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        ranges = merged
    }

    var isAlways: Bool { ranges == [0..<Self.week] }

    static let week = 7 * 1440
}

/// One zone's clock with the windows that follow it.
private struct WeekClock {
    let zone: TimeZoneRules
    let open: OpenMinutes

    func isOpen(at second: Int) -> Bool {
        let minute = secondOfWeek(at: second) / 60
        return open.ranges.contains { $0.contains(minute) }
    }

    /// Returns the next moment at which a range begins or ends, if the clock isn't changed before; `nil` without ranges.
    func edge(after second: Int) -> Int? {
        let now = secondOfWeek(at: second)
        let edges = open.ranges.flatMap { [$0.lowerBound * 60, $0.upperBound * 60] }
        return edges.map { edge in
            let distance = (edge - now).modulo(OpenMinutes.week * 60)
            return second + (distance == 0 ? OpenMinutes.week * 60 : distance)
        }.min()
    }

    private func secondOfWeek(at second: Int) -> Int {
        // 1970-01-01 was a Thursday.
        (zone.localSeconds(atSecond: second) + 3 * 86_400).modulo(OpenMinutes.week * 60)
    }
}
