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
    fileprivate static var reservedSlots: Int { 64 }
    /// The number of open drops up to which a folder may use the reserved slots.
    fileprivate static var fewOpenDrops: Int { 32 }

    /// Claims drops. The free slots are shared among the folders that have complete entries, so that a full one doesn't
    /// starve the others; folders of higher priority come first.
    private static func claim(_ state: inout State, _ stamp: Stamp, retrying: Bool) -> [Command<Self>] {
        guard state.phase == .running, state.mayClaim(retrying: retrying) else { return [] }
        let folders = state.claimable
        var free = folders.isEmpty ? 0 : state.free
        var claimed = 0
        var commands: [Command<Self>] = []
        for (turn, index) in folders.enumerated() where free > 0 {
            let left = folders[turn...].prefix { state.priority(of: $0) == state.priority(of: index) }.count
            let limit = min((free + left - 1) / left, state.share(of: index, free))
            if limit == 0 { continue }
            let drops = claim(&state, index, limit: limit, claimed, stamp)
            free -= drops.count
            claimed += drops.count
            let name = state.folders[index].settings.name
            commands.append(.run(.claim(drops, folder: name, utc: stamp.utc), as: .claim(name)))
        }
        return commands
    }

    private static func claim(
        _ state: inout State, _ index: Int, limit: Int, _ claimed: Int, _ stamp: Stamp
    ) -> [Drop] {
        let isBulkDrop = state.folders[index].hasBulkDrop
        let taken = state.folders[index].ready.suffix(limit).reversed()
        state.folders[index].ready.removeLast(taken.count)
        state.folders[index].isClaiming = true
        let name = state.folders[index].settings.name
        return taken.enumerated().map { offset, entry in
            let id = DropID(utc: stamp.utc, seed: stamp.seed, index: claimed + offset)
            let beside = state.folders[index].sidecars[entry.name]
            let drop = Drop(
                id: id, folder: name, identity: entry.identity, sidecar: beside?.identity,
                isHeld: isBulkDrop || state.folders[index].predatesFirstUse(entry),
                isObserved: state.folders[index].settings.rules.isObserved,
                hasTwin: state.folders[index].twins.contains(entry.name))
            state.drops[id] = TrackedDrop(drop: drop, claiming: entry, beside: beside)
            return drop
        }
    }

    /// Gives every read a seed of its own, independent of those of the drops' identifiers.
    private static func read(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        guard state.phase == .running else { return [] }
        var rng = SplitMix64(seed: ~stamp.seed)
        return state.reading.start().compactMap { state.drops[$0]?.drop }.map { drop in
            .run(.read(drop, utc: stamp.utc, seed: rng.next()), as: .read(drop.id))
        }
    }

    private static func dispose(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        state.disposing.start().compactMap { state.drops[$0] }.map { tracked in
            .run(
                .dispose(tracked.drop, settled: tracked.rewrite?.settled(at: stamp.now), utc: stamp.utc),
                as: .dispose(tracked.drop.id))
        }
    }
}

extension Intake.State {
    /// The folders that have something to claim, highest priority first.
    fileprivate var claimable: [Int] {
        folders.indices.filter { !folders[$0].ready.isEmpty && !folders[$0].isClaiming && isOpen($0) }
            .sorted { (priority(of: $0), $0) < (priority(of: $1), $1) }
    }

    fileprivate func priority(of index: Int) -> JobPriority { folders[index].settings.rules.request.priority }

    private func isOpen(_ index: Int) -> Bool { closures.closure(ofFolder: folders[index].settings.name) == nil }

    /// The number of free slots that a folder may use.
    func share(of index: Int, _ free: Int) -> Int {
        guard isOpen(index) else { return 0 }
        let name = folders[index].settings.name
        let open = drops.values.count { $0.drop.folder == name }
        return max(0, min(free, max(Intake.fewOpenDrops - open, free - Intake.reservedSlots)))
    }

    func mayClaim(retrying: Bool) -> Bool {
        switch waiting {
        case nil: true
        case .lowDisk: false
        case .repository, .storage: retrying
        }
    }
}
