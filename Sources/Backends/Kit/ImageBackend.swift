package import Domain

/// A source of generated pictures. It knows one service's wire format and nothing of jobs, stores or money.
package protocol ImageBackend: Sendable {
    /// The backend's capabilities. Constant.
    var descriptor: BackendDescriptor { get }

    /// Requests the pictures. Once this was called, the work may have been done whatever it returns or throws.
    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission

    /// The handle of the work requested, or to be requested, under this key, where the client chooses the work's name:
    /// a call whose answer was lost can be looked up by it. `nil` where only the service names its work.
    func handle(of key: String) -> JobHandle?

    /// Returns the state of work that was submitted earlier.
    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer

    /// Downloads a picture of at most `limit` bytes.
    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8]

    /// The progress of the request or work under this key, for backends whose `submit` or `poll` returns only when the
    /// picture is finished (see `BackendDescriptor.reportsProgress`). `nil` when nothing is known.
    func progress(of key: String) async -> GenerationProgress?

    /// Attempts to cancel submitted work.
    func cancel(_ handle: JobHandle) async -> CancelOutcome

    /// Attempts to cancel the request in progress under this key, for services that return the result in the response
    /// and have no handle. Must not affect any other work.
    func stop(key: String) async -> CancelOutcome

    /// Checks whether the service is ready for work. Never costs money.
    func probe() async -> BackendHealth

    /// Checks the service for settings that could cause a request to be paid for more than once, without requesting a
    /// picture. Never costs money.
    func inspect() async -> [ConformanceFinding]

    /// Asks for the tags of a picture. Once this was called, the answer may have been paid for, whatever it throws.
    func suggestTags(_ request: TagRequest, key: String) async throws(BackendFailure) -> TagReply

    /// Stops what the backend keeps running, such as a process. Nothing else is called afterwards.
    func close() async
}

extension ImageBackend {
    package func handle(of key: String) -> JobHandle? { nil }

    package func progress(of key: String) async -> GenerationProgress? { nil }

    package func close() async {}

    package func inspect() async -> [ConformanceFinding] { [] }

    package func stop(key: String) async -> CancelOutcome { .unsupported }

    package func suggestTags(_ request: TagRequest, key: String) async throws(BackendFailure) -> TagReply {
        throw .unsupported(feature: "tags")
    }
}

/// A backend whose answer to a request has the pictures: it issues no handles, so there is no work to ask for later.
package protocol SynchronousBackend: ImageBackend {}

extension SynchronousBackend {
    package func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer { throw .lost }

    package func cancel(_ handle: JobHandle) async -> CancelOutcome { .notRunning }
}

/// The result of a health check.
package enum BackendHealth: Equatable, Sendable {
    case ready
    case down(BackendFailure)
}

/// The result of submitting a request.
package enum Submission: Equatable, Sendable {
    case finished([ImageSource], Receipt)
    /// The service works on it. The handle must be stored before anything waits for the result.
    case pending(JobHandle, Receipt)
}

/// The state of submitted work.
package enum PollAnswer: Equatable, Sendable {
    /// `next` is the time until the next poll makes sense, in milliseconds.
    case running(GenerationProgress?, next: Int64?)
    case finished([ImageSource], Receipt)
    /// The work has a new handle, which must be stored before anything waits for the result.
    case moved(JobHandle)
}

/// The result of an attempt to cancel work.
package enum CancelOutcome: Equatable, Sendable {
    case cancelled
    case notRunning
    case unsupported
    case requested
}

/// A backend's identifier of work in progress: opaque JSON of at most 17 KiB. At most 16 KiB of
/// it are data chosen by the provider.
package struct JobHandle: Hashable, Sendable {
    package static let longest = 17 << 10

    package let text: String

    /// `nil` if `text` is longer than `longest` bytes.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        self.text = text
    }
}

/// A finished picture, or the address to download it from.
package enum ImageSource: Equatable, Sendable {
    case bytes([UInt8])
    case url(String)
}

/// The facts that a backend reports about a call.
package struct Receipt: Equatable, Sendable {
    package enum Charged: String, Equatable, Sendable {
        case yes
        case no
        case unknown
    }

    /// The provider's identifier of the request.
    package let reference: String?
    package let charged: Charged
    /// The seed that the picture was made with, where the provider says so.
    package let seed: UInt64?
    /// `nil` when the provider doesn't say.
    package let cost: Money?
    /// The tokens counted; `nil` when the provider doesn't say.
    package let tokens: TokenCount?
    /// The delay before the next request, in milliseconds, if this call used up a rate limit.
    package let pause: Int64?

    package init(
        reference: String? = nil, charged: Charged, seed: UInt64? = nil, cost: Money? = nil,
        tokens: TokenCount? = nil, pause: Int64? = nil
    ) {
        self.reference = reference
        self.charged = charged
        self.seed = seed
        self.cost = cost
        self.tokens = tokens
        self.pause = pause
    }

    /// Returns the cost that the provider reports, else that of the tokens that it reports. `nil` keeps the reserved
    /// amount; so does a currency other than the price's, which would not count towards any cap.
    package func amount(at price: Price?) -> Money? {
        let reported = cost ?? tokens.flatMap { price?.cost(of: $0) }
        return price == nil || reported?.currency == price?.currency ? reported : nil
    }
}

/// Something a backend noticed that does not stop its work.
package enum BackendNotice: Equatable, Sendable {
    /// The severity of a plugin's message.
    package enum Weight: Equatable, Sendable {
        case error
        case warning
        case info
        case debug
    }

    /// The service doesn't know a field of the request. The field is omitted from now on. Safe to show.
    case leavesOut(parameter: String, backend: String)
    /// A picture was made with another value than requested. Safe to show.
    case differs(parameter: String, requested: String, used: String, backend: String)
    /// A message from a plugin process: one line, bounded, without secrets.
    case says(String, Weight, backend: String)
}

/// The result of one check in a backend test.
package struct ConformanceFinding: Equatable, Sendable {
    package enum Verdict: Equatable, Sendable {
        case kept
        case broken
        /// The check did not apply.
        case skipped
    }

    /// A stable name, such as `initialize.answer`.
    package let rule: String
    package let verdict: Verdict
    /// What the check observed, for people: one line, without secrets.
    package let seen: String

    package init(_ rule: String, _ verdict: Verdict, _ seen: String) {
        self.rule = rule
        self.verdict = verdict
        self.seen = seen
    }

    package init(_ rule: String, isKept: Bool, _ seen: String) {
        self.init(rule, isKept ? .kept : .broken, seen)
    }
}
