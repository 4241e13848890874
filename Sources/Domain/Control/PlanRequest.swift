/// A submission to be made at set times.
package struct PlannedSubmission: Equatable, Sendable {
    package var submission: JobSubmission
    /// The texts of the time and of the interval; one of them is needed.
    package var at: String?
    package var every: String?
    package var catchUp: PlanCatchUp

    package init(
        _ submission: JobSubmission, at: String? = nil, every: String? = nil, catchUp: PlanCatchUp = .once
    ) {
        self.submission = submission
        self.at = at
        self.every = every
        self.catchUp = catchUp
    }
}

/// What a person changes about a plan. `nil` leaves a value as it is.
package struct PlanEdit: Equatable, Sendable {
    /// An empty text removes the time, or the interval.
    package var at: String?
    package var every: String?
    package var catchUp: PlanCatchUp?
    package var isPaused: Bool?

    package init(at: String? = nil, every: String? = nil, catchUp: PlanCatchUp? = nil, isPaused: Bool? = nil) {
        self.at = at
        self.every = every
        self.catchUp = catchUp
        self.isPaused = isPaused
    }
}

extension Plan {
    /// Returns the plan after a change, with the next revision.
    package func edited(_ edit: PlanEdit, now: UTCMillis, zones: TimeZones) throws(PlanTimesProblem) -> Plan {
        var plan = self
        plan.revision += 1
        plan.found = now
        if let catchUp = edit.catchUp { plan.timing.catchUp = catchUp }
        if let isPaused = edit.isPaused { plan.state = isPaused ? .paused : .active }
        if edit.at != nil || edit.every != nil {
            (plan.timing, plan.due) = try PlanTiming.planned(
                at: Self.text(edit.at, timing.at), every: Self.text(edit.every, timing.every),
                catchUp: plan.timing.catchUp, now: now, zones: zones)
        } else if state == .paused, plan.state == .active {
            plan.due = try resumed(now: now, zones: zones)
        }
        return plan
    }

    private static func text(_ new: String?, _ old: String?) -> String? {
        guard let new else { return old }
        return new.isEmpty ? nil : new
    }

    /// The next moment of a plan that was paused. Those that have passed are left out.
    private func resumed(now: UTCMillis, zones: TimeZones) throws(PlanTimesProblem) -> UTCMillis {
        guard let calendar = timing.calendar else {
            if let due, due > now { return due }
            throw .at(timing.at ?? "", PlannedTimeProblem(kind: .past(due ?? now), offset: 0))
        }
        let every = timing.every ?? ""
        let next: UTCMillis?
        do throws(UnknownZone) { next = try calendar.next(after: now, zones: zones) } catch {
            throw .every(every, PlannedTimeProblem(kind: .unknownZone(error.name), offset: 0))
        }
        guard let next else { throw .never(every: every) }
        return next
    }
}

extension TimeZones {
    /// The local zone and those that texts of times may name. `rules`: those of a zone; without a name, of this machine's.
    package init(namedIn texts: [String?], rules: (String?) -> TimeZoneRules?) {
        let words = texts.compactMap(\.self).flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        self.init(of: words.map(TimeZones.name), rules: rules)
    }
}
