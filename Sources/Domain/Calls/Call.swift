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
