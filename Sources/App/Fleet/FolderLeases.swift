import Configuration
import Domain
import IntakeFeature
import IntakeSideEffect
import PlatformSystem

/// Decides from which watch folders this node takes drops, and knows which ones it has. Only one node takes drops from a
/// folder; the others that have it wait until that one ends.
actor FolderLeases {
    private let fleet: any FleetRepository
    private let drops: any DropRepository
    private let markers: FolderMarkers
    /// Keeps services with other databases on this machine away from the folders that drops are moved out of.
    private let claims: FolderClaims?
    private let sources: Set<FolderPath>
    /// The folders that this node takes drops from.
    private var held: Set<String> = []
    /// The folders that this node can read and deliver to, by name.
    private(set) var present: Set<String> = []

    init(
        _ fleet: any FleetRepository, _ drops: any DropRepository, _ markers: FolderMarkers, _ claims: FolderClaims?,
        sources: Set<FolderPath>
    ) {
        self.claims = claims
        self.sources = sources
        self.fleet = fleet
        self.drops = drops
        self.markers = markers
    }

    /// Looks at the next listing of each folder whether the database has drops of it that this node doesn't know, because an
    /// answer was lost.
    func recheck() { held = [] }

    /// Makes sure that this node is the one that takes drops from the folder. Returns what another has left there when it
    /// has just become the one, or all unfinished ones after `recheck`. Throws `.heldElsewhere`, `.nameHeld` or
    /// `.database`.
    func takeOver(_ folder: WatchFolder) async throws(FileFailure) -> [RecoveredDrop] {
        if held.contains(folder.name) {
            try await claim(folder)
            return []
        }
        let shared = SharedFolder(
            name: folder.name, marker: try await identity(of: folder.path),
            outbox: try await identity(of: folder.outbox))
        let hold: FolderHold
        let left: [RecoveredDrop]
        do throws(RepositoryFailure) {
            hold = try await fleet.hold(shared)
            left = hold == .held ? try await drops.recovered(in: folder.name) : []
        } catch {
            throw .database(error)
        }
        switch hold {
        case .held:
            try await claim(folder)
            held.insert(folder.name)
            present.insert(folder.name)
            return left
        case .elsewhere(let node):
            present.insert(folder.name)
            // The other node may be on this machine, and have taken over while this one was silent.
            claims?.release(folder.path)
            throw .heldElsewhere(node)
        case .otherFolder:
            present.remove(folder.name)
            throw .nameHeld
        }
    }

    private func claim(_ folder: WatchFolder) async throws(FileFailure) {
        if sources.contains(folder.path) { try await claims?.hold(folder.path) }
    }

    /// `takeOver` as Intake's side effects need it.
    nonisolated var takingOver: IntakeSideEffectImpl.TakeOver {
        { folder in
            do throws(FileFailure) { return .success(try await self.takeOver(folder)) } catch {
                return .failure(error)
            }
        }
    }

    /// A folder without a marker is this machine's own. The outbox may have been unreachable when it should have got one.
    private func identity(of folder: FolderPath) async throws(FileFailure) -> String {
        _ = try await markers.registerUse(of: folder)
        return try await markers.marker(of: folder) ?? "\(fleet.machine) \(folder.shown)"
    }
}
