import Domain
package import BackendsFeature
package import MVIEffects

extension Backends {
    /// Joins effects to the side-effect protocol. The only code that knows both.
    package static func performer(_ world: any BackendsSideEffect) -> Perform<Backends> {
        { effect, report in
            switch effect {
            case .generate(let job, let backend, let call, let seed, let mayRepeat, let utc):
                let answer = await world.generate(
                    job, on: backend, call: call, seed: seed, mayRepeat: mayRepeat, utc: utc
                ) { news in
                    _ = await report(.news(job.id, news))
                }
                return .answered(job.id, answer)
            case .fetch(let job):
                let answer = await world.fetch(job) { news in _ = await report(.news(job.id, news)) }
                return .answered(job.id, answer)
            case .cancel(let job):
                await world.cancel(job)
                return nil
            case .probe(let name, let delay):
                guard await world.sleep(delay) else { return nil }
                return .probed(name, await world.probe(name))
            case .pace(let name, let duration):
                return await world.sleep(duration) ? .rateDue(name) : nil
            }
        }
    }
}
