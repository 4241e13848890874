/// One attempt to have a picture generated, recorded before the first byte is sent.
package struct Call: Equatable, Sendable {
    package enum Phase: String, Equatable, Sendable, CaseIterable {
        /// The money is reserved; nothing has been sent.
        case reserved
        /// The request may have been sent.
        case submitting
        /// The handle is stored; a restart continues polling.
        case submitted
        /// The backend has finished the picture.
        case finished
        /// The picture is stored as a blob.
        case fetched
        /// Final, with or without a picture.
        case settled
    }

    package let id: CallID
    package let job: JobID
    package let backend: String
    /// The digest of the purchase key, by which an earlier purchase of the same work is found.
    package let purchase: Digest
    /// Created with the job and kept over automatic retries.
    package let idempotencyKey: String
    /// Stored before the call, so that the picture can be reproduced; replaced by the seed that the backend reports.
    package var seed: UInt64
    package var phase: Phase
    /// The backend's handle for the work, opaque and at most 16 KiB; the picture's URL once the work is finished.
    package var handle: String?
    package var failure: BackendFailure?
    /// The download of the picture, from `finished` on, when the handle is a URL.
    package var fetch: ResultFetch?
    /// The picture, from `fetched` on.
    package var picture: StoredPicture?
    /// The provider's own identifier for the request.
    package var reference: String?

    /// Returns the state that a job in `submitting` or `submitted` moves to for this call; `nil` leaves its state
    /// unchanged.
    package func submitted(at utc: UTCMillis) -> JobState? {
        switch phase {
        case .submitted: .submitted
        case .finished: fetch.map { .waiting(until: utc, .unfetched($0)) }
        case .reserved, .submitting, .fetched, .settled: nil
        }
    }

    /// Whether the backend caused the failure. Such a call doesn't count as an attempt of its job.
    package var isUncountedAttempt: Bool { phase == .settled && failure?.isBackendFault == true }

    package init(
        id: CallID, job: JobID, backend: String, purchase: Digest, idempotencyKey: String, seed: UInt64,
        phase: Phase = .reserved, handle: String? = nil, failure: BackendFailure? = nil,
        fetch: ResultFetch? = nil, picture: StoredPicture? = nil, reference: String? = nil
    ) {
        self.id = id
        self.job = job
        self.backend = backend
        self.purchase = purchase
        self.idempotencyKey = idempotencyKey
        self.seed = seed
        self.phase = phase
        self.handle = handle
        self.failure = failure
        self.fetch = fetch
        self.picture = picture
        self.reference = reference
    }
}

/// The result of requesting a job's picture; it determines the job's next state.
package enum PictureAnswer: Equatable, Sendable {
    case picture(StoredPicture)
    /// Request again at `until`, or earlier if the backend becomes available.
    case waits(JobFailure, until: UTCMillis)
    case failed(JobFailure)
    /// The purchase isn't allowed now.
    case held(HoldReason)
    /// It can't be determined whether the backend did the work.
    case unknown
    case cancelled
    /// The request was taken back before a call was started.
    case unstarted
}

/// The download of a finished picture from a URL. A download costs nothing, so it is retried until its lifetime ends.
/// Its failures say nothing about the backend's health and never cause another order.
package struct ResultFetch: Equatable, Sendable, Codable {
    /// The lifetime of a download, in milliseconds, where the service doesn't say how long it keeps a picture: 24
    /// hours.
    package static let defaultLifetime: Int64 = 86_400_000

    /// The backend that made the picture.
    package let backend: String
    /// The handle of the work, by which the service can return a new URL; `nil` where the URL came directly in the
    /// answer to the order.
    package let work: String?
    /// Scheme, host and port of the URL; empty where it has none.
    package let host: String
    /// The time when the URL became known, or when a person retried the download.
    package private(set) var since: UTCMillis
    /// The time after `since` until the download is given up, in milliseconds.
    package let lifetime: Int64
    /// The number of failed attempts.
    package private(set) var tries: Int
    /// The failure of the last attempt; `nil` before the first.
    package private(set) var failure: BackendFailure?

    package init(
        backend: String, host: String, work: String? = nil, since: UTCMillis, lifetime: Int64 = Self.defaultLifetime
    ) {
        self.backend = backend
        self.work = work
        self.host = host
        self.since = since
        self.lifetime = lifetime
        tries = 0
    }

    /// The time when the download is given up.
    package var until: UTCMillis { since + lifetime }

    /// Returns the download after another failed attempt at `utc`. A clock that was set back doesn't extend the
    /// lifetime.
    package func failed(_ failure: BackendFailure, at utc: UTCMillis) -> ResultFetch {
        var next = self
        next.since = min(since, utc)
        next.tries += 1
        next.failure = failure
        return next
    }

    /// The download with its count of attempts set to zero.
    package var withoutTries: ResultFetch {
        var same = self
        same.tries = 0
        return same
    }

    /// Returns the download restarted by a person: attempts and lifetime start over.
    package func renewed(at utc: UTCMillis) -> ResultFetch {
        ResultFetch(backend: backend, host: host, work: work, since: utc, lifetime: lifetime)
    }

    /// Returns the download of the same picture from another URL.
    package func moved(to host: String) -> ResultFetch {
        var next = ResultFetch(backend: backend, host: host, work: work, since: since, lifetime: lifetime)
        next.tries = tries
        return next
    }
}
