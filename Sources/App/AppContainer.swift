package import BackendKit
package import BackendsFeature
import BackendsSideEffect
package import Configuration
package import Domain
package import IntakeFeature
import IntakeSideEffect
package import JobsFeature
import JobsSideEffect
package import MVICore
package import MVIRuntime
import NotesFeature
import NotesSideEffect
import PlatformDigest
import PlatformSystem
import Words

/// The one place where stores are built and joined.
@MainActor
package final class AppContainer {
    package let intake: Store<Intake>
    package let jobs: Store<Jobs>
    package let backends: Store<Backends>
    let notes: Store<Notes>
    /// For those who asked for something to be done with a job.
    let news = JobNews()
    /// What work that comes through the control socket is stamped with.
    package let stamp: @MainActor () -> Stamp
    private let credits: [String: String]
    /// What each backend can honour of a request.
    let abilities: [String: BackendAbilities]
    let markers: FolderMarkers
    /// Lets go of folders that other stores took drops from.
    private let releaseOthers: @Sendable () -> Void
    private let painters: [any ImageBackend]
    private let log: EventLog
    /// Drops that never became a job, since the start.
    private(set) var failedDrops = 0

    package init(
        _ base: Ground<some Clock<Duration>>, _ settings: Settings, _ painters: [any ImageBackend], log: EventLog
    ) {
        let stamper = Stamper(clock: base.clock, origin: base.origin, utc: base.utc, seed: base.seed)
        let rules = Backends.Rules.rules(painters, settings)
        self.log = log
        self.painters = painters
        stamp = stamper.next
        credits = Dictionary(uniqueKeysWithValues: painters.map { ($0.descriptor.name, $0.descriptor.credit) })
        let abilities = Dictionary(
            uniqueKeysWithValues: painters.map { ($0.descriptor.name, $0.descriptor.abilities) })
        self.abilities = abilities
        markers = FolderMarkers(settings, base, log: log)
        let claims = base.claims
        let files = MarkedFileSystem(base.files, markers, outboxes: settings.watches.map(\.outbox)) {
            claims?.release($0)
        }
        releaseOthers = { claims?.keep(settings.takenFrom) }
        let intakeWorld = Self.intakeWorld(base, settings, abilities, markers, files)
        intake = Store(
            .initial(folders: settings.watches.map { IntakeFolder($0, settings) }, room: 0), on: base.disk,
            stamp: stamper.next, perform: Intake.performer(intakeWorld))
        jobs = Store(
            .initial(), on: base.disk, stamp: stamper.next,
            perform: Jobs.performer(Self.jobsWorld(base, settings, painters, files, intakeWorld.restore)))
        backends = Store(
            .initial(rules, maxRelease: settings.budget.maxRelease), stamp: stamper.next,
            perform: Backends.performer(Self.backendsWorld(base, settings, painters)))
        notes = Store(
            .initial(), on: base.disk, stamp: stamper.next,
            perform: Notes.performer(Self.notesWorld(base, settings, files)))
    }

    /// Joins the stores, then starts them: Jobs takes up what an earlier run left before Intake makes more.
    package func start() {
        releaseOthers()
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
            if let action = Routes.notes(event) { notes.send(action) }
            if case .tookUp = event {
                for action in jobs.state.entries.values.compactMap(Routes.notes) { notes.send(action) }
            }
        }
        backends.listen { [log, unowned self] event in
            log.tell(event, jobs: jobs.state)
            if let action = Routes.jobs(event) { jobs.send(action) }
        }
        notes.send(.start)
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

    /// Lists every watch folder.
    func lookNow() {
        for folder in intake.state.folders { intake.send(.lookNow(folder: folder.settings.name)) }
    }

    /// What art says of who painted its picture.
    func credit(of backend: String) -> String? {
        credits[backend]
    }

    /// Work that came through the control socket and is stored already.
    package func take(_ job: Job, of drop: Drop) {
        log.tell(.accepted([job]))
        intake.send(.adopt(drop))
        jobs.send(.accept([job]))
    }

    /// Begins nothing new and returns when all that runs has ended.
    package func drain() async {
        intake.send(.stop)
        backends.send(.drain)
        jobs.send(.drain)
        _ = await backends.idle()
        _ = await jobs.idle()
        _ = await intake.idle()
        notes.send(.stop)
        _ = await notes.idle()
    }

    /// Cancels what runs and waits until it has stopped.
    package func shutDown() async {
        await intake.shutDown()
        await backends.shutDown()
        await jobs.shutDown()
        await notes.shutDown()
        news.close()
        await withTaskGroup(of: Void.self) { group in
            for painter in painters { group.addTask { await painter.close() } }
        }
    }
}

extension AppContainer {
    private static func intakeWorld(
        _ base: Ground<some Clock<Duration>>, _ settings: Settings, _ abilities: [String: BackendAbilities],
        _ markers: FolderMarkers, _ files: any FileSystem
    ) -> IntakeSideEffectImpl {
        let language = settings.service.language
        return IntakeSideEffectImpl(
            sources: settings.watches.map { IntakeSource($0, settings) }, state: settings.service.state, files: files,
            spool: base.spool, blobs: base.blobs, clock: base.clock,
            limits: IntakeLimits(fileBytes: settings.limits.pictures.fileBytes),
            reader: FolderReader(settings, abilities, blobs: base.blobs, disk: base.disk),
            day: { utc in
                let time = LocalTime(milliseconds: utc)
                return LocalDay(year: time.year, month: time.month, day: time.day)
            },
            words: { failure, name in Wording(language).sentence(failure, about: name.shown) },
            welcome: markers.welcome(settings, base.claims), isRemote: remoteness(base.disk))
    }

    /// Asks on `threads`, as what lies elsewhere may not answer; without them nothing is remote.
    private static func remoteness(_ threads: ThreadExecutor?) -> IntakeSideEffectImpl.IsRemote {
        { path in
            guard let threads else { return false }
            return await threads.run { (try? FileSystemKind(at: path))?.isRemote == true }
        }
    }

    private static func jobsWorld<C>(
        _ base: Ground<C>, _ settings: Settings, _ painters: [any ImageBackend], _ files: any FileSystem,
        _ restore: @escaping JobsSideEffectImpl<C>.Restore
    ) -> JobsSideEffectImpl<C> {
        JobsSideEffectImpl(
            spool: base.spool, blobs: base.blobs, files: files, renderer: base.renderer, clock: base.clock,
            credits: Dictionary(uniqueKeysWithValues: painters.map { ($0.descriptor.name, $0.descriptor.credit) }),
            abilities: Dictionary(uniqueKeysWithValues: painters.map { ($0.descriptor.name, $0.descriptor.abilities) }),
            version: Version.text, utc: base.utc, restore: restore, digest: sha256,
            latest: Set(settings.watches.filter(\.keepsLatest).map(\.name)))
    }

    private static func notesWorld(
        _ base: Ground<some Clock<Duration>>, _ settings: Settings, _ files: any FileSystem
    ) -> NotesSideEffectImpl {
        let words = Wording(settings.service.language)
        return NotesSideEffectImpl(
            index: settings.service.state.appending("waiting"),
            outboxes: settings.watches.map(\.outbox).reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            files: files, spool: base.spool, clock: base.clock
        ) { note in
            let sentence = words.sentence(note.state, about: note.name.shown, job: note.job.text)
            return (sentence ?? note.state.word) + " (textify show \(note.job))"
        }
    }

    private static func backendsWorld<C>(
        _ base: Ground<C>, _ settings: Settings, _ painters: [any ImageBackend]
    ) -> BackendsSideEffectImpl<C> {
        BackendsSideEffectImpl(
            backends: painters, spool: base.spool, blobs: base.blobs, clock: base.clock,
            utc: base.utc, digest: sha256, budget: settings.budget,
            moment: { BudgetMoment(milliseconds: $0) },
            services: Dictionary(settings.backends.map { ($0.name, "\($0.service)") }) { first, _ in first },
            masks: base.disk.map {
                TransparencyMask(limits: settings.limits.pictures, threads: $0, budget: base.memory)
            })
    }
}
