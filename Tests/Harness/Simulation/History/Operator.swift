import App
import Domain
import JobsFeature
import MVICore
import MVIRuntime
import MVISimulation

/// Who asks for things through the control socket, and sets the clock.
@MainActor
final class Operator {
    private let plan: Plan
    private let spool: ModelSpoolRepository
    private let clock: ManualClock
    private let utc: ManualUTC
    private let story: Story
    /// The service, while it serves.
    var service: (container: AppContainer, world: LifeWorld)?
    /// Jobs that somebody wanted no more of.
    private(set) var cancelled: Set<JobID> = []
    /// Which job each order was answered with.
    private(set) var answered: [Int: JobID] = [:]

    init(_ plan: Plan, spool: ModelSpoolRepository, clock: ManualClock, utc: ManualUTC, story: Story) {
        self.plan = plan
        self.spool = spool
        self.clock = clock
        self.utc = utc
        self.story = story
    }

    /// Asks for everything, each at its time.
    func ask() async {
        for wish in plan.wishes.sorted(by: { $0.at < $1.at }) {
            try? await clock.sleep(until: ManualClock.Instant(offset: wish.at), tolerance: nil)
            await ask(wish)
        }
    }

    private func ask(_ wish: Plan.PlannedWish) async {
        guard let jobs = try? await spool.page(JobQuery(limit: 1_000)).jobs.map(\.job) else { return }
        // Nobody wants back what ended because its file is another one now.
        let fitting = jobs.filter { job in
            wish.kind.fits(job.state) && (job.state != .cancelled || cancelled.contains(job.id))
        }
        guard !fitting.isEmpty, let container = service?.container else { return }
        let job = fitting[Int(wish.pick % UInt64(fitting.count))]
        story.tell("somebody wants", fitting.count, "\(wish.kind) of \(job.id), \(job.state)")
        switch wish.kind {
        case .cancel:
            cancelled.insert(job.id)
            container.jobs.send(.cancel([job.id]))
        case .retry(let mayPayTwice): container.jobs.send(.retry([job.id], mayPayTwice: mayPayTwice))
        case .approve: container.jobs.send(.approve([job.id]))
        }
    }

    /// Orders everything, each at its time, and again until an answer comes.
    func order() async {
        await withTaskGroup(of: Void.self) { group in
            for order in plan.orders { group.addTask { await self.place(order) } }
        }
    }

    private func place(_ order: Plan.PlannedOrder) async {
        try? await clock.sleep(until: ManualClock.Instant(offset: order.at), tolerance: nil)
        var isHeard = !order.isCutOff
        while true {
            if let job = await answer(to: order) {
                story.tell("an order is answered", order.number, "\(order.words): \(job)")
                // Who did not hear the answer orders again, and has to get the same.
                if isHeard { return }
                isHeard = true
            }
            try? await clock.sleep(for: .seconds(5))
        }
    }

    /// As the control socket does it.
    private func answer(to order: Plan.PlannedOrder) async -> JobID? {
        guard let (container, world) = service, container.jobs.state.phase == .running else { return nil }
        guard container.jobs.state.hasPlace else { return nil }
        let key = SubmissionKey(user: 7, text: order.words)
        do {
            var id = try await world.spool.submission(key)?.job.id
            if id == nil { id = try await submit(order, key, container, world) }
            guard world.life.isAlive else { return nil }
            answered[order.number] = id
            return id
        } catch {
            return nil
        }
    }

    private func submit(
        _ order: Plan.PlannedOrder, _ key: SubmissionKey, _ container: AppContainer, _ world: LifeWorld
    ) async throws -> JobID {
        let digest = order.isPicture ? try await world.blobs.store(order.bytes) : nil
        let stamp = container.stamp()
        let made = order.made(of: digest, stamp)
        let job: Result<Job, RepositoryFailure>
        do throws(RepositoryFailure) {
            let submission = SubmittedJob(job: made.job, content: order.digest)
            job = .success(
                try await world.spool.submit(submission, drop: made.drop, key: key, at: stamp.utc).job)
        } catch {
            job = .failure(error)
        }
        if let digest { await world.blobs.release(digest) }
        let id = try job.get().id
        // The stores may have been replaced meanwhile.
        if id == made.job.id { service?.container.take(made.job, of: made.drop) }
        return id
    }

    /// Sets the clock, each time at its time.
    func turnClock() async {
        for jump in plan.jumps.sorted(by: { $0.at < $1.at }) {
            try? await clock.sleep(until: ManualClock.Instant(offset: jump.at), tolerance: nil)
            utc.set(utc.now + jump.by)
            story.tell("the clock is set", Int(jump.by), "by \(jump.by) ms")
        }
    }
}

extension Plan.PlannedWish.Kind {
    /// Whether it makes sense to want that.
    fileprivate func fits(_ state: JobState) -> Bool {
        switch (self, state) {
        case (.cancel, _): !state.isEnd
        case (.retry, .failed), (.retry, .cancelled), (.retry, .unknown): true
        case (.approve, .held): true
        case (.retry, _), (.approve, _): false
        }
    }
}

extension Plan.PlannedOrder {
    fileprivate func made(of picture: Digest?, _ stamp: Stamp) -> (drop: Drop, job: Job) {
        let id = DropID(utc: stamp.utc, seed: stamp.seed, index: 0)
        let identity = FileIdentity(name: FileName(".submitted-\(id)"), inode: 0, size: 0, modified: stamp.utc)
        var request = Request.builtIn
        request.outputs = Installation.outputs
        request.generation.backend = folder
        let stored = picture.map { StoredPicture(digest: $0, format: .png) }
        if let stored { request.source = .picture(stored.digest, stored.format) } else { request.prompt = words }
        let job = Job(
            id: JobID(utc: stamp.utc, seed: stamp.seed, index: 1), drop: id, line: 0, folder: folder,
            name: FileName(isPicture ? "\(words).png" : "\(words).txt"), outbox: Installation.outbox, request: request,
            picture: stored, created: stamp.utc, submitter: 7)
        return (Drop(id: id, folder: folder, identity: identity, phase: .read), job)
    }
}
