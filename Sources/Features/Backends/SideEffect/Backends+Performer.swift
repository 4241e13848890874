import Domain
public import BackendsFeature
public import MVIEffects

extension Backends {
    /// Joins effects to the side-effect protocol. The only code that knows both.
    public static func performer(_ world: any BackendsSideEffect) -> Perform<Backends> {
        { effect, _ in
            switch effect {
            case .generate(let job, let call, let seed, let utc):
                .answered(job.id, await world.generate(job, call: call, seed: seed, utc: utc))
            }
        }
    }
}
