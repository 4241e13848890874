import Domain

extension Intake.State {
    /// Whether nothing more will happen here by itself soon: what lay in the folders has become jobs, can't be listed, or
    /// waits for room, for the disk or for the database. Jobs that are still worked on don't count.
    package var isQuiet: Bool {
        switch phase {
        case .idle, .stopped: false
        case .recovering: waiting != nil
        case .running: isAtRest && drops.values.allSatisfy(isAtRest) && folders.indices.allSatisfy { isQuiet($0) }
        }
    }

    private var isAtRest: Bool {
        isIdle && reading.waiting.isEmpty
            && (waiting != nil || postponed.allSatisfy { isAway($0) || drops[$0]?.stuck != nil })
    }

    private func isAtRest(_ held: HeldDrop) -> Bool {
        held.stuck != nil || held.drop.phase == .read
            || (waiting != nil || isAway(held.drop.id)) && postponed.contains(held.drop.id)
    }

    /// Whether its folder has to come back first, or the one below it in which it lies.
    private func isAway(_ id: DropID) -> Bool {
        guard let drop = drops[id]?.drop, let place = index(of: drop.folder) else { return false }
        let folder = folders[place]
        return folder.health != .fine || folder.unread.keys.contains { drop.identity.name.isBelow($0) }
    }

    private func isQuiet(_ place: Int) -> Bool {
        let folder = folders[place]
        let isListed = folder.health != .unknown && folder.listingSince == nil && !folder.isBehind
        let mayClaim = !folder.ready.isEmpty && waiting == nil && share(of: place, room) > 0
        let isClaimed = !folder.isClaiming && !mayClaim
        return isListed && folder.arrivals.isEmpty && folder.settling.isEmpty && isClaimed
    }
}
