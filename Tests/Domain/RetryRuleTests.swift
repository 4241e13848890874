import Domain
import Testing

@Suite("Retry rules")
struct RetryRuleTests {
    private func refusal(
        _ failure: BackendFailure = .empty, phase: Call.Phase = .settled, charge: Charge?, isPriced: Bool = false,
        picture: StoredPicture? = nil, mayPayTwice: Bool = false
    ) throws -> RetryRefusal? {
        rule(.failed(.backend("studio", failure)), phase, charge, isPriced, picture)
            .refusal(mayPayTwice: mayPayTwice)
    }

    private func rule(
        _ state: JobState, _ phase: Call.Phase, _ charge: Charge?, _ isPriced: Bool, _ picture: StoredPicture?
    ) -> RetryRule {
        let id = JobID(high: 1, low: 2)
        let request = Request(source: .prompt("a fox"), generation: GenerationOptions(backend: "studio"))
        let job = Job(
            id: id, drop: DropID(high: 1, low: 1), line: 0, folder: "in", name: FileName("a.txt"),
            outbox: FolderPath("/out"), request: request, state: state, picture: picture, created: 0)
        let call = Call(
            id: CallID(utc: 1, seed: 1), job: id, backend: "studio", purchase: Self.digest, idempotencyKey: "k",
            seed: 1,
            phase: phase)
        return RetryRule(job, lastCall: call, charge: charge, isPriced: isPriced)
    }

    private static var digest: Digest {
        guard let digest = Digest(bytes: [UInt8](repeating: 7, count: 32)) else { preconditionFailure("32 bytes") }
        return digest
    }

    @Test(
        "A call that counts as paid without a result requires permission to pay again",
        arguments: [
            BackendFailure.badResponse(message: "x"), .empty, .expired, .lost, .tooLarge(bytes: 2, limit: 1),
            .moderated(stage: "picture", charged: true), .failed(message: "x"),
        ])
    func paid(_ failure: BackendFailure) throws {
        #expect(try refusal(failure, charge: .unknown) == .mayPayTwice)
        #expect(try refusal(failure, charge: .spent) == .mayPayTwice)
        #expect(try refusal(failure, charge: .spent, mayPayTwice: true) == nil)
    }

    @Test("A call that bought nothing, or whose picture exists or can be fetched, requires no permission")
    func harmless() throws {
        #expect(try refusal(charge: .unspent) == nil)
        #expect(try refusal(charge: nil) == nil)
        let picture = StoredPicture(digest: Self.digest, format: .png)
        #expect(try refusal(charge: .spent, picture: picture) == nil)
        #expect(try refusal(phase: .submitted, charge: .reserved) == nil)
        #expect(try refusal(phase: .finished, charge: .spent, isPriced: true) == nil)
        #expect(try refusal(phase: .fetched, charge: .spent, isPriced: true) == nil)
    }

    @Test("A paid picture that is unusable is bought again only with permission")
    func useless() {
        let failed = JobState.failed(.pictureLost)
        #expect(rule(failed, .fetched, .spent, true, nil).refusal(mayPayTwice: false) == .mayPayTwice)
        #expect(rule(failed, .fetched, .spent, false, nil).refusal(mayPayTwice: false) == nil)
        #expect(rule(failed, .fetched, .spent, true, nil).isPictureUnusable)
    }

    @Test("An open call and an unknown job require permission, and a queued job cannot be retried")
    func others() {
        #expect(rule(.cancelled, .submitting, .reserved, true, nil).refusal(mayPayTwice: false) == .mayPayTwice)
        #expect(rule(.unknown, .submitting, .unknown, true, nil).refusal(mayPayTwice: false) == .mayPayTwice)
        #expect(rule(.unknown, .submitting, .unknown, true, nil).refusal(mayPayTwice: true) == nil)
        #expect(
            rule(.queued, .settled, .unspent, true, nil).refusal(mayPayTwice: true) == .notRetryable(state: "queued"))
        #expect(rule(.unknown, .submitting, .unknown, true, nil).ending(mayPayTwice: true) == .unknown)
    }
}
