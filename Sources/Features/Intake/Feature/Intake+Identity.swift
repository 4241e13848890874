import Domain
import MVICore

/// Device, inode and times change with a remount or a restore; what a file holds does not.
extension Intake {
    /// Files under the names of drops that are no others as far as can be told without reading them: they are compared.
    /// Drops whose files are gone, or are others now, are withdrawn. Returns what is not to be taken for new now.
    static func compare(
        _ state: inout State, _ name: String, _ listing: FolderListing
    ) -> (own: Set<FileIdentity>, commands: [Command<Self>]) {
        var own: Set<FileIdentity> = []
        var commands: [Command<Self>] = []
        let held = state.drops.values.filter { $0.drop.folder == name && $0.claiming == nil }
        let byName = Dictionary(grouping: held) { $0.drop.identity.name }
        var replaced: Set<DropID> = []
        var present: Set<DropID> = []
        for entry in listing.entries {
            guard let known = byName[entry.name] else { continue }
            let one = known.filter { $0.drop.identity == entry.identity }
            let maybe = one.isEmpty && entry.kind == .file ? known.filter { $0.mayBe(entry.identity) } : []
            present.formUnion((one + maybe).map(\.drop.id))
            replaced.formUnion(known.map(\.drop.id))
            if !maybe.isEmpty { own.insert(entry.identity) }
            for known in maybe.sorted(by: HeldDrop.isOlder) where known.comparing == nil {
                state.drops[known.drop.id]?.comparing = entry.identity
                commands.append(.run(.compare(known.drop, entry.identity), as: .compare(known.drop.id)))
            }
        }
        let lost = held.filter { held in
            // Where nothing is laid into a folder an empty one may be a disk that is not mounted.
            let isLost = !held.drop.isObserved || replaced.contains(held.drop.id)
            return isLost && held.mayBeWithdrawn && !present.contains(held.drop.id)
                && listing.covers(held.drop.identity)
        }.sorted(by: HeldDrop.isOlder)
        for held in lost {
            state.drops[held.drop.id]?.isWithdrawn = true
            commands.append(.emit(.withdrawn(held.drop, isReplaced: replaced.contains(held.drop.id))))
        }
        return (own, commands)
    }

    static func endCompare(
        _ state: inout State, _ id: DropID, _ identity: FileIdentity, _ outcome: CompareOutcome, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.drops[id]?.comparing = nil
        guard let held = state.drops[id] else { return [] }
        switch outcome {
        case .same(let identity, let sidecar):
            state.drops[id]?.drop.identity = identity
            state.drops[id]?.drop.sidecar = sidecar
            return []
        case .other:
            state.drops[id]?.other = identity
            return whileRunning(held.drop.folder, &state) { look(&$0, .now, stamp.now) }
        case .unclear: return []
        }
    }
}

extension HeldDrop {
    /// Whether only reading tells that it is another file. What was not read yet is looked at when it is.
    fileprivate func mayBe(_ identity: FileIdentity) -> Bool {
        identity != drop.identity && identity != other && identity.size == drop.identity.size && drop.content != nil
            && drop.phase != .claimed
    }

    /// Whether its jobs go on without its file unless they are told. What can't be compared is left alone.
    fileprivate var mayBeWithdrawn: Bool {
        drop.phase == .read && drop.hasSource && drop.content != nil && stuck == nil && comparing == nil && !isWithdrawn
    }

    fileprivate static func isOlder(_ one: Self, than other: Self) -> Bool { one.drop.id < other.drop.id }
}
