import Configuration
import ControlAPI
import ControlServer
import Domain
import PlatformSystem
import Repositories
import Web

/// The objects that serve the control socket, each with one job.
@MainActor
struct ServiceControl {
    let status: StatusReporter
    let jobs: JobQueries
    let submissions: Submissions
    let plans: PlanRequests
    let actions: JobActions
    let art: ArtRendering
    let sync: SyncWaiter
    let operations: Operations
    let plane: ControlPlane

    /// `source`: where the configuration is read. `gallery`: how browsers sign in, where there is a gallery. `reload`
    /// reloads the configuration and returns its errors; `stop` stops the service as SIGTERM does.
    init(
        _ base: ServiceResources, _ current: CurrentService, _ events: EventRing, source: SettingsSource? = nil,
        gallery: GalleryEntrance? = nil,
        stop: @escaping @MainActor () -> Void = {}, reload: @escaping @MainActor () async -> LaunchFailure?
    ) {
        let stores = ActiveStores(current)
        let cache = base.renderings
        jobs = JobQueries(base.spool.jobList, base.spool.contents, current)
        status = StatusReporter(current, base.spool, cache, base.clock)
        submissions = Submissions(stores, jobs, base.spool.submissions, base.files, base.disk)
        plans = PlanRequests(
            stores, submissions, base.spool.plans, base.blobs, base.spool.contents, base.disk, zone: LocalZone.rules)
        actions = JobActions(stores, jobs, base.spool.jobList, base.spool.failures, base.files, cache)
        art = ArtRendering(jobs, base.renderer, base.files, base.blobs, current)
        sync = SyncWaiter(stores, jobs, base.clock)
        operations = Operations(
            stores, base.database, cache, events, fleet: base.spool.fleet,
            verification: {
                Verification(
                    repository: base.verification, blobs: base.blobs, contents: base.spool.contents,
                    recovery: current.container.recovery, isRepairing: $0)
            }, mover: base.storage.mover, source: source, stop: stop, reload: reload)
        plane = ControlPlane(
            events: events, meters: base.meters, status: status, jobs: jobs, submissions: submissions, plans: plans,
            actions: actions, art: art,
            library: LibraryRequests(
                artworks: base.spool.artworks, tags: base.spool.tags, tagCalls: base.spool.tagCalls,
                undoLog: UndoLog(),
                ask: { job, mayRepeat throws(ControlFailure) in try await stores.askForTags(of: job, mayRepeat) }),
            transfer: LibraryTransfer(
                repository: base.transfer, blobs: base.blobs, contents: base.spool.contents, disk: base.disk,
                outbox: { [submissions] folder in await submissions.outbox(of: folder) }),
            spending: SpendingReports(ledger: base.spool.ledger), sync: sync, operations: operations,
            gallery: gallery ?? ClosedGallery(),
            notifications: NotificationRequests(current, base.spool.notifications), usage: ProcessFacts.usage)
    }
}

/// Reports spending from the ledger.
struct SpendingReports: SpendingSource {
    let ledger: any LedgerRepository

    func spend(
        _ days: ClosedRange<LocalDay>?, by groups: [SpendQuery.Group]
    ) async throws(ControlFailure) -> SpendReport {
        let today = LocalTime.now.localDay
        let query = SpendQuery(days: days ?? today...today, groups: groups, today: today)
        return SpendReport(
            query, try await stored { () throws(RepositoryFailure) in try await ledger.spend(query) })
    }
}

extension GalleryEntrance: GallerySource {}
