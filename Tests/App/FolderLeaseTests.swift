import Configuration
import Domain
import MVISimulation
import PlatformConcurrency
import PlatformSystem
import Synchronization
import Testing

@testable import App

/// A machine's known folders in a database that refuses some of them at first.
private final class RefusingFolders: KnownFolderRepository {
    private let base = ModelSpoolRepository()
    private let refused: Mutex<Set<FolderPath>>

    init(refusing folders: Set<FolderPath>) { refused = Mutex(folders) }

    func recover() { refused.withLock { $0 = [] } }

    func places() async throws(RepositoryFailure) -> [KnownFolder] { try await base.places() }

    func keep(_ place: KnownFolder) async throws(RepositoryFailure) {
        if refused.withLock({ $0.contains(place.folder) }) { throw .unreachable("") }
        try await base.keep(place)
    }
}

@Suite("Folders that nodes take drops from")
struct FolderLeaseTests {
    private let installation: Installation
    private var inbox: FolderPath { installation.root.appending("inbox") }
    private var outbox: FolderPath { installation.root.appending("out") }

    init() throws { installation = try Installation() }

    /// Otherwise it would be another folder once it has its marker, and no node could continue with its drops.
    @Test("A folder is held only once its outbox's marker is registered")
    func unregistered() async throws {
        for folder in ["inbox", "out"] { try installation.folder(folder) }
        let disk = LocalFileSystem(executor: ThreadExecutor(name: "folder leases"))
        let places = RefusingFolders(refusing: [outbox])
        let markers = FolderMarkers(
            guarded: [inbox, outbox], files: disk, places: places, makeMarker: { "marker" },
            utc: { 5 })
        let store = ModelSpoolRepository(sharing: ModelSpoolRepository()) { 1 }
        try store.join(Node(id: NodeID("one"), name: "one", machine: "m", version: "1"))
        let leases = FolderLeases(
            try #require(ModelFleetRepository(store)), store, markers, nil, sources: [inbox])
        let folder = WatchFolder(name: "inbox", path: inbox, outbox: outbox, rules: WatchRules(request: .builtIn))
        _ = try await markers.registerUse(of: inbox)
        await #expect(throws: FileFailure.database(.unreachable(""))) { try await leases.takeOver(folder) }
        #expect(await !leases.present.contains("inbox"))
        places.recover()
        _ = try await leases.takeOver(folder)
        #expect(await leases.present.contains("inbox"))
    }
}
