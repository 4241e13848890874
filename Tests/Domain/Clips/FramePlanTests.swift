import Domain
import Testing

@Suite struct FramePlanTests {
    @Test(
        "Delays of 10 ms and less are shown for 100 ms, as in browsers",
        arguments: [(0, 100), (1, 100), (10, 100), (11, 11), (20, 20), (70, 70), (655_350, 655_350)]
            as [(UInt32, UInt32)])
    func delays(_ stored: UInt32, _ shown: UInt32) { #expect(FrameDelay.shown(stored) == shown) }

    @Test("Every frame is shown within the limits")
    func whole() {
        let plan = FramePlan(delays: [40, 0, 100], mostFrames: 600)
        #expect(plan.frames.map(\.index) == [0, 1, 2])
        #expect(plan.frames.map(\.start) == [0, 40, 140])
        #expect(plan.duration == 240)
    }

    @Test("A clip with too many frames keeps its length")
    func thinned() {
        let plan = FramePlan(delays: Array(repeating: 40, count: 1_000), mostFrames: 600)
        #expect(plan.frames.count == 500)
        #expect(plan.frames[1].index == 2)
        #expect(plan.frames[1].start == 80)
        #expect(plan.duration == 40_000)
    }

    @Test("A clip with too many frames a second keeps its speed")
    func fast() {
        let plan = FramePlan(delays: Array(repeating: 20, count: 100), mostFrames: 600, mostPerSecond: 25)
        #expect(plan.frames.map(\.start) == Array(stride(from: 0, to: 2_000, by: 40)))
        #expect(plan.duration == 2_000)
    }

    @Test("A hundred thousand frames without delays are bounded")
    func bomb() {
        let plan = FramePlan(delays: Array(repeating: 0, count: 100_000), mostFrames: 600)
        #expect(plan.frames.count <= 600)
        #expect(plan.duration == 10_000_000)
    }
}
