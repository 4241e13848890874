import Domain
public import MVICore

extension Backends {
    public static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch action {
        case .generate(let job): isKnown(job.id, state) ? nil : .asked(job)
        case .drain: state.isDraining ? nil : .draining
        }
    }

    public static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .asked(let job):
            let name = job.request.generation.backend
            guard state.limits[name] != nil else {
                let nearest = NearestName.of(name, among: state.limits.keys.sorted())
                return [.emit(.answered(job.id, .failure(.noSuchBackend(name, nearest: nearest))))]
            }
            state.queue.append(job)
            return advance(&state, stamp)

        case .answered(let id, let answer):
            state.calls[id] = nil
            return [.emit(.answered(id, answer))] + advance(&state, stamp)

        case .draining:
            state.isDraining = true
            state.queue = []
            return []
        }
    }
}

extension Backends {
    private static func isKnown(_ id: JobID, _ state: State) -> Bool {
        state.calls[id] != nil || state.queue.contains { $0.id == id }
    }

    private static func advance(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        guard !state.isDraining else { return [] }
        var commands: [Command<Self>] = []
        var rest: [Job] = []
        for job in state.queue {
            guard hasTurn(job, state) else {
                rest.append(job)
                continue
            }
            state.calls[job.id] = job.request.generation.backend
            commands.append(call(job, stamp, index: commands.count))
        }
        state.queue = rest
        return commands
    }

    private static func hasTurn(_ job: Job, _ state: State) -> Bool {
        let name = job.request.generation.backend
        let running = state.calls.values.count { $0 == name }
        return state.limits[name].map { running < $0 } == true
    }

    private static func call(_ job: Job, _ stamp: Stamp, index: Int) -> Command<Self> {
        var dice = SplitMix64(seed: stamp.seed &+ UInt64(index))
        // Services take seeds of 32 bits; one that fits everywhere can be dropped again anywhere.
        let seed = job.request.generation.seed ?? dice.next() >> 32
        let id = CallID(utc: stamp.utc, seed: stamp.seed, index: index)
        return .run(.generate(job, call: id, seed: seed, utc: stamp.utc), as: .call(job.id), ifRunning: .keep)
    }
}
