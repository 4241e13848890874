import Domain
import JobsFeature
import Testing

@testable import App

@MainActor
@Suite("Job action outcomes", .timeLimit(.minutes(5)))
struct JobNewsTests {
    private let news = JobActionOutcomes()
    private let job = Job.sample

    @Test("An outcome is returned at once if known, otherwise when it is reported")
    func heard() async {
        let atOnce = await news.outcome(of: job.id) {
            news.hear(.retryRefused(job.id, .draining))
            return nil
        }
        let known = await news.outcome(of: job.id) { .marked }
        #expect(atOnce == .retryRefused(.draining) && known == .marked)
    }

    @Test("Two callers for one job are served in turn, each with its own outcome")
    func inTurn() async {
        var asked = 0
        let ask = { [job, news] () -> JobActionOutcomes.Outcome? in
            asked += 1
            if asked == 2 { news.hear(.retryRefused(job.id, .notRetryable(state: "queued"))) }
            return nil
        }
        let first = Task { await news.outcome(of: job.id, ask) }
        let second = Task { await news.outcome(of: job.id, ask) }
        let teller = Task { [job, news] in news.hear(.retried(job)) }
        await teller.value
        #expect(await first.value == .retried)
        #expect(await second.value == .retryRefused(.notRetryable(state: "queued")))
    }

    @Test("After `close` every caller gets `closed`, and no action is sent")
    func closed() async {
        let ask = { () -> JobActionOutcomes.Outcome? in nil }
        let waiting = (0..<3).map { _ in Task { await news.outcome(of: job.id, ask) } }
        let closer = Task { news.close() }
        await closer.value
        for one in waiting { #expect(await one.value == .closed) }
        let late = await news.outcome(of: job.id) {
            Issue.record("asked")
            return nil
        }
        #expect(late == .closed)
    }
}
