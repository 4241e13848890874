@testable import BackendsFeature
import Domain
import MVICore
import MVITesting
import Testing

@Suite("Backends: progress of calls")
struct BackendsProgressTests {
    private let job = Job.prompt(1)

    private static func part(_ fraction: Double) throws -> GenerationProgress {
        try #require(GenerationProgress(fraction: fraction))
    }

    private static func stamp(_ milliseconds: Int64) -> Stamp {
        Stamp(now: .milliseconds(milliseconds), utc: 1_000_000, seed: 7)
    }

    @Test("what is new is passed on, at most twice a second for each call")
    func throttled() throws {
        let store = testStore(.studio())
        store.begin(job)
        for (time, fraction, isPassedOn) in [
            (0, 0.1, true), (499, 0.2, false), (500, 0.3, true), (999, 0.4, false), (1_000, 0.3, false),
            (1_001, 0.4, true),
        ] as [(Int64, Double, Bool)] {
            store.stamp = Self.stamp(time)
            let progress = try Self.part(fraction)
            store.receive(
                .progressed(job.id, .generating(progress)), from: .call(job.id), last: false,
                commands: isPassedOn ? [.emit(.progressed(job, progress))] : []
            ) {
                guard isPassedOn else { return }
                $0.calls[job.id]?.progress = Backends.ReportedProgress(progress: progress, at: .milliseconds(time))
            }
        }
        store.stamp = .at(0)
        store.paint(job)
    }

    @Test("calls are throttled on their own, and a call that has ended reports nothing")
    func apart() throws {
        var state = Backends.State.studio()
        let other = Job.prompt(2)
        _ = Backends.reduce(&state, .requested([job, other]), .at(0))
        let progress = try Self.part(0.5)
        for one in [job, other] {
            let commands = Backends.reduce(&state, .progressed(one.id, .generating(progress)), .at(0))
            #expect(commands == [.emit(.progressed(one, progress))])
        }
        _ = Backends.reduce(&state, .answered(job.id, .success(.sample)), .at(1))
        #expect(Backends.reduce(&state, .progressed(job.id, .generating(try Self.part(0.9))), .at(2)) == [])
    }
}
