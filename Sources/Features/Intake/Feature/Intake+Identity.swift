package import Domain
import MVICore

/// Recognition of sources by content: device, inode and times change with a remount or a restore, the content doesn't.
extension Intake {
    /// Compares the listed files with the drops of the same names. Files that may be a drop's own, as far as can be
    /// told without reading them, are compared by content. Drops whose files are gone or replaced are withdrawn.
    /// Returns the files that must not be picked up as new for now.
    static func compare(
        _ state: inout State, _ name: String, _ listing: FolderListing
    ) -> (own: Set<FileIdentity>, commands: [Command<Self>]) {
        var own: Set<FileIdentity> = []
        var commands: [Command<Self>] = []
        let tracked = state.drops.values.filter { $0.drop.folder == name && $0.claiming == nil }
        let byName = Dictionary(grouping: tracked.filter { $0.drop.kept == nil }) { $0.drop.identity.name }
        var replaced: Set<DropID> = []
        var present: Set<DropID> = []
        for entry in listing.entries {
            guard let known = byName[entry.name] else { continue }
            let same = known.filter { $0.drop.identity == entry.identity }
            let maybe = same.isEmpty && entry.kind == .file ? known.filter { $0.mayBe(entry.identity) } : []
            present.formUnion((same + maybe).map(\.drop.id))
            replaced.formUnion(known.map(\.drop.id))
            if !maybe.isEmpty { own.insert(entry.identity) }
            for known in maybe.sorted(by: TrackedDrop.isOlder) where known.comparing == nil {
                state.drops[known.drop.id]?.comparing = entry.identity
                commands.append(.run(.compare(known.drop, entry.identity), as: .compare(known.drop.id)))
            }
        }
        let lost = tracked.filter { tracked in
            // An observed folder has no marker, so if it is empty its disk may not be mounted.
            let isLost = !tracked.drop.isObserved || replaced.contains(tracked.drop.id)
            return isLost && tracked.mayBeWithdrawn && !present.contains(tracked.drop.id)
                && listing.covers(tracked.drop.identity)
        }.sorted(by: TrackedDrop.isOlder)
        for tracked in lost {
            state.drops[tracked.drop.id]?.isWithdrawn = true
            commands.append(.emit(.withdrawn(tracked.drop, isReplaced: replaced.contains(tracked.drop.id))))
        }
        return (own, commands)
    }

    static func endCompare(
        _ state: inout State, _ id: DropID, _ identity: FileIdentity, _ outcome: CompareOutcome, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.drops[id]?.comparing = nil
        guard let tracked = state.drops[id] else { return [] }
        switch outcome {
        case .same(let identity, let sidecar):
            state.drops[id]?.drop.identity = identity
            state.drops[id]?.drop.sidecar = sidecar
            return []
        case .other:
            state.drops[id]?.other = identity
            return whileRunning(tracked.drop.folder, &state) { list(&$0, .now, stamp.now) }
        case .unclear: return []
        }
    }
}

extension TrackedDrop {
    /// `true` if only reading the file can tell whether it is the drop's own. A drop that was not read yet is checked
    /// when it is read.
    fileprivate func mayBe(_ identity: FileIdentity) -> Bool {
        identity != drop.identity && identity != other && identity.size == drop.identity.size && drop.content != nil
            && drop.phase != .claimed
    }

    /// `true` if the drop's jobs would continue without its file unless it is withdrawn. Drops whose content can't be
    /// compared are left alone.
    fileprivate var mayBeWithdrawn: Bool {
        drop.phase == .read && drop.isInFolder && drop.content != nil && stuck == nil && comparing == nil
            && !isWithdrawn
    }

    fileprivate static func isOlder(_ one: Self, than other: Self) -> Bool { one.drop.id < other.drop.id }
}

/// The result of comparing a file with the drop of the same name, when its inode or time is different.
package enum CompareOutcome: Equatable, Sendable {
    /// The content is the same: these are the drop's identities from now on.
    case same(FileIdentity, sidecar: FileIdentity?)
    /// The content is different: the file is a new drop.
    case other
    /// The file could not be read, or changed meanwhile.
    case unclear
}
