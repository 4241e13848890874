import BackendKit
import BackendsFeature
import BackendsSideEffect
import Configuration
import Domain
import IntakeFeature
import IntakeSideEffect
import JobsFeature
import JobsSideEffect
import MVICore
import MVIRuntime
import PlatformDigest
import PlatformSystem
import Words

/// The one place where stores are built and joined.
@MainActor
final class AppContainer {
    let intake: Store<Intake>
    let jobs: Store<Jobs>
    let backends: Store<Backends>
    /// For those who asked for something to be done with a job.
    let news = JobNews()
    /// What work that comes through the control socket is stamped with.
    let stamp: @MainActor () -> Stamp
    private let credits: [String: String]
    /// What each backend can honour of a request.
    let abilities: [String: BackendAbilities]
    private let painters: [any ImageBackend]
    private let log: EventLog
    /// Drops that never became a job, since the start.
    private(set) var failedDrops = 0

    init(_ base: Foundations, _ settings: Settings, _ painters: [any ImageBackend], log: EventLog) {
        let stamper = Stamper(
            clock: base.clock, origin: BoottimeClock.Instant(sinceBoot: .zero), utc: wallClockMilliseconds,
            seed: randomSeed())
        let rules = Backends.Rules.rules(painters, settings)
        self.log = log
        self.painters = painters
        stamp = stamper.next
        credits = Dictionary(uniqueKeysWithValues: painters.map { ($0.descriptor.name, $0.descriptor.credit) })
        let abilities = Dictionary(
            uniqueKeysWithValues: painters.map { ($0.descriptor.name, $0.descriptor.abilities) })
        self.abilities = abilities
        let markers = FolderMarkers(settings, base)
        let files = MarkedFileSystem(base.files, markers)
        let intakeWorld = Self.intakeWorld(base, settings, abilities, markers, files)
        intake = Store(
            .initial(folders: settings.watches.map { IntakeFolder($0, settings) }, room: 0), stamp: stamper.next,
            perform: Intake.performer(intakeWorld))
        jobs = Store(
            .initial(), stamp: stamper.next,
            perform: Jobs.performer(Self.jobsWorld(base, painters, files, intakeWorld.restore)))
        backends = Store(
            .initial(rules, maxRelease: settings.budget.maxRelease), stamp: stamper.next,
            perform: Backends.performer(Self.backendsWorld(base, settings, painters)))
    }

    /// Joins the stores, then starts them: Jobs takes up what an earlier run left before Intake makes more.
    func start() {
        intake.listen { [log, unowned self] event in
            log.tell(event)
            if case .failed = event { failedDrops += 1 }
            if let action = Routes.jobs(event) { jobs.send(action) }
        }
        jobs.listen { [log, unowned self] event in
            log.tell(event)
            news.hear(event)
            if let action = Routes.backends(event) { backends.send(action) }
            if let action = Routes.intake(event) { intake.send(action) }
        }
        backends.listen { [log, unowned self] event in
            log.tell(event, jobs: jobs.state)
            if let action = Routes.jobs(event) { jobs.send(action) }
        }
        jobs.send(.start)
        intake.send(.start)
    }

    /// Begins nothing new until `resume`: no drop is claimed, no job is begun. What was begun goes on to its end.
    func pause() {
        jobs.send(.pause)
        backends.send(.pause)
    }

    func resume() {
        backends.send(.resume)
        jobs.send(.resume)
    }

    /// What art says of who painted its picture.
    func credit(of backend: String) -> String? {
        credits[backend]
    }

    /// Work that came through the control socket and is stored already.
    func take(_ job: Job, of drop: Drop) {
        log.tell(.accepted([job]))
        intake.send(.adopt(drop))
        jobs.send(.accept([job]))
    }

    /// Begins nothing new and returns when all that runs has ended.
    func drain() async {
        intake.send(.stop)
        backends.send(.drain)
        jobs.send(.drain)
        _ = await backends.idle()
        _ = await jobs.idle()
        _ = await intake.idle()
    }

    /// Cancels what runs and waits until it has stopped.
    func shutDown() async {
        await intake.shutDown()
        await backends.shutDown()
        await jobs.shutDown()
        news.close()
        await withTaskGroup(of: Void.self) { group in
            for painter in painters { group.addTask { await painter.close() } }
        }
    }
}

extension AppContainer {
    private static func intakeWorld(
        _ base: Foundations, _ settings: Settings, _ abilities: [String: BackendAbilities], _ markers: FolderMarkers,
        _ files: any FileSystem
    ) -> IntakeSideEffectImpl {
        let language = settings.service.language
        return IntakeSideEffectImpl(
            sources: settings.watches.map { IntakeSource($0, settings) }, state: settings.service.state, files: files,
            spool: base.spool, blobs: base.blobs, clock: base.clock,
            limits: IntakeLimits(fileBytes: settings.limits.pictures.fileBytes),
            reader: FolderReader(settings, abilities, base),
            localMonth: { utc in
                let time = LocalTime(milliseconds: utc)
                return (time.year, time.month)
            },
            words: { failure, name in Wording(language).sentence(failure, about: name.shown) },
            welcome: markers.welcome(settings))
    }

    private static func jobsWorld(
        _ base: Foundations, _ painters: [any ImageBackend], _ files: any FileSystem,
        _ restore: @escaping JobsSideEffectImpl<BoottimeClock>.Restore
    ) -> JobsSideEffectImpl<BoottimeClock> {
        JobsSideEffectImpl(
            spool: base.spool, blobs: base.blobs, files: files, renderer: base.renderer, clock: base.clock,
            credits: Dictionary(uniqueKeysWithValues: painters.map { ($0.descriptor.name, $0.descriptor.credit) }),
            abilities: Dictionary(uniqueKeysWithValues: painters.map { ($0.descriptor.name, $0.descriptor.abilities) }),
            version: Version.text, utc: wallClockMilliseconds, restore: restore)
    }

    private static func backendsWorld(
        _ base: Foundations, _ settings: Settings, _ painters: [any ImageBackend]
    ) -> BackendsSideEffectImpl<BoottimeClock> {
        BackendsSideEffectImpl(
            backends: painters, spool: base.spool, blobs: base.blobs, clock: base.clock,
            utc: wallClockMilliseconds, digest: sha256, budget: settings.budget,
            moment: { BudgetMoment(milliseconds: $0) },
            services: Dictionary(settings.backends.map { ($0.name, "\($0.service)") }) { first, _ in first },
            masks: TransparencyMask(limits: settings.limits.pictures, threads: base.disk))
    }
}
