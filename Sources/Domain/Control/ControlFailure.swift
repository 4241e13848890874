/// Why the service does not do what it was asked to do through its control socket.
package enum ControlFailure: Error, Equatable, Sendable {
    case noSuchJob(String)
    /// More than one job's identifier begins or ends so; some of them, newest first.
    case ambiguousJob(part: String, matches: [JobID])
    /// Nobody knows whether the picture was made: doing it again may cost twice, and nobody said that it may.
    case mayPayTwice(JobID)
    /// Only a job that failed, was cancelled or is unknown can be tried again. The state's word.
    case notRetryable(JobID, state: String)
    /// Only a held job can be approved. The state's word.
    case notHeld(JobID, state: String)
    /// It was made from a dropped picture, which is not kept beyond its drop's end: it has to be dropped again.
    case pictureLost(JobID)
    /// A line of a batch that asks for nothing that can be done: it has to be mended and dropped again.
    case neverBegun(JobID)
    /// Its art isn't there: it isn't done (the state's word), or its picture wasn't kept and its files were taken away.
    case artGone(JobID, state: String)
    /// It has ended, so it can't be cancelled any more. The state's word.
    case hasEnded(JobID, state: String)
    /// Only a job that has ended can be forgotten. The state's word.
    case notForgettable(JobID, state: String)
    /// The same user sent another request under the same key: this job.
    case keyReused(JobID)
    /// Fields of a request that are wrong, in their order.
    case fields([FieldFailure])
    /// There is no watch folder of that name; those that there are.
    case noSuchFolder(String, known: [String])
    /// There is no backend of that name; those that there are.
    case noSuchBackend(String, known: [String])
    /// There is none of that name that could be cleared; those that there are.
    case noSuchCache(String, known: [String])
    case prompt(PromptFailure)
    case picture(PictureFailure)
    /// A reload found a bad configuration; the old one goes on.
    case configuration(ConfigurationFailure)
    /// The configuration is right in itself and can't be served, such as for its folders or keys; the old one goes on.
    case notServable(said: String)
    case repository(RepositoryFailure)
    case storage(FileFailure)
    /// As many unfinished jobs as fit are there already.
    case noRoom(jobs: Int)
    /// The service ends, and takes nothing new.
    case draining
    /// This version can't do that.
    case unsupported(feature: String)
}

/// Why a job is not released.
package enum ApproveRefusal: Error, Equatable, Sendable {
    /// Only a held job can be approved.
    case notHeld
    /// As many unfinished jobs as fit are there already.
    case noRoom
    /// The service ends, and begins nothing.
    case draining
    case repository(RepositoryFailure)
}

/// Why a job is not forgotten.
package enum ForgetRefusal: Error, Equatable, Sendable {
    case noSuchJob
    /// Only what has ended can be forgotten. The state's word.
    case notEnded(state: String)
}

/// What is wrong with a request on the control socket, whatever it asks for.
package enum RequestRefusal: Error, Equatable, Sendable {
    case noSuchPath
    case methodNotAllowed(allowed: [String])
    case notAcceptable(offered: [String])
    case unsupportedMediaType(wanted: [String])
    case noBody
    case bodyTooLarge(limit: Int)
    /// More bytes of bodies are being read than fit at once.
    case tooBusy
    case malformedTarget
    /// A percent sign or UTF-8 that can't be read.
    case malformedQuery
    /// Its head could be read in two ways (RFC 9112): a length beside a transfer coding, two lengths or hosts, a control
    /// character or a blank where none may stand.
    case malformedHead
    /// The body comes in a transfer coding other than `chunked`.
    case unknownTransferCoding
    case hostMissing
    case foreignHost(String)
    /// It comes from a web page: it carries this header.
    case fromWebPage(header: String)
    /// The peer's user and groups don't grant it.
    case notAllowed(role: String, group: String?)
    /// It came over the network without the token, or with another.
    case noToken
    case timedOut(openJobs: Int)
    case serviceNotReady
    /// Its user has as many connections as he may.
    case tooManyConnections
    /// As many already listen to events as may.
    case tooManyListeners(limit: Int)
}

/// Why a control socket can't be served.
package enum SocketFailure: Error, Equatable, Sendable {
    /// Somebody answers there.
    case inUse
    /// Something else has the name.
    case notASocket
    /// The system's bound, in bytes.
    case pathTooLong(bytes: Int, limit: Int)
    case file(FileFailure)
    /// What was handed over is no listening Unix socket.
    case notListening
    /// The server itself could not start.
    case serverFailed
}

/// Why the socket that the service manager passed can't be served.
package enum PassedSocketFailure: Error, Equatable, Sendable {
    /// It is no Unix stream socket that listens. Its name in the socket unit, or empty.
    case notListening(name: String)
    /// More than one was passed.
    case several(Int)
    /// What was passed can't be used: an errno.
    case unusable(code: Int32)
}
