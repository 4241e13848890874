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
    /// The folders with caps of their own, by name.
    private let capped: Set<String>
    /// The folders that this node takes drops from.
    private var held: Set<String> = []
    /// The folders that this node can read and deliver to, by name.
    private(set) var present: Set<String> = []
    private let found: FoundFolders

    init(
        _ fleet: any FleetRepository, _ drops: any DropRepository, _ markers: FolderMarkers, _ claims: FolderClaims?,
        sources: Set<FolderPath>, capped: Set<String> = [], found: FoundFolders = FoundFolders()
    ) {
        self.claims = claims
        self.sources = sources
        self.capped = capped
        self.fleet = fleet
        self.drops = drops
        self.markers = markers
        self.found = found
    }

    func isHeld(_ folder: String) -> Bool { held.contains(folder) }

    /// Gives a job of a folder that this node doesn't have to those that do. Returns `false` if the folder is here.
    func handOver(_ job: Job) async throws(RepositoryFailure) -> Bool {
        if present.contains(job.folder) { return false }
        try await fleet.handOver(job)
        try? await fleet.announce()
        return true
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
            outbox: try await identity(of: folder.outbox),
            isOpen: !folder.rules.isLocalOnly && !capped.contains(folder.name))
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
            await add(folder)
            return left
        case .elsewhere(let node):
            await add(folder)
            // The other node may be on this machine, and have taken over while this one was silent.
            claims?.release(folder.path)
            throw .heldElsewhere(node)
        case .otherFolder:
            present.remove(folder.name)
            throw .nameHeld
        }
    }

    /// Reports the folder before it counts as listed.
    private func add(_ folder: WatchFolder) async {
        if present.insert(folder.name).inserted { await found.listener() }
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

    /// A folder without a marker is this machine's own. Whether it has one is known once its use is registered, which the
    /// database may have refused for an outbox: another identity later would make it another folder.
    private func identity(of folder: FolderPath) async throws(FileFailure) -> String {
        _ = try await markers.registerUse(of: folder)
        return try await markers.marker(of: folder) ?? "\(fleet.machine) \(folder.shown)"
    }
}

/// Tells that there is one more folder whose jobs this node may claim.
@MainActor
final class FoundFolders {
    var listener: @MainActor () -> Void = {}

    nonisolated init() {}
}
