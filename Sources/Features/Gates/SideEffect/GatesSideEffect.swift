package import Domain
package import GatesFeature
package import MVIEffects

/// The side effects of `Gates`.
package protocol GatesSideEffect: Sendable {
    /// Asks a gate's source. `last`: what it said before, which a position near a fence depends on.
    func reading(of gate: ConfiguredGate, last: GateReading?) async -> GateReading

    /// Waits for `duration`. `false`: the task was cancelled.
    func wait(_ duration: Duration) async -> Bool
}

extension Gates {
    /// Maps every effect to a method of the side-effect protocol. The only code that knows both.
    package static func performer(_ sideEffect: any GatesSideEffect) -> Perform<Gates> {
        { effect, _ in
            switch effect {
            case .read(let gate, let last, let pause):
                guard await sideEffect.wait(pause) else { return nil }
                return .read(gate: gate.name, await sideEffect.reading(of: gate, last: last))
            }
        }
    }
}
