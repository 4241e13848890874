package import ControlAPI
package import Domain
package import PlatformHTTPServer

/// The operations that the service offers on its control socket. Routes turn requests into these calls and their
/// results into JSON; nothing here depends on HTTP.
///
/// Calls may overlap. A call is cancelled when its client disconnects or its time limit expires: calls that wait then
/// return at once with the current state; the others may finish.
package struct ControlPlane: Sendable {
    /// The event stream.
    let events: EventRing
    /// Duration histograms.
    let meters: Meters
    let status: any StatusSource
    let jobs: any JobDirectory
    let submissions: any JobSubmitting
    let plans: any PlanSource
    let actions: any JobDeciding
    let art: any ArtSource
    let library: any LibrarySource
    let transfer: any TransferSource
    let spending: any SpendingSource
    let sync: any SyncSource
    let operations: any ServiceOperations
    let gallery: any GallerySource
    let notifications: any NotificationSource
    /// What the service's process uses; `nil` where that is unknown.
    let usage: @Sendable () -> ProcessUsage?

    package init(
        events: EventRing, meters: Meters, status: any StatusSource, jobs: any JobDirectory,
        submissions: any JobSubmitting, plans: any PlanSource, actions: any JobDeciding, art: any ArtSource,
        library: any LibrarySource, transfer: any TransferSource, spending: any SpendingSource,
        sync: any SyncSource, operations: any ServiceOperations,
        gallery: any GallerySource = ClosedGallery(), notifications: any NotificationSource,
        usage: @escaping @Sendable () -> ProcessUsage? = { nil }
    ) {
        self.events = events
        self.meters = meters
        self.status = status
        self.jobs = jobs
        self.submissions = submissions
        self.plans = plans
        self.actions = actions
        self.art = art
        self.library = library
        self.transfer = transfer
        self.spending = spending
        self.sync = sync
        self.operations = operations
        self.gallery = gallery
        self.notifications = notifications
        self.usage = usage
    }
}

/// Lets people sign in to the gallery in a browser.
package protocol GallerySource: Sendable {
    /// Creates a code with which a browser can sign in once, as that peer. Throws `.galleryOff`.
    func invite(_ peer: Peer) throws(ControlFailure) -> GalleryInvitation

    /// Ends all sessions of that user, or of everyone. Returns their number. Throws `.galleryOff`.
    func signOut(user: UInt32?) throws(ControlFailure) -> Int

    /// Makes the address of the calendar, which is shown only this once. Without `renewing`, an address that exists stays. Throws
    /// `.galleryOff`, `.storage`.
    func subscribe(renewing: Bool) throws(ControlFailure) -> CalendarSubscription

    /// Ends the address of the calendar. `false` if there was none. Throws `.galleryOff`, `.storage`.
    func unsubscribe() throws(ControlFailure) -> Bool
}

/// A gallery that is not served.
package struct ClosedGallery: GallerySource {
    package init() {}

    package func invite(_ peer: Peer) throws(ControlFailure) -> GalleryInvitation { throw .galleryOff }

    package func signOut(user: UInt32?) throws(ControlFailure) -> Int { throw .galleryOff }

    package func subscribe(renewing: Bool) throws(ControlFailure) -> CalendarSubscription { throw .galleryOff }

    package func unsubscribe() throws(ControlFailure) -> Bool { throw .galleryOff }
}

/// Notifications and their targets.
package protocol NotificationSource: Sendable {
    /// The targets with what they have not been told, with sentences in `language`. Also those that are not configured
    /// any more, if something is left for them.
    func targets(in language: Language) async throws(ControlFailure) -> [NotifyStatus]

    /// Sends a target a test and waits until it has arrived. Throws `.noSuchTarget`, `.notDelivered`.
    func test(_ target: String) async throws(ControlFailure)

    /// Sends again what could not be delivered to a target. Returns the number of notifications.
    func retry(_ target: String) async throws(ControlFailure) -> Int

    /// Removes what could not be delivered to a target. Returns the number of notifications.
    func dismiss(_ target: String) async throws(ControlFailure) -> Int
}

/// Reports the status.
package protocol StatusSource: Sendable {
    /// The complete status, with sentences in `language`. Returns promptly whatever else is running.
    func status(in language: Language) async -> Status

    /// The phase alone, for `/readyz`.
    func phase() async -> Status.Phase
}

/// Finds jobs.
package protocol JobDirectory: Sendable {
    /// Lists jobs, newest first. The job that the query's `after` names may have been deleted; `since`, if given,
    /// replaces the query's own start time. Throws `.noSuchFolder` for a folder that is not and never was watched,
    /// `.noSuchBackend` likewise.
    func jobs(_ query: JobQuery, since: Since?) async throws(ControlFailure) -> JobPage

    /// Finds the single job whose identifier begins or ends with a part. Throws `.noSuchJob`, `.ambiguousJob`.
    func find(_ part: JobIDFragment) async throws(ControlFailure) -> JobID

    /// Throws `.noSuchJob`.
    func job(_ id: JobID) async throws(ControlFailure) -> JobTimeline

    /// Waits until the job has ended, is held or is unknown. On cancellation returns its current state.
    func rest(of id: JobID) async throws(ControlFailure) -> JobTimeline
}

/// Creates jobs.
package protocol JobSubmitting: Sendable {
    /// Overlays the fields on the folder's request, validates the result and stores the job durably before returning
    /// it. A repeated `idempotencyKey` of the same user returns the existing job.
    /// Throws `.keyReused` when the key was used for a different request, `.fields`, `.noSuchFolder`, `.prompt`,
    /// `.picture`, `.noRoom`, `.draining`.
    func submit(_ order: JobSubmission) async throws(ControlFailure) -> JobTimeline
}

/// Makes and changes plans.
package protocol PlanSource: Sendable {
    /// Checks the submission like one that is made now, and stores it durably. A repeated `idempotencyKey` of the same user
    /// returns the existing plan. Throws what `JobSubmitting` throws, `.planTimes`, `.tooManyPlans`, `.planKeyReused`.
    func add(_ submission: PlannedSubmission) async throws(ControlFailure) -> Plan

    /// Lists all plans, the next one first.
    func plans() async throws(ControlFailure) -> [Plan]

    /// Finds the single plan whose identifier begins or ends with a part. Throws `.noSuchPlan`, `.ambiguousPlan`.
    func plan(_ part: JobIDFragment) async throws(ControlFailure) -> Plan

    /// Throws `.planTimes`, `.planEnded`.
    func change(_ part: JobIDFragment, _ edit: PlanEdit) async throws(ControlFailure) -> Plan

    /// Erases a plan and returns it. Jobs that it has made stay.
    func cancel(_ part: JobIDFragment) async throws(ControlFailure) -> Plan
}

/// Carries out decisions about jobs.
package protocol JobDeciding: Sendable {
    /// Queues a failed, cancelled or unknown job again. Throws `.notRetryable`, and `.mayPayTwice` for an unknown job
    /// unless `mayPayTwice` is set.
    func retry(_ id: JobID, mayPayTwice: Bool) async throws(ControlFailure) -> JobTimeline

    /// Approves a held job regardless of the caps. Throws `.notHeld`.
    func approve(_ id: JobID) async throws(ControlFailure) -> JobTimeline

    /// Renders and delivers a done job's outputs once more, under free names. Throws `.notRedeliverable` and
    /// `.pictureLost`.
    func redeliver(_ id: JobID) async throws(ControlFailure) -> JobTimeline

    /// Cancels a job, or marks it for cancellation while a backend works on it. Idempotent. Throws `.hasEnded` for a
    /// job that is done or failed.
    func cancel(_ id: JobID) async throws(ControlFailure) -> JobTimeline

    /// Deletes the outputs, pictures and texts of a job that has ended; its cost remains on record. Throws
    /// `.notForgettable`.
    func forget(_ id: JobID) async throws(ControlFailure) -> ForgetAnswer

    /// Marks a failed job as read, so that it is no longer listed as a failure. Idempotent; does nothing for other
    /// jobs.
    func acknowledge(_ id: JobID) async throws(ControlFailure) -> JobTimeline

    /// Marks every failed job as read. Returns the number of jobs that were not.
    func acknowledgeAll() async throws(ControlFailure) -> Int

    /// Applies an act to every job that a filter matches, newest first. A dry run only lists them.
    func all(_ act: BulkAction, _ filter: BulkFilter) async throws(ControlFailure) -> BulkResult
}

/// Renders art.
package protocol ArtSource: Sendable {
    /// A job's text art, rendered again from its stored picture, or as delivered when that is gone. Throws `.artGone`,
    /// `.fields`, `.picture`.
    func art(of id: JobID, _ order: ArtRequest) async throws(ControlFailure) -> [UInt8]

    /// A job's stored picture. Throws `.artGone`.
    func picture(of id: JobID) async throws(ControlFailure) -> PictureFile

    /// A small copy of a job's stored picture. Throws `.artGone`, `.picture`.
    func thumbnail(of id: JobID) async throws(ControlFailure) -> [UInt8]

    /// Renders a picture without storing anything. A truncated or corrupt picture is rendered as far as it could be
    /// decoded. Throws `.fields`, `.picture`.
    func render(_ order: RenderRequest) async throws(ControlFailure) -> RenderedArt
}

/// Finds and changes artworks and their tags.
package protocol LibrarySource: Sendable {
    /// Looks up the artworks that a query names. Throws `.noSuchArtwork`, `.ambiguousJob`, `.noLikeness`.
    func resolved(_ query: LibraryQuery) async throws(ControlFailure) -> LibraryQuery

    /// Returns a page of the results of a resolved query.
    func page(_ query: LibraryQuery, _ range: ArtworkRange) async throws(ControlFailure) -> ArtworkPage

    /// Counts a resolved query's results, up to 10,000.
    func count(_ query: LibraryQuery) async throws(ControlFailure) -> ArtworkCount

    /// Counts the values of facets among the newest results of a resolved query.
    func facets(_ facets: [LibraryFacet], of query: LibraryQuery) async throws(ControlFailure) -> ArtworkFacets

    /// Returns the newest months with artworks outside the trash, newest first.
    func months(limit: Int) async throws(ControlFailure) -> [LibraryMonth]

    /// Finds the single artwork whose job's identifier begins or ends with a part. Throws `.noSuchArtwork`,
    /// `.ambiguousJob`.
    func artwork(_ part: JobIDFragment) async throws(ControlFailure) -> Artwork

    /// Suggests tags for an artwork, the best first. Throws `.noSuchArtwork`, `.ambiguousJob`.
    func suggestions(
        for part: JobIDFragment, limit: Int
    ) async throws(ControlFailure) -> ArtworkSuggestions

    /// Asks the vision model for tags of an artwork, which may cost money. `mayRepeat`: also if an earlier answer was
    /// lost. Returns its tags, and the artwork with those that it got. Throws `.noSuchArtwork`, `.ambiguousJob`,
    /// `.noVisionModel`, `.noTags`.
    func askForTags(
        of part: JobIDFragment, mayRepeat: Bool
    ) async throws(ControlFailure) -> (tags: [Tag], artwork: Artwork)

    /// Changes artworks, or with `isDryRun` only tells how many. Throws `.noSuchArtwork` before anything is changed.
    func change(
        _ artworks: ArtworkSelection, _ edit: ArtworkEdit, isDryRun: Bool, by user: UInt32
    ) async throws(ControlFailure) -> ArtworkChangeResult

    /// Takes a change back, or without a token the user's newest one. Throws `.nothingToUndo`.
    func undo(_ token: UndoToken?, by user: UInt32) async throws(ControlFailure) -> UndoResult

    /// Remembers for each pair of the artworks that they are not the same picture, or with `false` no more. Returns the
    /// number of pairs that differ from before. Throws `.noSuchArtwork`, `.ambiguousJob` before anything is changed.
    func tellApart(_ artworks: [JobIDFragment], _ areApart: Bool) async throws(ControlFailure) -> Int

    /// Lists tags that begin like that, the most used ones first.
    func tags(beginning prefix: String, limit: Int) async throws(ControlFailure) -> [TagCount]

    /// Returns the number of artworks with the tag. Throws `.noSuchTag`, `.tagExists`.
    func rename(
        _ tag: Tag, to name: Tag, merging: Bool, by user: UInt32
    ) async throws(ControlFailure) -> TagChangeResult

    /// Returns the number of artworks that had the tag. Throws `.noSuchTag`.
    func delete(_ tag: Tag, by user: UInt32) async throws(ControlFailure) -> TagChangeResult
}

/// Moves artworks between libraries.
package protocol TransferSource: Sendable {
    /// Returns artworks with what another library needs of them. Those that were erased meanwhile are left out.
    func portable(_ artworks: [Artwork]) async throws(ControlFailure) -> [PortableArtwork]

    /// Adds an artwork of another library, or adds to the one that is here. `picture`: its content; `nil` if it did not
    /// come. Throws `.fields` if that is another picture, `.storage`.
    func add(_ artwork: PortableArtwork, picture: [UInt8]?) async throws(ControlFailure) -> ArtworkImport
}

/// Reports spending.
package protocol SpendingSource: Sendable {
    /// Reports spending by groups. Without days: today, in the budgets' time zone.
    func spend(_ days: ClosedRange<LocalDay>?, by groups: [SpendQuery.Group]) async throws(ControlFailure)
        -> SpendReport
}

/// Waits for everything that is present.
package protocol SyncSource: Sendable {
    /// Lists the folders, then waits until every file and job present at the call has settled (done, failed,
    /// cancelled, held or unknown). On cancellation returns what is still open.
    func sync() async throws(ControlFailure) -> SyncReport
}

/// What an operator does.
package protocol ServiceOperations: Sendable {
    /// Starts no new work until `resume`; running work continues. Idempotent.
    func pause() async throws(ControlFailure)

    func resume() async throws(ControlFailure)

    /// Starts no new work, finishes what is running, then stops the service.
    func drain() async throws(ControlFailure)

    /// Asks a service that shares the database to do the same; the others go on with what it leaves. `node`: its machine's
    /// name, or the beginning of its identity. Throws `.noSuchNode`, `.ambiguousNode`.
    func drain(node: String) async throws(ControlFailure)

    /// Lists every watch folder now.
    func scan() async throws(ControlFailure)

    /// Reads the configuration again. Throws `.configuration` when it is invalid; the previous one then stays active.
    func reload() async throws(ControlFailure)

    /// Backs up the live database into the state folder. Throws `.repository`, `.storage`.
    func backUp() async throws(ControlFailure) -> BackupAnswer

    /// Removes what the library need not keep, or with `isDryRun` only tells what that is. The failures of tasks are
    /// part of the answer.
    func cleanUp(isDryRun: Bool) async throws(ControlFailure) -> CleanUpAnswer

    /// Checks a part of what is stored, and repairs it if wanted. Throws `.repository`, `.storage`.
    func verify(
        from position: VerificationPosition, isRepairing: Bool
    ) async throws(ControlFailure) -> VerificationStep

    /// Moves some pictures to the storage that new ones are written to, which must be of this kind. Throws `.fields`,
    /// `.storage`.
    func moveBlobs(to kind: BlobStoreKind) async throws(ControlFailure) -> BlobMoveStep

    /// The configuration in force with the origin of each setting, in the form of `SettingsReport`.
    func settings() async -> JSONValue

    /// Checks the configuration as it would be with further lines, and changes nothing. Throws `.configuration`.
    func check(settings lines: String) async throws(ControlFailure)

    /// Empties a cache. Throws `.noSuchCache`.
    func clear(cache name: String) async throws(ControlFailure)
}

/// The result of a sync: what became of everything that was present.
package struct SyncReport: Equatable, Sendable {
    /// Jobs that have not settled, newest first. Empty when all have.
    package let open: [JobEntry]
    /// Whether the folders hold files that are not jobs yet.
    package let hasOpenDrops: Bool
    /// The number of jobs that settled meanwhile, by final state.
    package let ended: [String: Int]
    /// Folders that can't be listed, so that their contents are unknown.
    package let unlisted: [String]

    package init(
        open: [JobEntry], hasOpenDrops: Bool = false, ended: [String: Int] = [:], unlisted: [String] = []
    ) {
        self.open = open
        self.hasOpenDrops = hasOpenDrops
        self.ended = ended
        self.unlisted = unlisted
    }

    package var isFullyProcessed: Bool { open.isEmpty && !hasOpenDrops }
}

/// How a job's art is rendered again.
package struct ArtRequest: Equatable, Sendable {
    package let output: OutputKind
    /// Art options that replace the job's own.
    package var options = FieldValue(.table([]))
    /// The charset for coloured art of a job that leaves the charset to us.
    package var charset: Charset?

    package init(_ output: OutputKind, options: FieldValue = FieldValue(.table([])), charset: Charset? = nil) {
        self.output = output
        self.options = options
        self.charset = charset
    }

    /// Whether the art differs from what the job delivered.
    package var hasOptions: Bool { options.entries?.isEmpty == false }
}

/// A picture as stored, byte for byte.
package struct PictureFile: Equatable, Sendable {
    package let bytes: [UInt8]
    package let format: PictureFormat?

    package init(bytes: [UInt8], format: PictureFormat?) {
        self.bytes = bytes
        self.format = format
    }
}
