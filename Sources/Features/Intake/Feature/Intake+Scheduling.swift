import Domain
import MVICore

/// Starting claims, reads and disposals.
extension Intake {
    /// Starts everything that may start. `retrying`: tries claims even if the database failed before.
    static func work(_ state: inout State, _ stamp: Stamp, retrying: Bool = false) -> [Command<Self>] {
        claim(&state, stamp, retrying: retrying) + read(&state, stamp) + dispose(&state, stamp)
    }

    static func wait(_ state: inout State, _ trouble: IntakeFailure?) -> [Command<Self>] {
        if state.waiting == trouble { return [] }
        state.waiting = trouble
        return [.emit(.waiting(trouble))]
    }

    /// Ends a database or blob problem after a successful write.
    static func recoverStorage(_ state: inout State) -> [Command<Self>] {
        if case .lowDisk = state.waiting { return [] }
        return wait(&state, nil)
    }

    /// Queues the postponed drops of a folder again.
    static func retry(_ state: inout State, _ name: String, _ stamp: Stamp) -> [Command<Self>] {
        let due = state.postponed.filter { state.drops[$0]?.drop.folder == name }
        if due.isEmpty { return [] }
        state.postponed.removeAll { due.contains($0) }
        for id in due {
            if state.drops[id]?.drop.phase == .claimed {
                state.reading.waiting.append(id)
            } else {
                state.disposing.waiting.append(id)
            }
        }
        return work(&state, stamp)
    }

    /// The number of slots reserved for folders with few open drops, so that many drops for a slow backend don't block
    /// other folders.
    static var reserve: Int { 64 }
    /// The number of open drops up to which a folder may use the reserved slots.
    static var few: Int { 32 }

    /// Claims drops. The free slots are shared among the folders that have complete entries, so that a full one doesn't
    /// starve the others; folders of higher priority come first.
    private static func claim(_ state: inout State, _ stamp: Stamp, retrying: Bool) -> [Command<Self>] {
        guard state.phase == .running, state.mayClaim(retrying: retrying) else { return [] }
        let places = state.claimable
        var free = places.isEmpty ? 0 : state.free
        var minted = 0
        var commands: [Command<Self>] = []
        for (turn, place) in places.enumerated() where free > 0 {
            let left = places[turn...].prefix { state.priority(of: $0) == state.priority(of: place) }.count
            let limit = min((free + left - 1) / left, state.share(of: place, free))
            if limit == 0 { continue }
            let drops = claim(&state, place, limit: limit, minted, stamp)
            free -= drops.count
            minted += drops.count
            let name = state.folders[place].settings.name
            commands.append(.run(.claim(drops, folder: name, utc: stamp.utc), as: .claim(name)))
        }
        return commands
    }

    private static func claim(
        _ state: inout State, _ place: Int, limit: Int, _ minted: Int, _ stamp: Stamp
    ) -> [Drop] {
        let isBulkDrop = state.folders[place].hasBulkDrop
        let taken = state.folders[place].ready.suffix(limit).reversed()
        state.folders[place].ready.removeLast(taken.count)
        state.folders[place].isClaiming = true
        let name = state.folders[place].settings.name
        return taken.enumerated().map { index, entry in
            let id = DropID(utc: stamp.utc, seed: stamp.seed, index: minted + index)
            let beside = state.folders[place].sidecars[entry.name]
            let drop = Drop(
                id: id, folder: name, identity: entry.identity, sidecar: beside?.identity,
                isHeld: isBulkDrop || state.folders[place].predatesFirstUse(entry),
                isObserved: state.folders[place].settings.rules.isObserved)
            state.drops[id] = TrackedDrop(drop: drop, claiming: entry, beside: beside)
            return drop
        }
    }

    /// Gives every read a seed of its own, independent of those of the drops' identifiers.
    private static func read(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        guard state.phase == .running else { return [] }
        var dice = SplitMix64(seed: ~stamp.seed)
        return state.reading.start().compactMap { state.drops[$0]?.drop }.map { drop in
            .run(.read(drop, utc: stamp.utc, seed: dice.next()), as: .read(drop.id))
        }
    }

    private static func dispose(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        state.disposing.start().compactMap { state.drops[$0] }.map { held in
            .run(
                .dispose(held.drop, settled: held.rewrite?.settled(at: stamp.now), utc: stamp.utc),
                as: .dispose(held.drop.id))
        }
    }
}

extension Intake.State {
    /// The folders that have something to claim, highest priority first.
    fileprivate var claimable: [Int] {
        let places = folders.indices.filter { !folders[$0].ready.isEmpty && !folders[$0].isClaiming }
        return places.sorted { (priority(of: $0), $0) < (priority(of: $1), $1) }
    }

    fileprivate func priority(of place: Int) -> JobPriority { folders[place].settings.rules.request.priority }

    /// The number of free slots that a folder may use.
    func share(of place: Int, _ free: Int) -> Int {
        let name = folders[place].settings.name
        let open = drops.values.count { $0.drop.folder == name }
        return max(0, min(free, max(Intake.few - open, free - Intake.reserve)))
    }

    func mayClaim(retrying: Bool) -> Bool {
        switch waiting {
        case nil: true
        case .lowDisk: false
        case .repository, .storage: retrying
        }
    }
}
