/// The reason why the service rejects a request on its control socket.
package enum ControlFailure: Error, Equatable, Sendable {
    /// No job has this identifier.
    case noSuchJob(String)
    /// Several job identifiers begin or end with `part`; `matches` has some of them, newest first.
    case ambiguousJob(part: String, matches: [JobID])
    /// The picture may have been made and paid for. Retrying may cost twice, which the request did not allow.
    case mayPayTwice(JobID)
    /// Only a job that failed, was cancelled or is unknown can be retried. `state` is the state's word.
    case notRetryable(JobID, state: String)
    /// Only a held job can be approved. `state` is the state's word.
    case notHeld(JobID, state: String)
    /// Only a done job can be delivered again. `state` is the state's word.
    case notRedeliverable(JobID, state: String)
    /// The job was made from a dropped picture, which is no longer kept. It has to be dropped again.
    case pictureLost(JobID)
    /// An invalid line of a batch. It has to be corrected and dropped again.
    case neverStarted(JobID)
    /// The job is a refused file's, and the file is no longer where it was kept.
    case sourceGone(JobID)
    /// The job is a refused file's, and the file is still being moved to the folder for failed files.
    case sourceMoving(JobID)
    /// The file of a refused drop was read again and is still refused; `name` is the file's.
    case refusedAgain(DropFailure, name: String)
    /// The art is not available: the job isn't done (`state` is the state's word), or its picture was not kept and its
    /// files were removed.
    case artGone(JobID, state: String)
    /// The picture was removed on that day, because it need not be kept any longer.
    case pictureRemoved(JobID, on: LocalDay)
    /// The job has ended and can't be cancelled. `state` is the state's word.
    case hasEnded(JobID, state: String)
    /// Only a job that has ended can be forgotten. `state` is the state's word.
    case notForgettable(JobID, state: String)
    /// The same user submitted this job under the same key with a different request.
    case keyReused(JobID)
    /// The invalid fields of a request, in their order.
    case fields([FieldFailure])
    /// No watch folder has this name; `known` has the existing names.
    case noSuchFolder(String, known: [String])
    /// No backend has this name; `known` has the existing names.
    case noSuchBackend(String, known: [String])
    /// No cache that can be cleared has this name; `known` has the existing names.
    case noSuchCache(String, known: [String])
    /// No target of notifications has this name; `known` has the existing names.
    case noSuchTarget(String, known: [String])
    /// A message did not reach the target.
    case notDelivered(target: String, NotificationFailure)
    /// No service that shares the database has this name or identity; `known` has the existing names.
    case noSuchNode(String, known: [String])
    /// Several services have this name; `matches` has their identities.
    case ambiguousNode(String, matches: [String])
    /// No plan's identifier begins or ends like that, or several do.
    case noSuchPlan(String)
    case ambiguousPlan(part: String)
    /// The times of a plan are invalid.
    case planTimes(PlanTimesProblem)
    case tooManyPlans(limit: Int)
    /// The same user made this plan under the same key with a different request.
    case planKeyReused(PlanID)
    /// The plan has no moment left, so that it can't be changed.
    case planEnded(PlanID)
    /// The prompt is invalid.
    case prompt(PromptFailure)
    case picture(PictureFailure)
    /// The new configuration is invalid; the previous one stays active.
    case configuration(ConfigurationFailure)
    /// The new configuration is valid but can't be applied, for example because of its folders or keys; the previous
    /// one stays active.
    case notServable(message: String)
    case repository(RepositoryFailure)
    case storage(FileFailure)
    /// The queue is full; `jobs` is the number of unfinished jobs.
    case noRoom(jobs: Int)
    /// The service is shutting down and accepts no new work.
    case draining
    /// This version doesn't support the feature.
    case unsupported(feature: String)
    /// The library has no artwork of a job whose ID begins or ends like that.
    case noSuchArtwork(String)
    /// The artwork's picture was not rendered, so that nothing can be compared with it.
    case noLikeness(JobID)
    /// No vision model is configured that could be asked for tags.
    case noVisionModel
    /// The vision model gave no tags for the artwork; the outcome says why.
    case noTags(JobID, TagOutcome)
    /// The text of a search can't be read.
    case search(String, LibraryQueryProblem)
    case noSuchTag(String)
    /// Another tag has the name, and that number of artworks.
    case tagExists(String, artworks: Int)
    /// The database is on a server and is backed up there.
    case backupOnServer
    /// The gallery is not served: `web.listen` is not set.
    case galleryOff
    /// There is no change that can be taken back, or none with the token.
    case nothingToUndo
}

/// The reason why a job can't be approved.
package enum ApproveRefusal: Error, Equatable, Sendable {
    /// Only a held job can be approved.
    case notHeld
    /// The queue of unfinished jobs is full.
    case noRoom
    /// The service is shutting down and starts no work.
    case draining
    case repository(RepositoryFailure)
}

/// The reason why a job's outputs can't be delivered again.
package enum RedeliverRefusal: Error, Equatable, Sendable {
    case noSuchJob
    /// Only a done job can be delivered again. `state` is the state's word.
    case notDone(state: String)
    /// The picture was not kept, or not as long.
    case pictureGone
    /// The queue of unfinished jobs is full.
    case noRoom
    /// The service is shutting down and starts no work.
    case draining
    case repository(RepositoryFailure)
}

/// The reason why a job can't be forgotten.
package enum ForgetRefusal: Error, Equatable, Sendable {
    case noSuchJob
    /// Only a job that has ended can be forgotten. `state` is the state's word.
    case notEnded(state: String)
    /// A file can't be removed.
    case storage(FileFailure)
    case repository(RepositoryFailure)
}

/// The reason why a submission is not stored.
package enum SubmitRefusal: Error, Equatable, Sendable {
    /// The queue of unfinished jobs is full.
    case noRoom
    /// The picture can't be stored.
    case storage(FileFailure)
    case repository(RepositoryFailure)
}

/// The reason why a request on the control socket is rejected before its route is run.
package enum RequestRefusal: Error, Equatable, Sendable {
    case noSuchPath
    case methodNotAllowed(allowed: [String])
    case notAcceptable(offered: [String])
    case unsupportedMediaType(wanted: [String])
    case noBody
    case bodyTooLarge(limit: Int)
    /// Too many bytes of request bodies are being read at once.
    case tooBusy
    case malformedTarget
    /// An invalid percent escape or invalid UTF-8.
    case malformedQuery
    /// A form that isn't `multipart/form-data`, or a field of it that isn't UTF-8.
    case malformedForm
    /// The head is ambiguous (RFC 9112): a length beside a transfer coding, two lengths or hosts, or a control
    /// character or blank where none is allowed.
    case malformedHead
    /// The body has a transfer coding other than `chunked`.
    case unknownTransferCoding
    case hostMissing
    case foreignHost(String)
    /// The request carries this header, which shows that it comes from a web page.
    case fromWebPage(header: String)
    /// The peer's user and groups don't have this role.
    case notAllowed(role: String, group: String?)
    /// The request came over the network without a valid token.
    case noToken
    case timedOut(openJobs: Int)
    case serviceNotReady
    /// The user has reached the limit of connections.
    case tooManyConnections
    /// The limit of event listeners is reached.
    case tooManyListeners(limit: Int)
}

/// The reason why a control socket can't be served.
package enum SocketFailure: Error, Equatable, Sendable {
    /// Another process serves the socket.
    case inUse
    /// The path belongs to something other than a socket.
    case notASocket
    /// The path is longer than the system allows; both counts in bytes.
    case pathTooLong(bytes: Int, limit: Int)
    case file(FileFailure)
    /// The inherited descriptor is no listening Unix socket.
    case notListening
    /// The server failed to start.
    case serverFailed
}

/// The reason why the socket passed by the service manager can't be served.
package enum PassedSocketFailure: Error, Equatable, Sendable {
    /// The passed socket is not a listening Unix stream socket. `name` is its name in the socket unit, or empty.
    case notListening(name: String)
    /// Several sockets were passed, but only one is supported; the value is their number.
    case several(Int)
    /// The passed descriptor can't be used.
    case unusable(code: Errno)
}
