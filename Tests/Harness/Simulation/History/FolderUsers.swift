import App
import Domain
import IntakeFeature
import JobsFeature
import MVICore
import MVIRuntime
import MVISimulation
import PlansFeature
import PlatformDigest
import Synchronization

/// The users of the folders: those who drop files, and a consumer that takes results away.
final class FolderUsers: Sendable {
    /// A result that the consumer took away.
    struct Taken {
        let name: FileName
        let bytes: [UInt8]
    }

    private struct State {
        var rng: SplitMix64
        var taken: [Taken] = []
        /// The file name of each drop.
        var names: [Int: FileName] = [:]
        var isHome = false
    }

    private let disk: SimulatedDisk
    private let clock: ManualClock
    private let trace: Trace
    private let state: Mutex<State>

    init(seed: UInt64, disk: SimulatedDisk, clock: ManualClock, trace: Trace) {
        self.disk = disk
        self.clock = clock
        self.trace = trace
        state = Mutex(State(rng: SplitMix64(seed: seed)))
    }

    var taken: [Taken] { state.withLock(\.taken) }
    func name(of drop: Int) -> FileName? { state.withLock { $0.names[drop] } }

    /// Stops the consumer.
    func stopConsuming() {
        state.withLock { $0.isHome = true }
    }

    /// Makes all drops at their planned times.
    func drop(_ drops: [Plan.PlannedDrop]) async {
        for drop in drops.sorted(by: { ($0.at, $0.number) < ($1.at, $1.number) }) {
            try? await clock.sleep(until: ManualClock.Instant(offset: drop.at), tolerance: nil)
            do throws(FileFailure) { try await put(drop) } catch {
                trace.tell("could not drop", drop.number, "\(error)")
            }
        }
    }

    private func put(_ drop: Plan.PlannedDrop) async throws(FileFailure) {
        let inbox = Installation.inbox(drop.folder)
        let name = try free(drop, in: inbox)
        state.withLock { $0.names[drop.number] = name }
        trace.tell("drops", drop.number, "\(inbox)/\(name): \(drop.words)")
        if let sidecar = drop.sidecar { try bring(sidecar, name.sidecar, inbox) }
        if drop.isMoved {
            try bring(drop.bytes, name, inbox)
        } else {
            try write(Array(drop.bytes.prefix(drop.bytes.count / 2)), to: name, in: inbox)
            try? await clock.sleep(for: .milliseconds(500))
            try write(drop.bytes, to: name, in: inbox)
        }
    }

    /// Overwrites dropped files with their own content at the planned times.
    func restore(_ plan: Plan) async {
        for restore in plan.restores.sorted(by: { ($0.at, $0.drop) < ($1.at, $1.drop) }) {
            try? await clock.sleep(until: ManualClock.Instant(offset: restore.at), tolerance: nil)
            guard let drop = plan.drops.first(where: { $0.number == restore.drop }) else { continue }
            await self.restore(drop, restore.pause)
        }
    }

    private func restore(_ drop: Plan.PlannedDrop, _ pause: Duration) async {
        let inbox = Installation.inbox(drop.folder)
        guard let name = name(of: drop.number), let entry = try? disk.entry(name, in: inbox),
            (try? disk.read(name, in: inbox)) == drop.bytes
        else { return }
        trace.tell("restores", drop.number, "\(inbox)/\(name)")
        let half = Array(drop.bytes.prefix(drop.bytes.count / 2))
        disk.write(half, over: drop.bytes, into: entry.inode, of: inbox, modified: nil)
        try? await clock.sleep(for: pause)
        disk.write(drop.bytes, over: half, into: entry.inode, of: inbox, modified: entry.modified)
        trace.tell("has restored", drop.number, name.shown)
    }

    /// Writes the file in the preparation folder and moves it in, so that it appears complete.
    private func bring(_ bytes: [UInt8], _ name: FileName, _ inbox: FolderPath) throws(FileFailure) {
        try write(bytes, to: name, in: Installation.desk)
        try disk.rename(name, from: Installation.desk, to: name, in: inbox)
        try disk.sync(inbox)
        try disk.sync(Installation.desk)
    }

    /// Writes a file durably: losses before the service sees a file aren't its fault.
    private func write(_ bytes: [UInt8], to name: FileName, in folder: FolderPath) throws(FileFailure) {
        try disk.write(bytes, to: name, in: folder)
        try disk.sync(name, in: folder)
        try disk.sync(folder)
    }

    /// A name not in use at the moment, though an earlier drop may have had it.
    private func free(_ drop: Plan.PlannedDrop, in folder: FolderPath) throws(FileFailure) -> FileName {
        var number = 1
        while true {
            let candidate = OutputName.numbered(drop.name, number, ending: drop.name.ending.utf8.count + 1)
            let isFree = try disk.entry(candidate, in: folder) == nil
            if isFree, try disk.entry(candidate.sidecar, in: folder) == nil { return candidate }
            number += 1
        }
    }

    /// Takes some finished outputs out of the outbox for good, at random times.
    func consume() async {
        while !state.withLock(\.isHome) {
            let pause = state.withLock { $0.rng.next() % 600 }
            do { try await clock.sleep(for: .seconds(1 + pause)) } catch { return }
            for entry in (try? disk.list(Installation.outbox)) ?? [] where !entry.name.bytes.starts(with: [46]) {
                if entry.name.isNote || entry.name.isLatest { continue }
                if state.withLock({ $0.rng.next() % 2 == 0 }) { take(entry.name) }
            }
        }
    }

    private func take(_ name: FileName) {
        do throws(FileFailure) {
            let bytes = try disk.read(name, in: Installation.outbox)
            try disk.unlink(name, in: Installation.outbox)
            try disk.sync(Installation.outbox)
            state.withLock { $0.taken.append(Taken(name: name, bytes: bytes)) }
            trace.tell("takes away", bytes.count, name.shown)
        } catch {
            return
        }
    }
}

/// A service that answers requests.
struct RunningService {
    let container: AppContainer
    let world: RunDependencies
}

/// The operator, who sends requests through the control socket and sets the clock.
@MainActor
final class Operator {
    private let plan: Plan
    private let spool: ModelSpoolRepository
    private let clock: ManualClock
    /// The wall clock of each machine.
    private let utc: [ManualUTC]
    private let trace: Trace
    /// Returns the running services.
    var findServices: @MainActor () -> [RunningService] = { [] }
    /// Jobs that the operator cancelled.
    private(set) var cancelled: Set<JobID> = []
    /// The plans as stored, by their number, and when they were cancelled.
    private(set) var schedules: [Int: (plan: Domain.Plan, cancelled: UTCMillis?)] = [:]
    /// The job in the answer to each order, by the order's number.
    private(set) var answered: [Int: JobID] = [:]

    init(_ plan: Plan, spool: ModelSpoolRepository, clock: ManualClock, utc: [ManualUTC], trace: Trace) {
        self.plan = plan
        self.spool = spool
        self.clock = clock
        self.utc = utc
        self.trace = trace
    }

    /// Sends all requests at their planned times.
    func ask() async {
        for wish in plan.wishes.sorted(by: { $0.at < $1.at }) {
            try? await clock.sleep(until: ManualClock.Instant(offset: wish.at), tolerance: nil)
            await ask(wish)
        }
    }

    private func ask(_ wish: Plan.PlannedRequest) async {
        guard let jobs = try? await spool.page(JobQuery(limit: 1_000)).jobs.map(\.job) else { return }
        // Jobs that were cancelled because their file was replaced aren't retried.
        let fitting = jobs.filter { job in
            wish.kind.fits(job.state) && (job.state != .cancelled || cancelled.contains(job.id))
        }
        guard !fitting.isEmpty else { return }
        let job = fitting[Int(wish.pick % UInt64(fitting.count))]
        // A node without the job's folder can't deliver it.
        let services = services(with: job.folder)
        guard !services.isEmpty else { return }
        let container = services[Int(wish.pick >> 32) % services.count].container
        trace.tell("operator requests", fitting.count, "\(wish.kind) of \(job.id), \(job.state)")
        switch wish.kind {
        case .cancel:
            cancelled.insert(job.id)
            container.jobs.send(.ask(.cancel, of: job.id, Ticket(0)))
        case .retry(let mayPayTwice):
            container.jobs.send(.ask(.retry(mayPayTwice: mayPayTwice), of: job.id, Ticket(0)))
        case .approve: container.jobs.send(.ask(.approve, of: job.id, Ticket(0)))
        case .redeliver: container.jobs.send(.ask(.redeliver, of: job.id, Ticket(0)))
        }
    }

    /// Submits all orders at their planned times, repeating each until it is answered.
    func order() async {
        await withTaskGroup(of: Void.self) { group in
            for order in plan.orders { group.addTask { await self.place(order) } }
        }
    }

    private func place(_ order: Plan.PlannedSubmission) async {
        try? await clock.sleep(until: ManualClock.Instant(offset: order.at), tolerance: nil)
        var isHeard = !order.isCutOff
        while true {
            if let job = await answer(to: order) {
                trace.tell("order answered", order.number, "\(order.words): \(job)")
                // A client that lost the answer submits again and must get the same job.
                if isHeard { return }
                isHeard = true
            }
            try? await clock.sleep(for: .seconds(5))
        }
    }

    /// Makes and cancels all plans at their planned times.
    func schedule() async {
        await withTaskGroup(of: Void.self) { group in
            for schedule in plan.schedules { group.addTask { await self.make(schedule) } }
        }
    }

    private func make(_ schedule: Plan.PlannedSchedule) async {
        try? await clock.sleep(until: ManualClock.Instant(offset: schedule.at), tolerance: nil)
        while await !isMade(schedule) { try? await clock.sleep(for: .seconds(5)) }
        try? await clock.sleep(until: ManualClock.Instant(offset: schedule.cancelledAfter), tolerance: nil)
        while await !isCancelled(schedule) { try? await clock.sleep(for: .seconds(5)) }
    }

    /// Makes a plan as the control socket's handler does. A key finds the one whose answer was lost.
    private func isMade(_ schedule: Plan.PlannedSchedule) async -> Bool {
        guard let service = services(with: schedule.folder).first,
            let content = Digest(bytes: Array(repeating: 0, count: 32))
        else { return false }
        let (container, world) = (service.container, service.world)
        let stamp = container.stamp()
        guard let made = schedule.made(at: stamp.utc, seed: stamp.seed) else { return false }
        var held: Digest?
        if schedule.isPicture {
            held = try? await world.blobs.store(schedule.picture)
            if held == nil { return false }
        }
        let key = SubmissionKey(user: 7, text: schedule.words)
        let addition = try? await world.spool.add(made, key: key, content: content, at: stamp.utc)
        if let held { await world.blobs.release(held) }
        switch addition {
        case .added: schedules[schedule.number] = (made, nil)
        case .known(let known, _): schedules[schedule.number] = (known, nil)
        case .full, nil: return false
        }
        trace.tell("planned", schedule.number, "\(schedule.words): \(made.id)")
        if world.life.isAlive { container.plans.send(.changed(.planned(made.id, due: made.due ?? 0))) }
        return true
    }

    private func isCancelled(_ schedule: Plan.PlannedSchedule) async -> Bool {
        guard let service = findServices().first, let id = schedules[schedule.number]?.plan.id else { return false }
        // Before the transaction, which may be the last thing that its service does.
        let utc = utc[0].now
        guard (try? await service.world.spool.cancel(id)) != nil else { return false }
        trace.tell("plan cancelled", schedule.number, schedule.words)
        schedules[schedule.number]?.cancelled = utc
        if service.world.life.isAlive { service.container.plans.send(.changed(.cancelled(id))) }
        return true
    }

    private func services(with folder: String) -> [RunningService] {
        findServices().filter { service in
            service.container.intake.state.folders.contains { $0.settings.name == folder }
        }
    }

    /// Submits the order as the control socket's handler does.
    private func answer(to order: Plan.PlannedSubmission) async -> JobID? {
        let able = services(with: order.folder)
        guard !able.isEmpty else { return nil }
        let service = able[Int(clock.now.offset / .seconds(5)) % able.count]
        let (container, world) = (service.container, service.world)
        guard container.jobs.state.phase == .running else { return nil }
        let key = SubmissionKey(user: 7, text: order.words)
        var id = try? await world.spool.submission(key)?.first.id
        if id == nil {
            let submission = order.made(key, container.stamp())
            guard case .submitted(let stored) = await container.answer(to: { .submit(submission, $0) }) else {
                return nil
            }
            id = stored.first.id
        }
        guard world.life.isAlive else { return nil }
        answered[order.number] = id
        return id
    }

    /// Sets the wall clock at the planned times.
    func stepClock() async {
        for (number, jump) in plan.jumps.sorted(by: { $0.at < $1.at }).enumerated() {
            try? await clock.sleep(until: ManualClock.Instant(offset: jump.at), tolerance: nil)
            let utc = utc[number / 2 % utc.count]
            utc.set(utc.now + jump.by)
            trace.tell("clock set", Int(jump.by), "by \(jump.by) ms")
        }
    }
}

extension Plan.PlannedRequest.Kind {
    /// Whether the request makes sense for a job in this state.
    fileprivate func fits(_ state: JobState) -> Bool {
        switch (self, state) {
        case (.cancel, _): !state.isEnd
        case (.retry, .failed), (.retry, .cancelled), (.retry, .unknown): true
        case (.approve, .held), (.redeliver, .done): true
        case (.retry, _), (.approve, _), (.redeliver, _): false
        }
    }
}

extension Plan.PlannedSubmission {
    fileprivate func made(_ key: SubmissionKey, _ stamp: Stamp) -> Jobs.Submission {
        let id = DropID(utc: stamp.utc, seed: stamp.seed, index: 0)
        let identity = FileIdentity(
            name: FileName(".submitted-\(id)"), inode: 0, size: isPicture ? 1_000 : 0,
            modified: UTCNanos(stamp.utc.milliseconds))
        var request = Request.builtIn
        request.outputs = Installation.outputs
        request.generation.backend = folder
        request.generation.samples = samples
        let stored = isPicture ? StoredPicture(digest: sha256(bytes), format: .png) : nil
        if let stored { request.source = .picture(stored.digest, stored.format) } else { request.prompt = words }
        if let inputs = InputPictures(inputs.map { StoredPicture(digest: sha256($0), format: .png) }) {
            request.source = .edit(words, inputs)
        }
        let origin = JobOrigin(
            drop: Drop(id: id, folder: folder, identity: identity, phase: .read), outbox: Installation.outbox,
            utc: stamp.utc, day: LocalDay(year: 1970, month: 1, day: 1), seed: stamp.seed, submitter: 7)
        let jobs = origin.jobs(
            from: 1, named: FileName(isPicture ? "\(words).png" : "\(words).txt"), for: request)
        return Jobs.Submission(
            SubmittedJobs(jobs[0], Array(jobs.dropFirst()), content: digest), drop: origin.drop,
            pictures: isPicture ? [bytes] : inputs, key: key)
    }
}
