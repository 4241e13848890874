import Domain
import MVIRuntime
import Testing

@testable import App
@testable import ControlServer

@MainActor
@Suite("Timing metrics", .serialized, .timeLimit(.minutes(5)))
struct MeterTests {
    @Test("A job's states, calls, rendering and folder listing are timed") func job() async throws {
        try await Installation().served { served in
            let meters = served.base.meters
            _ = try await served.done()
            await served.cleared()
            let calls = meters.series(of: .call)
            #expect(calls.map(\.labels) == [["sketch", "fetch", "ok"], ["sketch", "submit", "ok"]])
            #expect(calls.first?.histogram.counts.reduce(Int64(0), +) == 1)
            #expect(meters.series(of: .rendering).count == 1)
            #expect(meters.series(of: .listing).count == 1)
        }
    }

    @Test("The time in each state is the time between timeline steps; an unfinished job has none") func stages() {
        let meters = Meters()
        let steps = [
            JobTimeline.Step(state: .queued, at: 1000), JobTimeline.Step(state: .submitting, at: 3000),
            JobTimeline.Step(state: .queued, at: 3500), JobTimeline.Step(state: .done, at: 4000),
        ]
        JobTimeSink.add(Array(steps.prefix(2)), since: 1000, to: meters)
        #expect(meters.series(of: .stage).isEmpty && meters.series(of: .job).isEmpty)
        JobTimeSink.add(steps, since: 1000, to: meters)
        let stages = meters.series(of: .stage)
        #expect(stages.map(\.labels) == [["queued"], ["submitting"]])
        #expect(stages.map(\.histogram.sum) == [2.5, 0.5])
        #expect(meters.series(of: .job).map(\.labels) == [["done"]])
        #expect(meters.series(of: .job).first?.histogram.sum == 3)
    }
}
