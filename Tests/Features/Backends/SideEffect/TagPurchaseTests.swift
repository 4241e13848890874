import BackendKit
import BackendsSideEffect
import Domain
import MVISimulation
import PlatformDigest
import Synchronization
import Testing

@Suite("Tags from a vision model", .timeLimit(.minutes(5)))
struct TagPurchaseTests {
    /// Answers as scripted, and looks at the ledger when it is asked.
    private final class Model: SynchronousBackend {
        let descriptor: BackendDescriptor
        private let answers: Mutex<[Result<TagReply, BackendFailure>]>
        private let seen = Mutex<[[SpendLine]]>([])
        private let ledger: any LedgerRepository

        init(_ answers: [Result<TagReply, BackendFailure>], _ ledger: any LedgerRepository, isFree: Bool) {
            descriptor = BackendDescriptor(
                name: "eyes", kind: "scripted", credit: "eyes", isFree: isFree, isDeterministic: false, sides: 1...1,
                concurrency: 1)
            self.answers = Mutex(answers)
            self.ledger = ledger
        }

        /// What the ledger had at each question.
        var booked: [[SpendLine]] { seen.withLock { $0 } }

        func suggestTags(_ request: TagRequest, key: String) async throws(BackendFailure) -> TagReply {
            let lines = (try? await TagPurchaseTests.spend(ledger)) ?? []
            seen.withLock { $0.append(lines) }
            return try answers.withLock { $0.isEmpty ? .failure(.lost) : $0.removeFirst() }.get()
        }

        func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
            throw .unsupported(feature: "pictures")
        }
        func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] { throw .lost }
        func probe() async -> BackendHealth { .ready }
    }

    private static let price = Money(micros: 10_000, currency: "USD")

    private static func spend(_ ledger: any LedgerRepository) async throws -> [SpendLine] {
        let day = BackendsFixture.moment.day
        return try await ledger.spend(SpendQuery(days: day...day, today: day))
    }

    private func reply(_ tags: [String], cost: Money? = nil) -> Result<TagReply, BackendFailure> {
        .success(TagReply(tags: tags.compactMap { Domain.Tag($0) }, receipt: Receipt(charged: .yes, cost: cost)))
    }

    /// The fixture's job with an artwork whose picture is stored.
    private func addArtwork(_ fixture: BackendsFixture) async throws {
        let digest = try await fixture.blobs.store(BackendsFixture.png)
        let artwork = Artwork(
            number: ArtworkNumber(0), job: fixture.job.id, made: 1, source: .generated, name: "cat", folder: "inbox",
            picture: StoredPicture(digest: digest, format: .png))
        #expect(try await fixture.spool.artworks.add([artwork]) == 1)
    }

    private func model(
        _ fixture: BackendsFixture, _ answers: [Result<TagReply, BackendFailure>], isFree: Bool = false
    ) -> Model {
        Model(answers, fixture.spool.ledger, isFree: isFree)
    }

    private func suggest(
        _ fixture: BackendsFixture, _ model: Model, _ number: UInt64 = 1, _ suggesting: TagSuggestionMode = .offer,
        caps: Caps = Caps(), mayRepeat: Bool = false
    ) async -> TagOutcome {
        var budget = BudgetRules()
        budget.prices = ["eyes": Price(perPicture: Self.price)]
        budget.backends = ["eyes": caps]
        return await TagPurchase(
            backend: model, rules: TagSuggestionRules(backend: "eyes", folders: ["inbox": suggesting]),
            spool: fixture.spool, blobs: fixture.blobs, clock: fixture.clock, utc: { 9 }, digest: sha256,
            budget: budget, moment: { _ in BackendsFixture.moment }, service: CanonicalFields(version: "service/1")
        ) { picture, bytes in InputPicture(bytes, picture.format, digest: picture.digest) }
        .suggest(fixture.job.id, call: CallID(utc: 1, seed: number), mayRepeat: mayRepeat)
    }

    @Test("A question is booked before it is asked; its answer is offered, and bought once")
    func offered() async throws {
        try await BackendsFixture.lend { fixture in
            try await addArtwork(fixture)
            let model = model(fixture, [reply(["sea", "fox"], cost: Money(micros: 900, currency: "USD"))])
            let tags = [Domain.Tag("sea"), Domain.Tag("fox")].compactMap(\.self)
            #expect(await suggest(fixture, model) == .suggested(tags))
            #expect(model.booked.map { $0.map(\.amount) } == [[Self.price]])
            #expect(try await Self.spend(fixture.spool.ledger).map(\.amount?.micros) == [900])
            #expect(await suggest(fixture, model, 2) == .suggested(tags))
            #expect(model.booked.count == 1)
            #expect(try await fixture.spool.artworks.artwork(of: fixture.job.id)?.tags == [])
            #expect(try await fixture.spool.tagCalls.suggestions(for: fixture.job.id) == tags)
            // The job's own calls know nothing of it.
            #expect(try await fixture.spool.calls.lastCall(of: fixture.job.id) == nil)
        }
    }

    @Test("Where the folder says so the artwork gets them, marked; where it says no, nothing is sent")
    func folders() async throws {
        try await BackendsFixture.lend { fixture in
            try await addArtwork(fixture)
            let model = model(fixture, [reply(["sea"])])
            #expect(await suggest(fixture, model, 1, .off) == .excluded(folder: "inbox"))
            #expect(model.booked.isEmpty)
            _ = await suggest(fixture, model, 2, .apply)
            let artwork = try await fixture.spool.artworks.artwork(of: fixture.job.id)
            #expect(artwork?.tags.map(\.shown) == ["sea"] && artwork?.machineTags.map(\.shown) == ["sea"])
        }
    }

    @Test("A lost answer is not asked for again, except by a person")
    func lost() async throws {
        try await BackendsFixture.lend { fixture in
            try await addArtwork(fixture)
            let model = model(fixture, [.failure(.unknown), reply(["sea"])])
            #expect(await suggest(fixture, model) == .lost(backend: "eyes"))
            #expect(try await Self.spend(fixture.spool.ledger).map(\.isUnknown) == [true])
            #expect(await suggest(fixture, model, 2) == .lost(backend: "eyes"))
            #expect(model.booked.count == 1)
            guard case .suggested = await suggest(fixture, model, 3, mayRepeat: true) else {
                Issue.record("not asked again")
                return
            }
            #expect(model.booked.count == 2)
        }
    }

    @Test("A service that was killed while it asked doesn't ask again at its next start")
    func killed() async throws {
        try await BackendsFixture.lend { fixture in
            try await addArtwork(fixture)
            let artwork = try #require(try await fixture.spool.artworks.artwork(of: fixture.job.id))
            let rules = TagSuggestionRules(backend: "eyes")
            let key = TagCall.purchase(
                of: artwork.picture.digest, question: rules.question, by: "eyes",
                service: CanonicalFields(version: "service/1"))
            let call = TagCall(
                id: CallID(utc: 1, seed: 1), job: artwork.job, backend: "eyes", purchase: sha256(key.bytes))
            let reservation = BudgetReservation(
                folder: "inbox", submitter: nil, estimate: Self.price, moment: BackendsFixture.moment, caps: [])
            _ = try await fixture.spool.tagCalls.begin(call, reserving: reservation, mayRepeat: false, at: 2)
            // The process ends here, and another begins.
            try await fixture.spool.tagCalls.resume(folders: [], at: 3)
            let model = model(fixture, [reply(["sea"])])
            #expect(await suggest(fixture, model, 2) == .lost(backend: "eyes"))
            #expect(model.booked.isEmpty)
            #expect(try await Self.spend(fixture.spool.ledger).map(\.isUnknown) == [true])
        }
    }

    @Test("A refusal costs nothing and may be asked again; a cap stops it before it is sent")
    func refused() async throws {
        try await BackendsFixture.lend { fixture in
            try await addArtwork(fixture)
            let model = model(fixture, [.failure(.auth), reply(["sea"])])
            let outcome = await suggest(fixture, model)
            #expect(outcome == .failed(backend: "eyes", .auth) && outcome.isTemporary)
            #expect(try await Self.spend(fixture.spool.ledger).isEmpty)
            guard case .overBudget = await suggest(fixture, model, 2, caps: Caps(picturesPerDay: 0)) else {
                Issue.record("asked over the cap")
                return
            }
            #expect(model.booked.count == 1)
            #expect(await suggest(fixture, model, 3) == .suggested([Domain.Tag("sea")].compactMap(\.self)))
        }
    }

    @Test("A picture that is gone and an artwork that is none are told apart, and cost nothing")
    func missing() async throws {
        try await BackendsFixture.lend { fixture in
            let model = model(fixture, [])
            #expect(await suggest(fixture, model) == .noArtwork)
            try await addArtwork(fixture)
            let artwork = try #require(try await fixture.spool.artworks.artwork(of: fixture.job.id))
            await fixture.blobs.release(artwork.picture.digest)
            try await fixture.blobs.remove([artwork.picture.digest], .unneeded) { _ in [] }
            #expect(await suggest(fixture, model, 2) == .pictureGone)
            #expect(model.booked.isEmpty)
        }
    }
}
