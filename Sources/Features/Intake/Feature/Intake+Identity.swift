import Domain
import MVICore

/// Device, inode and times change with a remount or a restore; what a file holds does not.
extension Intake {
    /// Files under the names of drops that are no others as far as can be told without reading them: they are compared.
    /// Returns what is not to be taken for new now.
    static func compare(
        _ state: inout State, _ name: String, _ entries: [FileEntry]
    ) -> (own: Set<FileIdentity>, commands: [Command<Self>]) {
        var own: Set<FileIdentity> = []
        var commands: [Command<Self>] = []
        let held = state.drops.values.filter { $0.drop.folder == name && $0.claiming == nil }
        let byName = Dictionary(held.map { ($0.drop.identity.name, $0) }) { first, _ in first }
        for entry in entries where entry.kind == .file {
            guard let known = byName[entry.name], known.mayBe(entry.identity) else { continue }
            own.insert(entry.identity)
            guard known.comparing == nil else { continue }
            state.drops[known.drop.id]?.comparing = entry.identity
            commands.append(.run(.compare(known.drop, entry.identity), as: .compare(known.drop.id)))
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
            return inFolder(held.drop.folder, &state) { look(&$0, .now, stamp.now) }
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
}
