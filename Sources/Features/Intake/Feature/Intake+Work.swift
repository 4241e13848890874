import Domain
import MVICore

/// What is started next.
extension Intake {
    /// Starts all that may start. `retrying`: claims are tried although the database failed before.
    static func work(_ state: inout State, _ stamp: Stamp, retrying: Bool = false) -> [Command<Self>] {
        claim(&state, stamp, retrying: retrying) + read(&state, stamp) + dispose(&state, stamp)
    }

    static func wait(_ state: inout State, _ trouble: IntakeTrouble?) -> [Command<Self>] {
        if state.waiting == trouble { return [] }
        state.waiting = trouble
        return [.emit(.waiting(trouble))]
    }

    /// Something was stored, so whatever the database or the blobs complained of is over.
    static func recoverStorage(_ state: inout State) -> [Command<Self>] {
        if case .lowDisk = state.waiting { return [] }
        return wait(&state, nil)
    }

    /// Puts the drops of a folder that were put off back in line.
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

    /// So many places are kept for folders of which little is being worked on: many drops for a slow backend must not
    /// shut out the others.
    static var reserve: Int { 64 }
    /// Up to how many drops a folder may use these.
    static var few: Int { 32 }

    /// Room is shared among the folders that have something, so that a full one starves no other; but those whose drops
    /// are more urgent come first.
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
        let isCrowd = state.folders[place].isCrowded
        let taken = state.folders[place].ready.suffix(limit).reversed()
        state.folders[place].ready.removeLast(taken.count)
        state.folders[place].isClaiming = true
        let name = state.folders[place].settings.name
        return taken.enumerated().map { index, entry in
            let id = DropID(utc: stamp.utc, seed: stamp.seed, index: minted + index)
            let beside = state.folders[place].sidecars[entry.name]
            let drop = Drop(
                id: id, folder: name, identity: entry.identity, sidecar: beside?.identity,
                isHeld: isCrowd || state.folders[place].wasThereBefore(entry),
                isObserved: state.folders[place].settings.isObserved)
            state.drops[id] = HeldDrop(drop: drop, claiming: entry, beside: beside)
            return drop
        }
    }

    /// Every read has a seed of its own, apart from those that drops are named with.
    private static func read(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        guard state.phase == .running else { return [] }
        var dice = SplitMix64(seed: ~stamp.seed)
        return state.reading.start().compactMap { state.drops[$0]?.drop }.map { drop in
            .run(.read(drop, utc: stamp.utc, seed: dice.next()), as: .read(drop.id))
        }
    }

    private static func dispose(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        state.disposing.start().compactMap { state.drops[$0]?.drop }.map { drop in
            .run(.dispose(drop, utc: stamp.utc), as: .dispose(drop.id))
        }
    }
}

extension Intake.State {
    /// The folders that have something to claim, the most urgent first.
    fileprivate var claimable: [Int] {
        let places = folders.indices.filter { !folders[$0].ready.isEmpty && !folders[$0].isClaiming }
        return places.sorted { (priority(of: $0), $0) < (priority(of: $1), $1) }
    }

    fileprivate func priority(of place: Int) -> JobPriority { folders[place].settings.priority }

    /// How many of the free places a folder may have.
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
