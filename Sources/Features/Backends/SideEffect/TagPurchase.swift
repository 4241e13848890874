package import BackendKit
package import Domain
import MVIEffects

/// Returns a small copy of a picture.
package typealias PictureShrinker = @Sendable (StoredPicture, [UInt8]) async throws(PictureFailure) -> InputPicture

/// Asks a vision model for the tags of artworks: each question is stored and booked before it is sent, and is never
/// sent again automatically once its answer is lost.
package struct TagPurchase<C: Clock<Duration>>: Sendable {
    /// The largest picture, in bytes.
    private static var largest: Int64 { 256 << 20 }

    private let backend: any ImageBackend
    private let rules: TagSuggestionRules
    private let calls: any TagCallRepository
    private let artworks: any ArtworkRepository
    private let jobs: any JobRepository
    private let blobs: any BlobRepository
    private let clock: C
    private let utc: @Sendable () -> UTCMillis
    private let digest: @Sendable ([UInt8]) -> Digest
    private let budget: BudgetRules
    private let moment: @Sendable (UTCMillis) -> BudgetMoment
    /// What else the answers depend on, such as the model.
    private let service: CanonicalFields
    private let shrink: PictureShrinker

    package init(
        backend: any ImageBackend, rules: TagSuggestionRules, spool: SpoolRepositories, blobs: any BlobRepository,
        clock: C, utc: @escaping @Sendable () -> UTCMillis, digest: @escaping @Sendable ([UInt8]) -> Digest,
        budget: BudgetRules, moment: @escaping @Sendable (UTCMillis) -> BudgetMoment, service: CanonicalFields,
        shrink: @escaping PictureShrinker
    ) {
        self.backend = backend
        self.rules = rules
        calls = spool.tagCalls
        artworks = spool.artworks
        jobs = spool.jobs
        self.blobs = blobs
        self.clock = clock
        self.utc = utc
        self.digest = digest
        self.budget = budget
        self.moment = moment
        self.service = service
        self.shrink = shrink
    }

    /// Asks for the tags of a job's artwork, unless that was done before, and gives them to it where its folder says so.
    /// `mayRepeat`: a person wants it asked although an earlier answer was lost.
    package func suggest(_ id: JobID, call: CallID, mayRepeat: Bool) async -> TagOutcome {
        do throws(RepositoryFailure) {
            guard let artwork = try await artworks.artwork(of: id), let job = try await jobs.job(id) else {
                return .noArtwork
            }
            let suggesting = rules.suggesting(in: artwork.folder)
            guard suggesting != .off else { return .excluded(folder: artwork.folder) }
            let outcome = try await ask(artwork, job, call, mayRepeat: mayRepeat)
            if case .suggested(let tags) = outcome, suggesting == .apply {
                _ = try await artworks.change([id], .tags(added: [], removed: [], machine: tags))
            }
            return outcome
        } catch {
            return .repository(error)
        }
    }

    private func ask(
        _ artwork: Artwork, _ job: Job, _ id: CallID, mayRepeat: Bool
    ) async throws(RepositoryFailure) -> TagOutcome {
        let name = backend.descriptor.name
        let picture: InputPicture
        switch await smallPicture(of: artwork) {
        case .success(let small): picture = small
        case .failure(let reason): return reason.outcome
        }
        let key = TagCall.purchase(
            of: artwork.picture.digest, question: rules.question, by: name, service: service)
        let call = TagCall(id: id, job: job.id, backend: name, purchase: digest(key.bytes))
        // A person's approval was for the job's picture, so that all caps apply.
        let reservation = BudgetReservation(
            folder: job.folder, submitter: job.submitter, estimate: price?.perPicture,
            moment: moment(utc()), caps: budget.caps(for: job, on: name))
        let start = try await calls.begin(
            call, reserving: reservation, mayRepeat: mayRepeat || backend.descriptor.isFree, at: utc())
        switch start {
        case .answered(let tags): return .suggested(tags)
        case .lost: return .lost(backend: name)
        case .overBudget(let exceeded): return .overBudget(exceeded)
        case .begun: return try await send(TagRequest(prompt: rules.question, picture: picture), call)
        }
    }

    private func send(_ request: TagRequest, _ call: TagCall) async throws(RepositoryFailure) -> TagOutcome {
        var call = call
        let answer: Result<TagReply, BackendFailure>
        do throws(BackendFailure) {
            answer = .success(try await backend.suggestTags(request, key: call.id.text))
        } catch {
            answer = .failure(error)
        }
        switch answer {
        case .success(let reply):
            (call.phase, call.tags) = (.answered, reply.tags)
            try await keep(call, Settlement(.spent, amount: reply.receipt.amount(at: price)))
            return .suggested(reply.tags)
        case .failure(let failure):
            call.failure = failure
            if failure != .unknown { call.phase = .failed }
            try await keep(
                call, Settlement(backend.descriptor.isFree ? .unspent : failure.charge(wasAccepted: false)))
            return failure == .unknown ? .lost(backend: call.backend) : .failed(backend: call.backend, failure)
        }
    }
}

/// Storage, and the cost.
extension TagPurchase {
    /// The outcome that takes the place of a picture.
    private struct NoPicture: Error {
        let outcome: TagOutcome
    }

    private var price: Price? { budget.prices[backend.descriptor.name] }

    private func smallPicture(of artwork: Artwork) async -> Result<InputPicture, NoPicture> {
        let bytes: [UInt8]
        do throws(FileFailure) { bytes = try await blobs.read(artwork.picture.digest, limit: Self.largest) } catch {
            return .failure(NoPicture(outcome: .pictureGone))
        }
        do throws(PictureFailure) { return .success(try await shrink(artwork.picture, bytes)) } catch {
            let failure = BackendFailure.invalid(parameter: "picture", message: "the picture can't be read")
            return .failure(NoPicture(outcome: .failed(backend: backend.descriptor.name, failure)))
        }
    }

    /// Stores the outcome, however long that takes: it has been paid for and exists in memory only.
    private func keep(_ call: TagCall, _ settlement: Settlement) async throws(RepositoryFailure) {
        var pause = Duration.seconds(1)
        while true {
            do throws(RepositoryFailure) { return try await calls.keep(call, settling: settlement, at: utc()) } catch {
                guard await clock.wait(pause) else { throw error }
            }
            pause = min(pause * 2, .seconds(30))
        }
    }
}
