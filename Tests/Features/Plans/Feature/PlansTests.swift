import Domain
import MVICore
import MVITesting
import Testing

@testable import PlansFeature

@Suite("Plans")
struct PlansTests {
    /// 2026-03-09 06:59:00 UTC.
    private static let now = UTCMillis(1_773_039_540_000)
    private let due = now + 60_000
    private let tomorrow = now + 60_000 + 86_400_000
    private let stamp = Stamp(now: .seconds(10), utc: now, seed: 7)
    private let id = PlanID(high: 1, low: 2)
    private let zones = TimeZones(local: .utc)

    private func daily(_ due: UTCMillis?, catchUp: PlanCatchUp = .once, revision: Int64 = 0) throws -> PlanSchedule {
        PlanSchedule(
            id: id, revision: revision, calendar: try CalendarExpression(text: "07:00"), catchUp: catchUp, due: due,
            found: Self.now)
    }

    private func entry(_ schedule: PlanSchedule, next: UTCMillis?) -> Plans.Entry {
        var entry = Plans.Entry(schedule)
        entry.next = next
        return entry
    }

    private func sleep(_ duration: Duration) -> Command<Plans> { .run(.sleep(duration), as: .timer) }

    private func run(_ due: UTCMillis, next: UTCMillis?, missed: Bool = false, at stamp: Stamp) -> PlanRun {
        PlanRun(
            plan: id, revision: 0, due: due, next: next, isMissed: missed, utc: stamp.utc, seed: stamp.seed ^ id.low)
    }

    private func started(
        _ schedules: [PlanSchedule], next: UTCMillis?, isShared: Bool = false, pause: Duration?
    ) -> TestStore<Plans> {
        let store = TestStore(Plans.self, .initial(isShared: isShared), stamp: stamp)
        store.send(.start, commands: [.run(.load, as: .load)]) {
            $0.phase = .loading
            $0.isLoading = true
        }
        store.receive(
            .loaded(.success(.init(schedules, zones: zones))), from: .load, commands: pause.map { [sleep($0)] } ?? []
        ) { state in
            state.phase = .running
            state.isLoading = false
            state.isSleeping = pause != nil
            state.zones = zones
            for schedule in schedules { state.entries[schedule.id] = entry(schedule, next: next) }
        }
        return store
    }

    private func jobs(_ run: PlanRun) throws -> (SubmittedJobs, Drop) {
        let order = PlannedOrder(
            request: Request(source: .prompt("a cat")), folder: "inbox", outbox: FolderPath("/out"),
            name: FileName("cat.txt"), submitter: 1)
        let made = order.jobs(at: run.utc, day: LocalDay(year: 2026, month: 3, day: 9), seed: run.seed, watch: nil)
        return (SubmittedJobs(try #require(made.jobs.first), content: nil), made.drop)
    }

    @Test("without plans nothing wakes it, until one is made")
    func none() throws {
        let store = started([], next: nil, pause: nil)
        #expect(store.state.isQuiet && store.state.next == nil)
        store.send(
            .changed(.planned(id, due: due)),
            commands: [.emit(.changed(.planned(id, due: due))), .run(.load, as: .load)]
        ) { $0.isLoading = true }
        // Another change while the plans are read: they are read once more.
        store.send(.changed(.cancelled(id)), commands: [.emit(.changed(.cancelled(id)))]) { $0.isOutdated = true }
        store.receive(
            .loaded(.success(.init([], zones: zones))), from: .load, commands: [.run(.load, as: .load)]
        ) { $0.isOutdated = false }
        let schedule = try daily(due)
        store.receive(
            .loaded(.success(.init([schedule], zones: zones))), from: .load, commands: [sleep(.seconds(60))]
        ) {
            $0.isLoading = false
            $0.isSleeping = true
            $0.entries[id] = entry(schedule, next: due)
        }
        #expect(store.state.next == due)
        store.send(.stop, commands: [.cancel(.timer)]) {
            $0.phase = .stopped
            $0.isSleeping = false
        }
        store.refuse(.stop)
    }

    @Test("a plan fires when it is due and there is room, then waits for its next moment")
    func fires() throws {
        let store = started([try daily(due)], next: due, pause: .seconds(60))
        let later = Stamp(now: .seconds(70), utc: due, seed: 9)
        store.stamp = later
        let run = run(due, next: tomorrow, at: later)
        store.receive(.woke, from: .timer, commands: [sleep(.seconds(60))]) {
            $0.entries[id]?.pending = run
        }
        #expect(store.state.isQuiet)
        store.send(.capacityChanged(5), commands: [.run(.settle(run), as: .settle)]) {
            $0.hasRoom = true
            $0.run = run
        }
        store.refuse(.capacityChanged(4))
        #expect(!store.state.isQuiet)
        let (jobs, drop) = try jobs(run)
        var settled = try daily(tomorrow)
        settled.found = due
        store.receive(
            .settled(run, .success(.fired(jobs, drop))), from: .settle,
            commands: [.emit(.fired(id, due: due, jobs.jobs, drop)), sleep(.seconds(60))]
        ) {
            $0.run = nil
            $0.entries[id] = entry(settled, next: tomorrow)
        }
        store.end(.timer)
        store.leaveOpen([])
    }

    @Test("a single moment that was missed long ago is reported, and its plan is gone")
    func missed() throws {
        let old = Self.now - 25 * 3_600_000
        let store = TestStore(Plans.self, .initial(), stamp: stamp)
        store.send(.start, commands: [.run(.load, as: .load)]) {
            $0.phase = .loading
            $0.isLoading = true
        }
        let schedule = PlanSchedule(id: id, calendar: nil, due: old, found: 0)
        let run = run(old, next: nil, missed: true, at: stamp)
        store.receive(
            .loaded(.success(.init([schedule], zones: zones))), from: .load,
            commands: [.run(.settle(run), as: .settle), sleep(.seconds(60))]
        ) {
            $0.phase = .running
            $0.isLoading = false
            $0.isSleeping = true
            $0.entries[id] = entry(schedule, next: nil)
            $0.entries[id]?.pending = run
            $0.run = run
        }
        store.receive(
            .settled(run, .success(.missed)), from: .settle,
            commands: [.emit(.missed(id, due: old)), .cancel(.timer)]
        ) {
            $0.run = nil
            $0.entries = [:]
            $0.isSleeping = false
        }
        store.leaveOpen([])
    }

    @Test("an attempt that failed is made again as it was, although the clock has moved on")
    func retried() throws {
        let store = started([try daily(due, catchUp: .skip)], next: due, pause: .seconds(60))
        store.send(.capacityChanged(1)) { $0.hasRoom = true }
        let later = Stamp(now: .seconds(70), utc: due, seed: 9)
        store.stamp = later
        let run = run(due, next: tomorrow, at: later)
        let settle = Command<Plans>.run(.settle(run), as: .settle)
        store.receive(.woke, from: .timer, commands: [settle, sleep(.seconds(60))]) {
            $0.entries[id]?.pending = run
            $0.run = run
        }
        store.receive(
            .settled(run, .failure(.busy)), from: .settle,
            commands: [.emit(.storageFailed(.busy)), sleep(.seconds(5))]
        ) {
            $0.run = nil
            $0.isRetrying = true
        }
        store.refuse(.capacityChanged(2))
        store.stamp = Stamp(now: .seconds(9_000), utc: due + 9_000_000, seed: 11)
        store.receive(.woke, from: .timer, commands: [settle, sleep(.seconds(60))]) {
            $0.isRetrying = false
            $0.run = run
        }
        store.leaveOpen([.settle, .timer])
    }

    @Test("a moment that another service has settled is passed over without a word")
    func settledElsewhere() throws {
        let store = started([try daily(due)], next: due, isShared: true, pause: .seconds(60))
        store.send(.capacityChanged(1)) { $0.hasRoom = true }
        let later = Stamp(now: .seconds(70), utc: due, seed: 9)
        store.stamp = later
        // Services that share plans read them again each time.
        store.receive(.woke, from: .timer, commands: [.run(.load, as: .load)]) {
            $0.isLoading = true
            $0.isSleeping = false
        }
        let run = run(due, next: tomorrow, at: later)
        store.receive(
            .loaded(.success(.init([try daily(due)], zones: zones))), from: .load,
            commands: [.run(.settle(run), as: .settle), sleep(.seconds(60))]
        ) {
            $0.isLoading = false
            $0.isSleeping = true
            $0.entries[id]?.pending = run
            $0.run = run
        }
        var settled = try daily(tomorrow)
        settled.found = due
        store.receive(.settled(run, .success(.settled)), from: .settle, commands: [sleep(.seconds(60))]) {
            $0.run = nil
            $0.entries[id] = entry(settled, next: tomorrow)
        }
        store.leaveOpen([.timer])
    }

    @Test("a plan that was changed meanwhile is read again")
    func changed() throws {
        let store = started([try daily(due)], next: due, pause: .seconds(60))
        store.send(.capacityChanged(1)) { $0.hasRoom = true }
        let later = Stamp(now: .seconds(70), utc: due, seed: 9)
        store.stamp = later
        let run = run(due, next: tomorrow, at: later)
        store.receive(.woke, from: .timer, commands: [.run(.settle(run), as: .settle), sleep(.seconds(60))]) {
            $0.entries[id]?.pending = run
            $0.run = run
        }
        store.receive(
            .settled(run, .success(.changed)), from: .settle,
            commands: [sleep(.seconds(60)), .run(.load, as: .load)]
        ) {
            $0.run = nil
            $0.entries[id]?.pending = nil
            $0.entries[id]?.schedule.due = tomorrow
            $0.entries[id]?.schedule.found = due
            $0.entries[id]?.next = tomorrow
            $0.isLoading = true
        }
        store.receive(
            .loaded(.success(.init([], zones: zones))), from: .load, commands: [.cancel(.timer)]
        ) {
            $0.isLoading = false
            $0.isSleeping = false
            $0.entries = [:]
        }
        store.leaveOpen([])
    }

    @Test("plans that can't be read are read again later; a plan whose zone is gone is reported once")
    func failures() throws {
        let store = TestStore(Plans.self, .initial(), stamp: stamp)
        store.send(.start, commands: [.run(.load, as: .load)]) {
            $0.phase = .loading
            $0.isLoading = true
        }
        store.receive(
            .loaded(.failure(.busy)), from: .load, commands: [.emit(.storageFailed(.busy)), sleep(.seconds(5))]
        ) {
            $0.isLoading = false
            $0.isRetrying = true
            $0.isSleeping = true
        }
        store.receive(.woke, from: .timer, commands: [.run(.load, as: .load)]) {
            $0.isRetrying = false
            $0.isSleeping = false
            $0.isLoading = true
        }
        let schedule = PlanSchedule(
            id: id, calendar: try CalendarExpression(text: "07:00 Mars/Base"), due: nil, found: Self.now)
        store.receive(
            .loaded(.success(.init([schedule], zones: zones))), from: .load,
            commands: [.emit(.zoneUnknown(id, "Mars/Base")), sleep(.seconds(60))]
        ) {
            $0.phase = .running
            $0.isLoading = false
            $0.isSleeping = true
            $0.entries[id] = entry(schedule, next: nil)
            $0.entries[id]?.unknownZone = "Mars/Base"
        }
        store.receive(.woke, from: .timer, commands: [sleep(.seconds(60))])
        store.leaveOpen([.timer])
    }

    @Test("a clock that is set back brings the next moment back, also when the plans are read again")
    func setBack() throws {
        let far = tomorrow + 365 * 86_400_000
        var stored = try daily(far)
        stored.found = far - 1
        let corrected = try daily(due)
        let store = TestStore(Plans.self, .initial(isShared: true), stamp: stamp)
        store.send(.start, commands: [.run(.load, as: .load)]) {
            $0.phase = .loading
            $0.isLoading = true
        }
        store.receive(
            .loaded(.success(.init([stored], zones: zones))), from: .load, commands: [sleep(.seconds(60))]
        ) {
            $0.phase = .running
            $0.isLoading = false
            $0.isSleeping = true
            $0.entries[id] = .init(schedule: corrected, stored: stored, next: due)
        }
        store.stamp = Stamp(now: .seconds(70), utc: due, seed: 9)
        store.receive(.woke, from: .timer, commands: [.run(.load, as: .load)]) {
            $0.isLoading = true
            $0.isSleeping = false
        }
        let run = run(due, next: tomorrow, at: store.stamp)
        store.receive(
            .loaded(.success(.init([stored], zones: zones))), from: .load, commands: [sleep(.seconds(60))]
        ) {
            $0.isLoading = false
            $0.isSleeping = true
            $0.entries[id]?.pending = run
        }
        store.leaveOpen([.timer])
    }
}
