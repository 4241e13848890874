package import BackendKit
package import BackendsFeature
package import BackendsSideEffect
package import Configuration
package import Domain
package import FleetFeature
import FleetSideEffect
package import GatesFeature
package import GatesSideEffect
package import IntakeFeature
import IntakeSideEffect
package import JobsFeature
import JobsSideEffect
import LibraryFeature
import LibrarySideEffect
package import MVICore
package import MVIRuntime
import NotesFeature
import NotesSideEffect
import NotificationsFeature
import NotificationsSideEffect
import Observation
package import PlansFeature
import PlansSideEffect
package import PlatformConcurrency
import PlatformDigest
package import PlatformSystem
package import Rendering
import Words

/// Builds and connects the stores. Nothing else does.
@MainActor
package final class AppContainer {
    package let intake: Store<Intake>
    package let jobs: Store<Jobs>
    package let backends: Store<Backends>
    package let gates: Store<Gates>
    package let plans: Store<Plans>
    let notes: Store<Notes>
    let library: Store<Library>
    let notifications: Store<Notifications>
    /// The ways to the targets of notifications, in the order of the configuration.
    let notificationRoutes: [NotificationRoute]
    private let followRules: () -> Void
    /// `nil` if no other service can share the work.
    package let fleet: Store<Fleet>?
    private let found: FoundFolders
    /// Called when other services have taken this one's work over.
    package var onExpulsion: () -> Void = {}
    /// Called when this service was asked to leave the others.
    var onLeaving: () -> Void = {}
    private let leases: FolderLeases?
    /// Gives up what these stores have in hand.
    private let release: @Sendable () async -> Void
    private let librarySideEffects: LibrarySideEffectImpl
    private let requests = JobRequests()
    /// Stamps work that comes through the control socket.
    package let stamp: @MainActor () -> Stamp
    /// The credit of each backend in the art's caption.
    let credits: [String: String]
    /// The request options that each backend supports.
    let abilities: [String: BackendCapabilities]
    /// Holds samples that don't fit into the budget.
    let fit: IntakeSideEffectImpl.FitSamples
    let markers: FolderMarkers
    /// Restores damaged pictures.
    let recovery: PictureRecovery
    /// Releases the claims on folders that earlier stores used.
    private let releaseOthers: @Sendable () -> Void
    private let imageBackends: [any ImageBackend]
    private let log: EventLog
    /// The number of drops since the start whose files vanished before they could become jobs.
    private(set) var vanishedDrops = 0

    package init(
        _ base: StoreDependencies<some Clock<Duration>>, _ settings: Settings, _ imageBackends: [any ImageBackend],
        log: EventLog
    ) {
        let stamper = StampSource(clock: base.clock, origin: base.origin, utc: base.utc, seed: base.seed)
        let rules = Backends.Rules.rules(imageBackends, settings, sharesBackends: base.spool.fleet != nil)
        self.log = log
        self.imageBackends = imageBackends
        stamp = stamper.next
        let descriptors = imageBackends.map(\.descriptor)
        credits = Dictionary(uniqueKeysWithValues: descriptors.map { ($0.name, $0.credit) })
        abilities = Dictionary(uniqueKeysWithValues: descriptors.map { ($0.name, $0.abilities) })
        let markers = FolderMarkers(settings, base, log: log)
        self.markers = markers
        let claims = base.claims
        let files = MarkedFileSystem(base.files, markers, outboxes: settings.watches.map(\.outbox)) {
            claims?.release($0)
        }
        releaseOthers = { claims?.keep(settings.sourceFolders) }
        let backendsSideEffects = Self.backendsSideEffects(base, settings, imageBackends, rules)
        let ledger = base.spool.ledger
        fit = { await backendsSideEffects.fitting($0, in: ledger) }
        let found = FoundFolders()
        self.found = found
        let leases = base.spool.fleet.map {
            FolderLeases(
                $0, base.spool.drops, markers, claims, sources: settings.sourceFolders,
                capped: Set(settings.budget.folders.keys), found: found)
        }
        self.leases = leases
        gates = Store(
            .initial(settings.gates, chains: rules.filter(\.value.isChain).mapValues(\.fallback)), stamp: stamper.next,
            perform: Gates.performer(
                GatesSideEffectImpl(
                    base.gates, gates: settings.gates, files: base.files, clock: base.clock, utc: base.utc)))
        let reach: @Sendable () async -> NodeReach = { [gates] in
            NodeReach(
                folders: await leases?.present.sorted() ?? [], backends: rules.keys.sorted(),
                sharedBackends: rules.shared, closedGates: await gates.state.closures.gates.sorted())
        }
        release = { try? await base.spool.fleet?.release() }
        let intakeSideEffects = Self.intakeSideEffects(base, settings, abilities, markers, files, fit, leases)
        intake = Store(
            .initial(folders: settings.watches, own: [settings.service.state], remainingCapacity: 0), on: base.disk,
            stamp: stamper.next, perform: Intake.performer(intakeSideEffects))
        let jobsSideEffects = Self.jobsSideEffects(
            base, settings, credits, abilities, files, intakeSideEffects, leases)
        recovery = jobsSideEffects.recovery
        jobs = Store(
            leases == nil ? .initial() : .initial(capacity: rules.sharedCapacity, isShared: true), on: base.disk,
            stamp: stamper.next, perform: Jobs.performer(jobsSideEffects))
        fleet = base.spool.fleet.map { repository in
            let sideEffects = FleetSideEffectImpl(
                fleet: repository, reach: reach, clock: base.clock)
            return Store(.initial(), stamp: stamper.next, perform: Fleet.performer(sideEffects))
        }
        plans = Store(
            .initial(isShared: leases != nil), on: base.disk, stamp: stamper.next,
            perform: Plans.performer(
                PlansSideEffectImpl(
                    base.spool.plans, watches: settings.watches, zone: base.gates.zone, day: Self.day, fit: fit,
                    clock: base.clock, utc: base.utc)))
        backends = Store(
            .initial(rules, maxRelease: settings.budget.maxRelease), stamp: stamper.next,
            perform: Backends.performer(backendsSideEffects))
        notes = Store(
            .initial(isShared: leases != nil), on: base.disk, stamp: stamper.next,
            perform: Notes.performer(Self.notesSideEffects(base, settings, files, leases)))
        (notifications, notificationRoutes) = Self.notifications(base, settings, stamper.next)
        followRules = { base.spool.notifications.follow(settings.targets.rules) }
        let suggester = Self.suggester(base, settings, imageBackends)
        librarySideEffects = Self.librarySideEffects(base, settings, intakeSideEffects, suggester)
        library = Store(
            .initial(settings.retention.tasks, suggests: suggester != nil), stamp: stamper.next,
            perform: Library.performer(librarySideEffects))
    }

    /// Connects the stores, then starts them: first Gates, since nothing may start behind a closed one.
    package func start() {
        releaseOthers()
        followRules()
        intake.listen { [log, unowned self] event in
            log.record(event)
            if case .failed(_, let failure) = event, !failure.isRefusal { vanishedDrops += 1 }
            if let action = Routes.jobs(event) { jobs.send(action) }
            if let action = Routes.library(event) { library.send(action) }
            if let action = Routes.fleet(event) { fleet?.send(action) }
            if let action = Routes.notifications(event) { notifications.send(action) }
            if case .waiting(.repository) = event, let leases { Task { await leases.recheck() } }
        }
        jobs.listen { [log, unowned self] event in
            log.record(event)
            if let action = Routes.backends(event) { backends.send(action) }
            route(event)
            if let action = Routes.notes(event) { notes.send(action) }
            if let action = Routes.notifications(event) { notifications.send(action) }
            if let action = Routes.library(event) { library.send(action) }
            if fleet == nil, let action = Routes.plans(event) { plans.send(action) }
            requests.receive(event)
            if case .resumedJobs = event {
                for action in jobs.state.entries.values.compactMap(Routes.notes) { notes.send(action) }
            }
        }
        backends.listen { [log, unowned self] event in
            log.record(event, jobs: jobs.state)
            if let action = Routes.jobs(event) { jobs.send(action) }
            if let action = Routes.notifications(event) { notifications.send(action) }
        }
        library.listen { [log] in log.record($0) }
        notifications.listen { [log] in log.record($0) }
        listenToPlans()
        listenToFleet()
        gates.listen { [log, unowned self] event in
            log.record(event)
            // Jobs comes first: it takes back from Backends what has not begun.
            if let action = Routes.jobs(event) { jobs.send(action) }
            if let action = Routes.backends(event) { backends.send(action) }
            if let action = Routes.intake(event) { intake.send(action) }
            if let action = Routes.notifications(event) { notifications.send(action) }
            if case .changed = event, jobs.state.phase == .idle { startWork() }
        }
        gates.send(.start)
    }

    /// Jobs loads the jobs of an earlier run before Intake creates new ones.
    private func startWork() {
        notes.send(.start)
        library.send(.start)
        notifications.send(.start)
        jobs.send(.start)
        intake.send(.start)
        plans.send(.start)
        fleet?.send(.start)
    }

    /// Jobs of plans continue like submitted ones: among services that share their work, any may claim them.
    private func listenToPlans() {
        plans.listen { [log, unowned self] event in
            log.record(event)
            if let action = Routes.notifications(event) { notifications.send(action) }
            if let fleet {
                if let action = Routes.fleet(event) { fleet.send(action) }
                return
            }
            if let action = Routes.jobs(event) { jobs.send(action) }
            if let action = Routes.intake(event) { intake.send(action) }
        }
    }

    /// Passes what happens to jobs on to Intake; among services that share their work, by way of Fleet. There a drop may
    /// be of another node's folder.
    private func route(_ event: Jobs.Event) {
        guard let fleet else {
            if let action = Routes.intake(event) { intake.send(action) }
            return
        }
        if case .dropEnded(let drop, _) = event, let action = Routes.intake(event), intake.state.drops[drop] != nil {
            intake.send(action)
        } else if let action = Routes.fleet(event) {
            fleet.send(action)
        }
    }

    private func listenToFleet() {
        // Jobs of a folder are claimed as soon as this node has it, not at the next beat.
        found.listener = { [weak fleet] in fleet?.send(.jobsAdded) }
        fleet?.listen { [log, unowned self] event in
            log.record(event)
            if let action = Routes.jobs(event) { jobs.send(action) }
            if let action = Routes.intake(event) { intake.send(action) }
            if let action = Routes.backends(event) { backends.send(action) }
            if let action = Routes.plans(event) { plans.send(action) }
            switch event {
            case .foldersToList: listNow()
            case .askedToLeave: onLeaving()
            case .expelled: onExpulsion()
            // A replica that has become the server may lack the last commits, such as the ends of drops.
            case .databaseRestored:
                Task {
                    await leases?.recheck()
                    listNow()
                }
            case .claimed, .dropEnded, .remainingCapacity, .nodesLost, .outagesKnown, .announcementsUnheard: break
            }
        }
    }

    /// Lists every watch folder now.
    func listNow() {
        for folder in intake.state.folders { intake.send(.listNow(folder: folder.settings.name)) }
    }

    /// Sends the job store a request that carries a ticket, and returns what the store answers to it.
    func outcome(of request: (Ticket) -> Jobs.Action) async -> JobRequests.Outcome {
        await requests.outcome { jobs.send(request($0)) }
    }

    /// What a clean-up of the library would remove now, by its tasks.
    func previewCleanUp() async -> CleanUpReport {
        await librarySideEffects.preview(library.state.tasks)
    }

    /// Cleans up the library and returns what that removed; `nil` if these stores are being replaced or shut down.
    func cleanUp() async -> CleanUpReport? {
        let before = library.state.cleanUps
        // Work that is running has begun before this request, so it doesn't count.
        let wanted = before + (library.state.isCleaning ? 2 : 1)
        library.send(.cleanUp)
        for await state in Observations({ [library] in library.state }) {
            if state.cleanUps >= wanted { return state.lastReport }
            if state.phase == .stopped { return nil }
        }
        return nil
    }

    /// Asks the vision model for the tags of a job's artwork. `nil` if none is configured, if too many questions wait, or
    /// if these stores are being replaced or shut down.
    func suggestTags(_ request: Library.Suggestions.Request) async -> TagOutcome? {
        let before = library.state.suggestions?.answered ?? 0
        library.send(.suggest(request))
        for await state in Observations({ [library] in library.state }) {
            guard let suggestions = state.suggestions else { return nil }
            let newest = suggestions.answers.suffix(suggestions.answered - before)
            if let answer = newest.last(where: { $0.job == request.job }) { return answer.outcome }
            let isWaiting = suggestions.requests.contains { $0.job == request.job }
            if !isWaiting || state.phase == .stopped && !suggestions.isAsking { return nil }
        }
        return nil
    }

    /// The store's answer to a request; `nil` if these stores are being replaced or shut down.
    package func answer(to request: (Ticket) -> Jobs.Action) async -> Jobs.Answer? {
        guard case .answered(let answer) = await outcome(of: request) else { return nil }
        return answer
    }

    /// Starts no new work and returns when all running work has ended and every request is answered.
    package func drain() async {
        gates.send(.stop)
        plans.send(.stop)
        fleet?.send(.stop)
        intake.send(.stop)
        backends.send(.drain)
        jobs.send(.drain)
        _ = await plans.idle()
        _ = await backends.idle()
        _ = await jobs.idle()
        _ = await intake.idle()
        requests.seal()
        _ = await jobs.idle()
        notes.send(.stop)
        library.send(.stop)
        notifications.send(.stop)
        _ = await notes.idle()
        _ = await notifications.idle()
        _ = await library.idle()
    }

    /// Cancels running work and waits until it has stopped.
    package func shutDown() async {
        await gates.shutDown()
        await plans.shutDown()
        await intake.shutDown()
        await backends.shutDown()
        await jobs.shutDown()
        await notes.shutDown()
        await library.shutDown()
        await notifications.shutDown()
        await fleet?.shutDown()
        await release()
        requests.close()
        await withTaskGroup(of: Void.self) { group in
            for backend in imageBackends { group.addTask { await backend.close() } }
        }
    }
}

extension AppContainer {
    private static func intakeSideEffects(
        _ base: StoreDependencies<some Clock<Duration>>, _ settings: Settings,
        _ abilities: [String: BackendCapabilities],
        _ markers: FolderMarkers, _ files: any FileSystem, _ fit: @escaping IntakeSideEffectImpl.FitSamples,
        _ leases: FolderLeases?
    ) -> IntakeSideEffectImpl {
        let language = settings.service.language
        return IntakeSideEffectImpl(
            sources: settings.watches, priced: Set(settings.backends.filter { $0.price != nil }.map(\.name)),
            state: settings.service.state, files: files,
            drops: base.spool.drops, contents: base.spool.contents, blobs: base.blobs, clock: base.clock,
            limits: IntakeLimits(
                fileBytes: settings.limits.pictures.fileBytes, originals: settings.retention.dropped,
                freeBytes: settings.retention.freeBytes),
            parser: FolderDropParser(settings, abilities, blobs: base.blobs, disk: base.disk),
            day: day,
            words: { failure, name in Wording(language).sentence(failure, about: name.shown) },
            sampleWords: { Wording(language).retryOnly($0) }, code: { $0.code }, fit: fit,
            earlier: { [artworks = base.spool.artworks] in
                (try? await artworks.newest(of: $0, droppedInto: $1)) ?? nil
            },
            registerUse: markers.registration(settings, leases == nil ? base.claims : nil),
            isRemote: remoteness(base.disk),
            takeOver: leases?.takingOver)
    }

    private static let day: @Sendable (UTCMillis) -> LocalDay = { LocalTime($0).localDay }

    /// Checks on `threads`, because a remote file system may not respond. Without threads nothing counts as remote.
    private static func remoteness(_ threads: ThreadExecutor?) -> IntakeSideEffectImpl.IsRemote {
        { path in
            guard let threads else { return false }
            return await threads.run { (try? FileSystemKind(at: path))?.isRemote == true }
        }
    }

    private static func jobsSideEffects<C>(
        _ base: StoreDependencies<C>, _ settings: Settings, _ credits: [String: String],
        _ abilities: [String: BackendCapabilities], _ files: any FileSystem,
        _ intake: IntakeSideEffectImpl, _ leases: FolderLeases?
    ) -> JobsSideEffectImpl<C> {
        JobsSideEffectImpl(
            spool: base.spool, blobs: base.blobs, files: files, renderer: base.renderer, clock: base.clock,
            credits: credits, abilities: abilities,
            version: Version.text, utc: base.utc, restore: intake.pictures.restore, readAgain: intake.refused.readAgain,
            digest: sha256,
            latest: Set(settings.watches.filter(\.rules.keepsLatest).map(\.name)),
            folders: settings.watches,
            day: day, handOver: { job throws(RepositoryFailure) in try await leases?.handOver(job) ?? false })
    }

    private static func notesSideEffects(
        _ base: StoreDependencies<some Clock<Duration>>, _ settings: Settings, _ files: any FileSystem,
        _ leases: FolderLeases?
    ) -> NotesSideEffectImpl {
        let words = Wording(settings.service.language)
        return NotesSideEffectImpl(
            places: base.spool.notes,
            outboxes: settings.watches.map(\.outbox).reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            files: files, jobs: base.spool.jobs, clock: base.clock,
            sharing: noteSharing(base.spool.fleet, leases)
        ) { note in
            let sentence = words.sentence(note.state, about: note.name.shown, job: note.job.text)
            return (sentence ?? note.state.word) + " (textify show \(note.job))"
        }
    }

    private static func noteSharing(_ fleet: (any FleetRepository)?, _ leases: FolderLeases?) -> NoteSharing? {
        guard let fleet, let leases else { return nil }
        return NoteSharing(fleet: fleet, isWriter: { await leases.isHeld($0) })
    }

    private static func librarySideEffects(
        _ base: StoreDependencies<some Clock<Duration>>, _ settings: Settings, _ intake: IntakeSideEffectImpl,
        _ suggester: TagSuggester?
    ) -> LibrarySideEffectImpl {
        let utc = base.utc
        return LibrarySideEffectImpl(
            retention: settings.retention, artworks: base.spool.artworks, store: base.spool.retention,
            clock: base.clock, suggestions: suggester,
            refusedFiles: RefusedFileActions(
                count: intake.refusedFiles.unchanged, remove: intake.refusedFiles.remove),
            removeFiles: { [pictures = intake.pictures, removeRenderings = base.removeRenderings] digests in
                await pictures.remove(digests)
                // Also those of pictures that others need: they name the prompts of erased artworks.
                await removeRenderings(digests)
            }
        ) { .local(at: utc()) }
    }

    /// Asks the configured vision model for tags; `nil` if there is none.
    private static func suggester(
        _ base: StoreDependencies<some Clock<Duration>>, _ settings: Settings, _ imageBackends: [any ImageBackend]
    ) -> TagSuggester? {
        guard let rules = settings.tagSuggestions,
            let backend = imageBackends.first(where: { $0.descriptor.name == rules.backend }),
            let own = settings.backends.first(where: { $0.name == rules.backend })
        else { return nil }
        let purchase = TagPurchase(
            backend: backend, rules: rules, spool: base.spool, blobs: base.blobs, clock: base.clock, utc: base.utc,
            digest: sha256, budget: settings.budget, moment: { BudgetMoment($0) }, service: own.purchase,
            shrink: shrinker(base, settings))
        return TagSuggester(folders: rules.appliedFolders, calls: base.spool.tagCalls) { job, call, mayRepeat in
            await purchase.suggest(job, call: call, mayRepeat: mayRepeat)
        }
    }

    private static func shrinker(
        _ base: StoreDependencies<some Clock<Duration>>, _ settings: Settings
    ) -> PictureShrinker {
        if let shrink = base.shrink { return shrink }
        let small = SmallPicture(limits: settings.limits.pictures, threads: base.disk, budget: base.memory)
        return { picture, bytes throws(PictureFailure) in try await small.copy(picture, bytes) }
    }

    private static func backendsSideEffects<C>(
        _ base: StoreDependencies<C>, _ settings: Settings, _ imageBackends: [any ImageBackend],
        _ rules: [String: Backends.Rules]
    ) -> BackendsSideEffectImpl<C> {
        BackendsSideEffectImpl(
            backends: imageBackends, calls: base.spool.calls, blobs: base.blobs, clock: base.clock,
            utc: base.utc, digest: sha256, budget: settings.budget,
            moment: { BudgetMoment($0) },
            services: Dictionary(settings.backends.map { ($0.name, $0.purchase) }) { first, _ in first },
            masks: base.disk.map {
                TransparencyMask(limits: settings.limits.pictures, threads: $0, budget: base.memory)
            },
            shared: rules.filter(\.value.isShared).mapValues(\.limits), fleet: base.spool.fleet)
    }
}

extension AppContainer {
    /// Whether no work is running that will end soon without outside help.
    var isQuiet: Bool {
        let hasLoadedJobs = jobs.state.phase == .running || jobs.state.isStalled
        // A fetch in progress counts as running, like any other work that was handed to a backend.
        let isIdle = hasLoadedJobs && !jobs.state.isBusy && jobs.state.unfetched.isEmpty && backends.state.calls.isEmpty
        return intake.state.isQuiet && plans.state.isQuiet && isIdle && jobs.running.subtracting([.timer]).isEmpty
            && notes.running.subtracting([.timer, .pause]).isEmpty && library.state.suggestions?.isAsking != true
            && notifications.state.isQuiet
            && !hasUnclaimedJobs
    }

    /// Whether there are jobs that this node is about to claim.
    private var hasUnclaimedJobs: Bool {
        guard let fleet else { return false }
        let isAsking = !fleet.running.isDisjoint(with: [.claim, .owned, .drops])
        return isAsking || fleet.state.ready > 0 && fleet.state.freeSlots > 0 && fleet.state.failure == nil
    }

    /// Waits until everything in the folders was processed or waits for a person or an event. Returns the outcome,
    /// judged at that very moment; `nil` if the waiting task was cancelled first.
    func allFinished() async -> ExitCode? {
        for await verdict in Observations({ [unowned self] in isQuiet ? verdict : nil }) {
            if let verdict { return verdict }
        }
        return nil
    }

    /// The outcome of a single pass: all done, some failed, or some still waiting.
    private var verdict: ExitCode {
        let isLeft = jobs.state.phase != .running || jobs.state.isStalled || jobs.state.pageEnd != nil
        if isLeft || jobs.state.waitingCount + jobs.state.parkedCount > 0 || !intake.state.isFullyProcessed {
            return .tryAgain
        }
        return jobs.state.finished.failed + vanishedDrops > 0 ? .data : .ok
    }
}

extension Backends.Rules {
    /// The rules of every backend by name, from its own description and the configuration.
    /// `sharesBackends`: other services that share the database have the same backends, except those on this machine.
    static func rules(
        _ imageBackends: [any ImageBackend], _ settings: Settings, sharesBackends: Bool = false
    ) -> [String: Backends.Rules] {
        let configured = Dictionary(settings.backends.map { ($0.name, $0) }) { first, _ in first }
        var rules: [String: Backends.Rules] = [:]
        for backend in imageBackends {
            let own = configured[backend.descriptor.name]
            rules[backend.descriptor.name] = Self(
                backend.descriptor, own, isShared: sharesBackends && own?.isRemote == true)
        }
        for backend in settings.backends where backend.isChain {
            rules[backend.name] = Self(concurrency: 1, fallback: backend.own.value.members, isChain: true)
        }
        return rules
    }

    init(_ descriptor: BackendDescriptor, _ settings: BackendSettings? = nil, isShared: Bool = false) {
        self.init(
            concurrency: descriptor.concurrency, probeInterval: descriptor.probeInterval,
            onUnknown: descriptor.onUnknown, isFree: descriptor.isFree, isLocal: settings?.isRemote != true,
            rate: settings?.rate,
            fallback: settings?.fallback ?? [], isShared: isShared)
    }
}

extension [String: Backends.Rules] {
    /// The number of jobs that a service takes at once among those that share its work: as many as it can work on, so
    /// that none waits here while another service is idle.
    fileprivate var sharedCapacity: Int { 8 + values.reduce(0) { $0 + Swift.min($1.concurrency, 8) } }
}

/// Everything the stores use to reach the outside world, and their clock. The service passes the real implementations,
/// the simulation its models.
package struct StoreDependencies<C: Clock<Duration>>: Sendable {
    let files: any FileSystem
    let spool: SpoolRepositories
    let blobs: any BlobRepository
    let renderer: any Renderer
    let clock: C
    /// The time of the machine's boot.
    let origin: C.Instant
    /// Wall-clock time.
    let utc: @Sendable () -> UTCMillis
    /// Seeds identifiers and jitter; a fixed seed makes a run repeatable.
    let seed: UInt64
    /// Makes the content of a new folder marker.
    let makeMarker: @Sendable () -> String
    /// Runs work that blocks while it inspects pictures; `nil` runs it on the caller, which blocks everything else.
    let disk: ThreadExecutor?
    /// The folders from which this service alone takes drops; `nil` when there is no other service.
    let claims: FolderClaims?
    /// The memory shared by renderings; `nil` when nothing else decodes pictures.
    let memory: MemoryBudget?
    let gates: GateSources
    let channels: NotificationChannelSource
    /// Makes the copy of a picture that a vision model is shown; `nil` decodes the picture and makes it smaller.
    let shrink: PictureShrinker?
    /// Removes what was rendered from pictures.
    let removeRenderings: @Sendable ([Digest]) async -> Void

    package init(
        files: any FileSystem, spool: SpoolRepositories, blobs: any BlobRepository, renderer: any Renderer,
        clock: C, origin: C.Instant, utc: @escaping @Sendable () -> UTCMillis, seed: UInt64,
        makeMarker: @escaping @Sendable () -> String, disk: ThreadExecutor? = nil,
        claims: FolderClaims? = nil, memory: MemoryBudget? = nil, gates: GateSources = .none,
        channels: NotificationChannelSource = .none,
        shrink: PictureShrinker? = nil,
        removeRenderings: @escaping @Sendable ([Digest]) async -> Void = { _ in }
    ) {
        self.files = files
        self.spool = spool
        self.blobs = blobs
        self.renderer = renderer
        self.clock = clock
        self.origin = origin
        self.utc = utc
        self.seed = seed
        self.makeMarker = makeMarker
        self.disk = disk
        self.claims = claims
        self.memory = memory
        self.gates = gates
        self.channels = channels
        self.shrink = shrink
        self.removeRenderings = removeRenderings
    }
}
