/// One attempt to have a picture generated: written down before the first byte is sent.
package struct Call: Equatable, Sendable {
    package enum Phase: String, Equatable, Sendable, CaseIterable {
        case reserved
        /// May have been sent.
        case submitting
        /// The handle is stored; a restart goes on polling.
        case submitted
        case finished
        case fetched
        /// The end, with or without a picture.
        case settled
    }

    package let id: CallID
    package let job: JobID
    package let backend: String
    /// The digest of what is asked, so that the same work is known again.
    package let request: Digest
    /// Minted with the job, kept over automatic retries.
    package let idempotencyKey: String
    /// Stored before the call, so that the picture can be made again; afterwards the one that the backend says it took.
    package var seed: UInt64
    package var phase: Phase
    /// Opaque to us, at most 16 KiB.
    package var handle: String?
    package var failure: BackendFailure?
    /// How long its picture is fetched from the address that is its handle, from `finished` on.
    package var fetch: ResultFetch?
    /// The provider's own number of the request.
    package var reference: String?

    /// What a job that is `submitting` or `submitted` becomes when its call stands like this; `nil` when it stays.
    package func submitted(at utc: Int64) -> JobState? {
        switch phase {
        case .submitted: .submitted
        case .finished: fetch.map { .waiting(until: utc, .unfetched($0)) }
        case .reserved, .submitting, .fetched, .settled: nil
        }
    }

    /// Whether it has ended by its backend's fault: then it is no attempt of its job.
    package var isNoAttempt: Bool { phase == .settled && failure?.isOfBackend == true }

    package init(
        id: CallID, job: JobID, backend: String, request: Digest, idempotencyKey: String, seed: UInt64,
        phase: Phase = .reserved, handle: String? = nil, failure: BackendFailure? = nil,
        fetch: ResultFetch? = nil, reference: String? = nil
    ) {
        self.id = id
        self.job = job
        self.backend = backend
        self.request = request
        self.idempotencyKey = idempotencyKey
        self.seed = seed
        self.phase = phase
        self.handle = handle
        self.failure = failure
        self.fetch = fetch
        self.reference = reference
    }
}

/// What came of asking a backend for a job's picture: the state that the job goes to.
package enum PictureAnswer: Equatable, Sendable {
    case picture(StoredPicture)
    /// It is to be asked for again at `until`, milliseconds since 1970, or earlier when the backend is released.
    case waits(JobFailure, until: Int64)
    case failed(JobFailure)
    /// It may not be paid for now.
    case held(HoldReason)
    /// Nobody knows whether the backend did the work.
    case unknown
    case cancelled
}

/// A picture that a backend has made, and that lies at an address: fetching it is a stage of its own. It costs nothing, so
/// it is tried again and again, says nothing of the backend's health, and never leads to another order.
package struct ResultFetch: Equatable, Sendable, Codable {
    /// How long a picture is fetched where its service doesn't say how long it keeps one, in milliseconds.
    package static let usualLifetime: Int64 = 86_400_000

    /// Who made it.
    package let backend: String
    /// The handle of the work that it came from, `nil` where the address came with the answer to the order: the service may
    /// give another address for it.
    package let work: String?
    /// Scheme, host and port of the address; empty where it has none.
    package let host: String
    /// When its address was known, or a person had the fetch tried again, in milliseconds since 1970.
    package private(set) var since: Int64
    /// How long it is fetched from then on, in milliseconds.
    package let lifetime: Int64
    /// How often it was tried in vain.
    package private(set) var tries: Int
    /// How the last try failed; `nil` before the first.
    package private(set) var failure: BackendFailure?

    package init(backend: String, host: String, work: String? = nil, since: Int64, lifetime: Int64 = Self.usualLifetime)
    {
        self.backend = backend
        self.work = work
        self.host = host
        self.since = since
        self.lifetime = lifetime
        tries = 0
    }

    /// When it is given up, in milliseconds since 1970.
    package var until: Int64 { since + lifetime }

    /// After one more try, at `utc`. A clock that was set back doesn't lengthen the time.
    package func failed(_ failure: BackendFailure, at utc: Int64) -> ResultFetch {
        var next = self
        next.since = min(since, utc)
        next.tries += 1
        next.failure = failure
        return next
    }

    /// Without how often it was tried.
    package var untried: ResultFetch {
        var same = self
        same.tries = 0
        return same
    }

    /// Tried again from the start, because a person wants it.
    package func renewed(at utc: Int64) -> ResultFetch {
        ResultFetch(backend: backend, host: host, work: work, since: utc, lifetime: lifetime)
    }

    /// The same picture at another address.
    package func moved(to host: String) -> ResultFetch {
        var next = ResultFetch(backend: backend, host: host, work: work, since: since, lifetime: lifetime)
        next.tries = tries
        return next
    }
}
