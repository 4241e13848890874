@testable import BackendsFeature
import Domain
import MVICore
import Testing

@Suite("Backends: a day behind a bad gateway, ten minutes of rejections")
struct BackendDayTests {
    /// The gateway times out after a minute; health checks pass.
    private static let minute: Int64 = 60_000

    @Test("a gateway that loses every response for a day leaves a few dozen jobs to decide about; the others wait")
    func dead() {
        var day = BackendTimeline(jobs: 500) { _, _, _ in (Self.minute, .unknown) }
        day.play(hours: 24)
        #expect(day.done.isEmpty)
        // Four calls in the first minute, then one trial at a time.
        #expect(day.unknown.count == day.calls.count && 20...40 ~= day.unknown.count)
        #expect(day.waiting.count == 500 - day.unknown.count)
    }

    @Test("a gateway that loses every second response leaves no more undecided jobs", arguments: [2, 5])
    func halfDead(oneIn: UInt64) {
        var day = BackendTimeline(jobs: 500) { _, _, random in (20_000, random.next() % oneIn == 0 ? .unknown : nil) }
        day.play(hours: 24)
        #expect(day.unknown.count <= 40)
        #expect(day.done.count > day.unknown.count / 2)
        #expect(day.done.count + day.unknown.count + day.waiting.count == 500)
    }

    @Test("a rare loss costs minutes, not hours")
    func rare() {
        var day = BackendTimeline(jobs: 500) { call, _, _ in (20_000, call % 100 == 99 ? .unknown : nil) }
        day.play(hours: 3)
        #expect(day.done.count == 495 && day.unknown.count == 5)
    }

    @Test("after a person reports a fix, the next trial is immediate")
    func corrected() {
        var day = BackendTimeline(jobs: 500) { _, now, _ in (20_000, now < 3_600_000 * 24 ? .unknown : nil) }
        day.play(hours: 24)
        let lost = day.unknown.count
        day.release()
        day.play(hours: 1)
        #expect(day.unknown.count == lost && day.done.count == 500 - lost)
    }

    @Test(
        "a server that rejects everything is called less and less often, with or without a retry time",
        arguments: [
            nil, 0, 1_200,
        ] as [Int64?])
    func refused(wait: Int64?) {
        var day = BackendTimeline(jobs: 50) { _, _, _ in (100, .rateLimited(after: wait)) }
        day.play(hours: 1)
        let first = day.calls.filter { $0 < 600_000 }
        #expect(10...25 ~= first.count)
        #expect(day.calls.count <= 40)
        #expect(day.done.isEmpty && day.unknown.isEmpty)
        let gaps = zip(day.calls.dropFirst(), day.calls).map { $0 - $1 }
        // Four calls at once, then never two within a second.
        #expect(gaps.dropFirst(3).allSatisfy { $0 >= 1_000 })
    }

    /// A one-minute window that accepts five calls and rejects the others.
    private static func window(_ wait: @escaping (Int64) -> Int64?) -> BackendTimeline.Script {
        var taken: [Int64: Int] = [:]
        return { _, now, _ in
            let window = now / 60_000
            guard taken[window, default: 0] < 5 else { return (100, .rateLimited(after: wait(60_000 - now % 60_000))) }
            taken[window, default: 0] += 1
            return (3_000, nil)
        }
    }

    @Test("a limit of five per minute with a reset time is nearly used up and seldom exceeded")
    func told() {
        var day = BackendTimeline(jobs: 500, script: Self.window { $0 })
        day.play(hours: 1)
        #expect(day.done.count >= 240)
        #expect(day.calls.count - day.done.count <= 90)
    }

    @Test("an unannounced limit is learnt, with at most 120 rejected calls per hour")
    func untold() {
        var day = BackendTimeline(jobs: 500, script: Self.window { _ in nil })
        day.play(hours: 1)
        #expect(day.done.count >= 120)
        #expect(day.calls.count - day.done.count <= 120)
    }
}
