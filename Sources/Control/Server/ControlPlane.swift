package import ControlAPI
package import Domain

/// What the service does for those who ask at its control socket. Routes turn requests into these calls, and their
/// answers into JSON; nothing here knows of HTTP.
///
/// Every call may come while others run. A call is cancelled when its client goes away or its time is over: those that
/// wait then return at once with what there is, all others may finish as they like.
package protocol ControlPlane: Sendable {
    /// What happens, for those who listen.
    var events: EventRing { get }

    /// How long things took.
    var meters: Meters { get }

    /// How everything stands. Sentences are in `language`. Answered within a moment, whatever else runs.
    func status(in language: Language) async -> Status

    /// The phase alone, for `/readyz`.
    func phase() async -> Status.Phase

    /// Newest first. `after` in the query need not exist any more; `since` takes the place of the query's own.
    /// Throws `.noSuchFolder` for a folder that neither is watched nor was, `.noSuchBackend` for such a backend.
    func jobs(_ query: JobQuery, since: Since?) async throws(ControlFailure) -> JobPage

    /// The one job whose identifier begins or ends so. Throws `.noSuchJob`, `.ambiguousJob`.
    func find(_ part: JobPart) async throws(ControlFailure) -> JobID

    /// Throws `.noSuchJob`.
    func job(_ id: JobID) async throws(ControlFailure) -> JobStory

    /// Lays the fields over the folder's request, checks them, and stores the job. What it returns lasts. The same
    /// `idempotencyKey` of the same user gives the job that there is.
    /// Throws `.keyReused` when another request was sent under it, `.fields`, `.noSuchFolder`, `.prompt`, `.picture`, `.noRoom`, `.draining`.
    func submit(_ order: JobOrder) async throws(ControlFailure) -> JobStory

    /// Returns when the job has ended, is held or unknown; or, when the task is cancelled, as it stands then.
    func rest(of id: JobID) async throws(ControlFailure) -> JobStory

    /// Queues a job again that failed, was cancelled or is unknown.
    /// Throws `.notRetryable`, and `.mayPayTwice` for an unknown one without leave.
    func retry(_ id: JobID, mayPayTwice: Bool) async throws(ControlFailure) -> JobStory

    /// Has a held job paid for, whatever the caps say. Throws `.notHeld`.
    func approve(_ id: JobID) async throws(ControlFailure) -> JobStory

    /// Does the same with each job that a filter matches, the newest first; a dry run only looks.
    func all(_ act: BulkAct, _ filter: BulkFilter) async throws(ControlFailure) -> BulkOutcome

    /// What was spent. No days given: today, in the zone that budgets turn in.
    func spend(_ days: ClosedRange<LocalDay>?, by groups: [SpendQuery.Group]) async throws(ControlFailure)
        -> SpendReport

    /// Cancels a job, or marks it while a backend works on it. Cancelling again changes nothing.
    /// Throws `.hasEnded` when it is done or failed.
    func cancel(_ id: JobID) async throws(ControlFailure) -> JobStory

    /// Forgets a job that has ended: what it delivered, its pictures and its words; what it cost stays.
    /// Throws `.notForgettable`.
    func forget(_ id: JobID) async throws(ControlFailure) -> ForgetAnswer

    /// A job's text art: made again from its picture where that is kept, else as it was delivered. Throws `.artGone`.
    func art(of id: JobID, as output: OutputKind) async throws(ControlFailure) -> [UInt8]

    /// Renders a picture, keeping nothing. A damaged one is shown as far as it came. Throws `.fields`, `.picture`.
    func render(_ order: RenderOrder) async throws(ControlFailure) -> RenderedPicture

    /// Lists the folders, then returns when all that was present at the call has come to an end (done, failed,
    /// cancelled, held, unknown); or, when the task is cancelled, with what is still open.
    func sync() async throws(ControlFailure) -> SyncReport

    /// Begins nothing new until `resume`. What runs goes on. Doing it again changes nothing.
    func pause() async throws(ControlFailure)

    func resume() async throws(ControlFailure)

    /// Begins nothing new, ends what runs, and then ends the service.
    func drain() async throws(ControlFailure)

    /// Lists every watch folder now.
    func scan() async throws(ControlFailure)

    /// Copies the database into the state folder, while it is used. Throws `.repository`, `.storage`.
    func backUp() async throws(ControlFailure) -> BackupAnswer

    /// Empties a cache. Throws `.noSuchCache`.
    func clear(cache name: String) async throws(ControlFailure)

    /// Reads the configuration again. Throws `.configuration` when it is bad, and the old one stays.
    func reload() async throws(ControlFailure)
}
