import Domain
import MVICore
import Testing

@testable import BackendsFeature

/// Facts are applied one after the other.
@Suite("Backends: shared with other services")
struct BackendsSharingTests {
    private let a = Job.prompt(1)
    private let b = Job.prompt(2)
    private let failure = BackendFailure.quota

    private func shared(_ concurrency: Int = 2) -> Backends.State {
        .initial(["studio": Backends.Rules(concurrency: concurrency, isShared: true)])
    }

    /// A backend whose call for job `a` is running.
    private func calling() -> Backends.State {
        var state = shared()
        #expect(Backends.reduce(&state, .requested([a]), .at(0)) == [.call(a)])
        return state
    }

    private func outage(_ seconds: Int64, _ failure: BackendFailure = .quota) -> SharedOutage {
        SharedOutage(backend: "studio", failure: failure, remaining: seconds * 1_000)
    }

    private func reports(_ outage: SharedOutage?) -> Command<Backends> {
        .run(.report(outage, of: "studio"), as: .report("studio"), ifRunning: .replaceInTurn)
    }

    @Test("A job without a place goes back to the front and asks again soon; other jobs don't ask meanwhile")
    func busy() {
        var state = calling()
        let away = Backends.reduce(&state, .turnedAway(a.id, .busy), .at(1))
        #expect(away == [.run(.pace("studio", for: .milliseconds(500)), as: .pace("studio"))])
        #expect(state.queue == [a] && state.calls.isEmpty)
        _ = Backends.reduce(&state, .requested([b]), .at(1))
        #expect(state.queue == [a, b] && state.calls.isEmpty)
        let again = Backends.reduce(&state, .rateAvailable("studio"), .at(2))
        #expect(again.contains(.call(a, at: .at(2))) && state.calls.count == 2)
    }

    @Test("A job over the common rate waits as long as that says")
    func paced() {
        var state = calling()
        let away = Backends.reduce(&state, .turnedAway(a.id, .paced(.seconds(40))), .at(0))
        #expect(away == [.run(.pace("studio", for: .seconds(40)), as: .pace("studio"))])
    }

    @Test("A job that was cancelled meanwhile doesn't ask again")
    func cancelled() {
        var state = calling()
        _ = Backends.reduce(&state, .cancelRequested(a.id), .at(0))
        #expect(Backends.reduce(&state, .turnedAway(a.id, .busy), .at(0)) == [.answer(a, .cancelled)])
        #expect(state.queue.isEmpty)
    }

    @Test("An outage that others found holds here, without being reported again")
    func closed() {
        var state = calling()
        let away = Backends.reduce(&state, .turnedAway(a.id, .closed(outage(20))), .at(0))
        #expect(away.contains(.emit(.wentDown("studio", failure, until: UTCMillis(1_020_000)))))
        #expect(away.contains(.answer(a, .waits(.backend("studio", failure), until: UTCMillis(1_020_000)))))
        #expect(!away.contains(reports(outage(20))))
        #expect(state.outage("studio")?.isLearned == true)
    }

    @Test("A pause that others were asked for is a pause here")
    func slowed() {
        var state = shared()
        let known = [outage(20, .rateLimited(after: 20_000))]
        #expect(Backends.admit(.outagesKnown(known), state) == .outagesKnown(known))
        _ = Backends.reduce(&state, .outagesKnown(known), .at(0))
        #expect(state.health == .paused(until: UTCMillis(1_020_001)))
    }

    @Test("A failed call is reported for the time after a first failure, however long the own wait is")
    func reporting() {
        var state = calling()
        let failed = Backends.reduce(&state, .answered(a.id, .failure(.backend("studio", failure))), .at(0))
        #expect(failed.contains(reports(outage(30))))
        _ = Backends.reduce(&state, .reported("studio", isClosed: true), .at(0))
        // A failed check says only that this service can't reach the backend.
        let checked = Backends.reduce(&state, .probed("studio", .timeout), .at(30))
        #expect(!checked.contains { if case .run(.report, _, _) = $0 { true } else { false } })
        _ = Backends.reduce(&state, .probed("studio", nil), .at(90))
        _ = Backends.reduce(&state, .requested([b]), .at(90))
        let again = Backends.reduce(&state, .answered(b.id, .failure(.backend("studio", failure))), .at(91))
        #expect(again.contains(reports(outage(30))))
        #expect(state.outage("studio")?.interval == .seconds(120))
    }

    @Test("The first success ends an outage for all")
    func recovery() {
        var state = calling()
        _ = Backends.reduce(&state, .reported("studio", isClosed: true), .at(0))
        let success = Backends.reduce(&state, .answered(a.id, .success(.sample)), .at(1))
        #expect(success.contains(reports(nil)))
        _ = Backends.reduce(&state, .reported("studio", isClosed: false), .at(1))
        _ = Backends.reduce(&state, .requested([b]), .at(1))
        #expect(!Backends.reduce(&state, .answered(b.id, .success(.sample)), .at(2)).contains(reports(nil)))
    }

    @Test("An outage that others ended is over here too, but one that this service found is not")
    func ended() {
        var learned = shared()
        _ = Backends.reduce(&learned, .outagesKnown([outage(20)]), .at(0))
        #expect(Backends.admit(.outagesKnown([outage(15)]), learned) == nil)
        let over = Backends.reduce(&learned, .outagesKnown([]), .at(5))
        #expect(over.contains(.cancel(.probe("studio"))) && over.contains(.emit(.recovered("studio"))))
        #expect(learned.outage("studio") == nil)

        var own = calling()
        _ = Backends.reduce(&own, .answered(a.id, .failure(.backend("studio", failure))), .at(0))
        _ = Backends.reduce(&own, .reported("studio", isClosed: true), .at(0))
        _ = Backends.reduce(&own, .outagesKnown([]), .at(5))
        #expect(own.outage("studio") != nil)
        #expect(Backends.admit(.outagesKnown([]), own) == nil)
    }

    @Test("A backend of this machine alone has nothing to do with the others")
    func own() {
        var state = Backends.State.studio()
        #expect(Backends.admit(.outagesKnown([outage(20)]), state) == nil)
        _ = Backends.reduce(&state, .requested([a]), .at(0))
        let failed = Backends.reduce(&state, .answered(a.id, .failure(.backend("studio", failure))), .at(0))
        #expect(!failed.contains(reports(outage(30))))
    }
}
