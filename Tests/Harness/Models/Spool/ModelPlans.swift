package import Domain

/// Plans in the model, by the rules of `PlanRepository`.
extension ModelSpoolRepository {
    /// Every moment for which jobs were made, in the order of their transactions. Also those of plans that are erased.
    package var firedPlans: [FiredPlan] { look { $0.firedPlans } }

    package func add(
        _ plan: Plan, key: SubmissionKey?, content: Digest, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> PlanAddition {
        try change { $0.add(plan, key: key, content: content) }
    }

    package func plan(_ id: PlanID) async throws(RepositoryFailure) -> Plan? { look { $0.plans[id]?.plan } }

    package func plans() async throws(RepositoryFailure) -> [Plan] {
        look { tables in tables.plans.values.map(\.plan).sorted { $0.id < $1.id } }
    }

    package func schedules() async throws(RepositoryFailure) -> [PlanSchedule] {
        try await plans().filter { $0.state == .active }.map(\.schedule)
    }

    package func change(_ plan: Plan, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool {
        try change { tables in
            guard let known = tables.plans[plan.id]?.plan, known.revision == plan.revision - 1, known.state != .ended
            else { return false }
            tables.plans[plan.id]?.plan = plan
            return true
        }
    }

    package func cancel(_ id: PlanID) async throws(RepositoryFailure) -> Bool {
        try change { $0.plans.removeValue(forKey: id) != nil }
    }

    package func settle(
        _ run: PlanRun, _ submission: (jobs: SubmittedJobs, drop: Drop)?, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> PlanRunOutcome {
        try change { tables throws(RepositoryFailure) in
            try tables.settle(run, submission, repeats: false, at: utc)
        }
    }

    /// Settles a moment although that was done before, and forgets the next one.
    func settleAgain(
        _ run: PlanRun, _ submission: (jobs: SubmittedJobs, drop: Drop)?, at utc: UTCMillis
    ) throws(RepositoryFailure) -> PlanRunOutcome {
        try change { tables throws(RepositoryFailure) in
            try tables.settle(run, submission, repeats: true, at: utc)
        }
    }
}

/// A moment for which jobs were made.
package struct FiredPlan: Hashable, Sendable {
    package let plan: PlanID
    package let due: UTCMillis
    package let drop: DropID
    /// What the clock of the service showed.
    package let at: UTCMillis
}

/// A plan with what is stored beside it.
struct PlanRow {
    var plan: Plan
    let key: SubmissionKey?
    let content: Digest
    /// The drops of settled moments; `nil` for missed ones.
    var runs: [UTCMillis: DropID?] = [:]
    /// The order in which plans ended.
    var ended: Int?
}

extension SpoolTables {
    mutating func add(_ plan: Plan, key: SubmissionKey?, content: Digest) -> PlanAddition {
        if let key, let known = plans.values.first(where: { $0.key == key }) {
            return .known(known.plan, content: known.content)
        }
        guard plans.values.count(where: { $0.plan.state != .ended }) < Plan.most else { return .full }
        plans[plan.id] = PlanRow(plan: plan, key: key, content: content)
        return .added
    }

    mutating func settle(
        _ run: PlanRun, _ submission: (jobs: SubmittedJobs, drop: Drop)?, repeats: Bool, at utc: UTCMillis
    ) throws(RepositoryFailure) -> PlanRunOutcome {
        if !repeats, let earlier = plans[run.plan]?.runs[run.due] {
            if let drop = submission?.drop, earlier == drop.id, let first = jobs(of: drop.id).first {
                return .fired(SubmittedJobs(first, Array(jobs(of: drop.id).dropFirst()), content: nil), drop)
            }
            if let plan = plans[run.plan]?.plan, plan.revision == run.revision, plan.state == .active,
                plan.due.map({ $0 <= run.due }) ?? true
            {
                advance(run)
            }
            return .settled
        }
        guard let plan = plans[run.plan]?.plan, plan.revision == run.revision, plan.state == .active else {
            return .changed
        }
        if let submission { _ = try submit(submission.jobs, drop: submission.drop, key: nil, at: utc) }
        plans[run.plan]?.runs[run.due] = .some(submission?.drop.id)
        plans[run.plan]?.plan.last = Plan.Run(due: run.due, job: submission?.jobs.first.id)
        if let drop = submission?.drop.id {
            firedPlans.append(FiredPlan(plan: run.plan, due: run.due, drop: drop, at: run.utc))
        }
        if !repeats { advance(run) }
        return submission.map { .fired($0.jobs, $0.drop) } ?? .missed
    }

    private mutating func advance(_ run: PlanRun) {
        plans[run.plan]?.plan.due = run.next
        plans[run.plan]?.plan.found = run.utc
        guard run.next == nil else { return }
        plans[run.plan]?.plan.state = .ended
        let ended = plans.values.compactMap(\.ended).max() ?? 0
        plans[run.plan]?.ended = ended + 1
        let newest = plans.values.filter { $0.plan.state == .ended }.sorted { ($0.ended ?? 0) > ($1.ended ?? 0) }
        for row in newest.dropFirst(Plan.mostEnded) { plans[row.plan.id] = nil }
    }

    /// Erases plans that have ended and made this drop.
    mutating func eraseEndedPlans(of drop: DropID) {
        plans = plans.filter { _, row in row.plan.state != .ended || !row.runs.values.contains(drop) }
    }

    /// The pictures of plans that have not ended.
    var plannedPictures: [Digest] {
        plans.values.filter { $0.plan.state != .ended }.flatMap(\.plan.order.pictures)
    }
}
