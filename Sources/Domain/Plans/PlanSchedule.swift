/// What decides when an active plan makes jobs. Everything here depends on wall-clock time, which may be set forward or
/// back at any moment.
package struct PlanSchedule: Equatable, Sendable {
    package let id: PlanID
    package let revision: Int64
    /// `nil` for a single moment.
    package let calendar: CalendarExpression?
    package let catchUp: PlanCatchUp
    /// The next moment as it was stored; `nil` if it has to be found again.
    package var due: UTCMillis?
    /// What the clock showed when `due` was found.
    package var found: UTCMillis

    package init(
        id: PlanID, revision: Int64 = 0, calendar: CalendarExpression?, catchUp: PlanCatchUp = .once, due: UTCMillis?,
        found: UTCMillis
    ) {
        self.id = id
        self.revision = revision
        self.calendar = calendar
        self.catchUp = catchUp
        self.due = due
        self.found = found
    }

    package enum Decision: Equatable, Sendable {
        /// Nothing is due before this moment; `nil`: never.
        case wait(until: UTCMillis?)
        case fire(UTCMillis)
        /// This moment and those before it are left out.
        case miss(UTCMillis)
    }

    /// A moment that is noticed within this time was not missed: a restart takes some seconds.
    package static let grace: Int64 = 5 * 60_000
    /// The age up to which a missed moment is made up for.
    package static let catchUpLimit: Int64 = 24 * 3_600_000

    /// Returns the schedule with its next moment from now on, if the clock was set back since that was found. A single
    /// moment stays where it is.
    package func corrected(now: UTCMillis, zones: TimeZones) throws(UnknownZone) -> PlanSchedule {
        guard let calendar, due == nil || now < found else { return self }
        var schedule = self
        schedule.due = try calendar.next(after: now, zones: zones)
        schedule.found = now
        return schedule
    }

    /// Decides what is to be done now. Of several moments that have passed only the latest counts.
    package func decision(now: UTCMillis, zones: TimeZones) throws(UnknownZone) -> Decision {
        guard let due, due <= now else { return .wait(until: due) }
        let latest = max(due, try latest(from: due, to: now, zones: zones) ?? due)
        let age = now.milliseconds(since: latest)
        let isMissed = age > Self.grace && (catchUp == .skip || age > Self.catchUpLimit)
        return isMissed ? .miss(latest) : .fire(latest)
    }

    /// Returns the moment after one that was settled now; `nil` if there is none.
    package func next(after now: UTCMillis, zones: TimeZones) throws(UnknownZone) -> UTCMillis? {
        try calendar?.next(after: now, zones: zones)
    }

    /// Returns the last moment of the calendar in a range that begins with one.
    private func latest(from due: UTCMillis, to now: UTCMillis, zones: TimeZones) throws(UnknownZone) -> UTCMillis? {
        guard let calendar else { return due }
        let zone = try zones.rules(of: calendar.zone)
        // The next moment is in the range for each start before the one that is wanted, and for none from it on.
        var (before, after) = ((due - 1).milliseconds, now.milliseconds)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if let next = calendar.next(after: UTCMillis(middle), in: zone), next <= now {
                before = next.milliseconds - 1
            } else {
                after = middle
            }
        }
        return calendar.next(after: UTCMillis(before), in: zone).flatMap { $0 <= now ? $0 : nil }
    }
}

// MARK: - Occurrences

/// A moment at which a plan makes jobs.
package struct PlanOccurrence: Equatable, Sendable {
    package let plan: PlanID
    package let due: UTCMillis

    package init(plan: PlanID, due: UTCMillis) {
        self.plan = plan
        self.due = due
    }
}

extension Sequence<PlanSchedule> {
    /// Returns the first moments within a range, at most `limit`, in the order of time. A plan whose zone isn't known has
    /// none.
    package func occurrences(
        in range: Range<UTCMillis>, limit: Int, zones: TimeZones
    ) -> [PlanOccurrence] {
        let all = flatMap { $0.occurrences(in: range, limit: limit, zones: zones) }
        return Array(all.sorted { ($0.due, $0.plan) < ($1.due, $1.plan) }.prefix(limit))
    }
}

extension PlanSchedule {
    fileprivate func occurrences(in range: Range<UTCMillis>, limit: Int, zones: TimeZones) -> [PlanOccurrence] {
        guard let calendar, let zone = try? zones.rules(of: calendar.zone) else {
            return [due].compactMap(\.self).filter { calendar == nil && range.contains($0) }
                .map { PlanOccurrence(plan: id, due: $0) }
        }
        var found: [PlanOccurrence] = []
        var last = range.lowerBound - 1
        while found.count < limit, let next = calendar.next(after: last, in: zone), range.contains(next) {
            found.append(PlanOccurrence(plan: id, due: next))
            last = next
        }
        return found
    }
}
