import enum Domain.PictureFormat
import Testing

@testable import Simulation

@Suite("Plan of a history")
struct PlanTests {
    @Test("a seed determines the plan, and plans differ")
    func fixed() {
        let plans = (0..<50).map { (seed: UInt64) -> Plan in
            let (one, other) = (Plan(seed: seed), Plan(seed: seed))
            #expect(one.drops.map(\.at) == other.drops.map(\.at))
            #expect(one.drops.map(\.content) == other.drops.map(\.content))
            #expect(one.lives.map(\.lastAct) == other.lives.map(\.lastAct))
            return one
        }
        #expect(Set(plans.map { $0.drops.map(\.at) }).count == 50)
    }

    @Test("histories have five to twenty distinct drops and up to four crashes")
    func bounds() {
        for seed in 0..<200 {
            let plan = Plan(seed: UInt64(seed))
            #expect((5...20).contains(plan.drops.count))
            #expect(plan.lives.count <= 4)
            #expect(Set(plan.drops.map(\.bytes)).count == plan.drops.count)
        }
    }
}

@Suite("Simulated pictures")
struct SimulatedPictureTests {
    @Test("complete pictures and art give their text, truncated ones don't")
    func whole() {
        let bytes = SimulatedPicture.bytes("a cat")
        #expect(PictureFormat(magic: bytes) == .png)
        #expect(SimulatedPicture.words(bytes) == "a cat")
        #expect(SimulatedPicture.words(Array(bytes.dropLast(1))) == nil)
        #expect(SimulatedPicture.words([]) == nil)
        let art = SimulatedRenderer.art("a cat")
        #expect(SimulatedRenderer.words(of: art) == "a cat")
        #expect(SimulatedRenderer.words(of: Array(art.dropLast(1))) == nil)
    }
}
