import Testing

@testable import Simulation

@Suite("Plan of a history of several services")
struct FleetPlanTests {
    @Test("A seed determines the plan, and plans have one to four nodes, the first with every folder")
    func bounds() {
        let plans = (0..<100).map { (seed: UInt64) -> FleetPlan in
            let (one, other) = (FleetPlan(seed: seed), FleetPlan(seed: seed))
            #expect(one.nodes.map(\.folders) == other.nodes.map(\.folders))
            #expect(one.nodes.map(\.skew) == other.nodes.map(\.skew))
            #expect(one.nodes[0].folders == Installation.folders)
            #expect((1...4).contains(one.nodes.count))
            return one
        }
        #expect(Set(plans.map { $0.nodes.count }) == [1, 2, 3, 4])
    }
}
