import ControlServer
import Domain
import MVICore
import MVIRuntime
import PlansFeature
import PlatformConcurrency
import Repositories

/// Makes, lists and changes plans.
@MainActor
final class PlanRequests {
    private let stores: ActiveStores
    private let submissions: Submissions
    private let repository: any PlanRepository
    private let blobs: any BlobRepository
    private let contents: any ContentRepository
    private let disk: ThreadExecutor
    private let zone: @Sendable (String?) -> TimeZoneRules?
    private var current: CurrentService { stores.current }

    init(
        _ stores: ActiveStores, _ submissions: Submissions, _ repository: any PlanRepository,
        _ blobs: any BlobRepository, _ contents: any ContentRepository, _ disk: ThreadExecutor,
        zone: @escaping @Sendable (String?) -> TimeZoneRules?
    ) {
        self.stores = stores
        self.submissions = submissions
        self.repository = repository
        self.blobs = blobs
        self.contents = contents
        self.disk = disk
        self.zone = zone
    }

    func add(_ planned: PlannedSubmission) async throws(ControlFailure) -> Plan {
        let order = planned.submission
        let stamp = try await stores.accepting().stamp()
        let zones = await zones(namedIn: [planned.at, planned.every])
        let times: (timing: PlanTiming, due: UTCMillis)
        do throws(PlanTimesProblem) {
            times = try PlanTiming.planned(
                at: planned.at, every: planned.every, catchUp: planned.catchUp, now: stamp.utc, zones: zones)
        } catch { throw .planTimes(error) }
        let resolved = try await submissions.resolved(order)
        let plan = Plan(
            id: PlanID(utc: stamp.utc, seed: stamp.seed), order: resolved.order, timing: times.timing, due: times.due,
            created: stamp.utc)
        let key = order.idempotencyKey.map { SubmissionKey(user: order.user, text: $0) }
        switch try await store(plan, order.source.pictures, key, resolved.content, at: stamp.utc) {
        case .added:
            current.container.plans.send(.changed(.planned(plan.id, due: times.due)))
            return plan
        case .known(let known, let content):
            guard content == resolved.content else { throw .planKeyReused(known.id) }
            return shown(known)
        case .full: throw .tooManyPlans(limit: Plan.most)
        }
    }

    /// Stores the pictures before the plan, which keeps them from then on.
    private func store(
        _ plan: Plan, _ pictures: [[UInt8]], _ key: SubmissionKey?, _ content: Digest, at utc: UTCMillis
    ) async throws(ControlFailure) -> PlanAddition {
        var held: [Digest] = []
        let result: Result<PlanAddition, ControlFailure>
        do throws(ControlFailure) {
            for picture in pictures {
                do throws(FileFailure) { held.append(try await blobs.store(picture)) } catch { throw .storage(error) }
            }
            result = .success(
                try await stored { () throws(RepositoryFailure) in
                    try await repository.add(plan, key: key, content: content, at: utc)
                })
        } catch {
            result = .failure(error)
        }
        for picture in held { await blobs.release(picture) }
        return try result.get()
    }

    func plans() async throws(ControlFailure) -> [Plan] {
        let plans = try await stored { () throws(RepositoryFailure) in try await repository.plans() }
        let moments = plans.map { (plan: shown($0), due: $0.state == .active ? shown($0).due : nil) }
        return moments.sorted { one, other in
            switch (one.due, other.due) {
            case (let first?, let second?): (first, one.plan.id) < (second, other.plan.id)
            case (nil, nil): one.plan.id < other.plan.id
            case (let first, _): first != nil
            }
        }.map(\.plan)
    }

    func plan(_ part: JobIDFragment) async throws(ControlFailure) -> Plan { shown(try await find(part)) }

    func change(_ part: JobIDFragment, _ edit: PlanEdit) async throws(ControlFailure) -> Plan {
        let container = try await stores.accepting()
        // A run may settle a moment between reading and writing, but only people's changes collide.
        while true {
            let found = try await find(part)
            guard found.state != .ended else { throw .planEnded(found.id) }
            let now = container.stamp().utc
            let texts = [edit.at ?? found.timing.at, edit.every ?? found.timing.every, found.timing.calendar?.zone]
            let zones = await zones(namedIn: texts)
            let plan: Plan
            do throws(PlanTimesProblem) {
                plan = try found.edited(edit, now: now, zones: zones)
            } catch { throw .planTimes(error) }
            let isChanged = try await stored { () throws(RepositoryFailure) in
                try await repository.change(plan, at: now)
            }
            guard isChanged else { continue }
            let due = plan.state == .active ? plan.due : nil
            current.container.plans.send(.changed(.changed(plan.id, due: due)))
            return plan
        }
    }

    func cancel(_ part: JobIDFragment) async throws(ControlFailure) -> Plan {
        _ = try await stores.accepting()
        let plan = try await find(part)
        let isCancelled = try await stored { () throws(RepositoryFailure) in try await repository.cancel(plan.id) }
        guard isCancelled else { throw .noSuchPlan(part.text) }
        current.container.plans.send(.changed(.cancelled(plan.id)))
        await removePictures(of: plan)
        return plan
    }

    /// Removes the pictures of a cancelled plan that nothing else needs. If that fails, the next start does it.
    private func removePictures(of plan: Plan) async {
        try? await blobs.remove(plan.order.pictures, .unneeded) { [contents] digests in
            // If the database can't say which are needed, all are kept.
            (try? await contents.neededPictures(among: digests)) ?? Set(digests)
        }
    }

    /// Reads the files of zones.
    private func zones(namedIn texts: [String?]) async -> TimeZones {
        await disk.run { [zone] in TimeZones(namedIn: texts, rules: zone) }
    }

    private func find(_ part: JobIDFragment) async throws(ControlFailure) -> Plan {
        let plans = try await stored { () throws(RepositoryFailure) in try await repository.plans() }
        let matches = plans.filter { part.matches($0.id) }
        guard let first = matches.first else { throw .noSuchPlan(part.text) }
        guard matches.count == 1 else { throw .ambiguousPlan(part: part.text) }
        return first
    }

    /// A plan with the moment that the store waits for. The stored one is outdated where the clock was set back.
    private func shown(_ plan: Plan) -> Plan {
        guard let entry = current.container.plans.state.entries[plan.id], entry.schedule.revision == plan.revision,
            let next = entry.next
        else { return plan }
        var plan = plan
        plan.due = next
        return plan
    }
}

extension PlanRequests: nonisolated PlanSource {}
