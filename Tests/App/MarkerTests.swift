import Domain
import FoundationEssentials
import PlatformConcurrency
import PlatformSystem
import Synchronization
import Testing

@testable import App

/// An in-memory repository with the semantics of the database.
private actor MemoryKnownFolders: KnownFolderRepository {
    private var kept: [FolderPath: KnownFolder] = [:]
    private var failure: RepositoryFailure?

    func fail(_ failure: RepositoryFailure?) { self.failure = failure }

    func places() throws(RepositoryFailure) -> [KnownFolder] {
        if let failure { throw failure }
        return Array(kept.values)
    }

    func keep(_ place: KnownFolder) throws(RepositoryFailure) {
        if let failure { throw failure }
        let known = kept[place.folder] ?? place
        kept[place.folder] = KnownFolder(folder: known.folder, marker: known.marker ?? place.marker, since: known.since)
    }
}

@Suite("Folder markers", .timeLimit(.minutes(5)))
struct MarkerTests {
    private let installation: Installation
    private let book = MemoryKnownFolders()
    private let disk = LocalFileSystem(executor: ThreadExecutor(name: "marker tests"))
    private var inbox: FolderPath { installation.root.appending("inbox") }
    private let name = FileName(".textifyd")

    init() throws {
        installation = try Installation()
    }

    private func markers(guarding: Bool = true, marker: String = "one") -> FolderMarkers {
        FolderMarkers(
            guarded: guarding ? [inbox] : [], files: disk, places: book, makeMarker: { marker }, utc: { 5 })
    }

    private func files(_ markers: FolderMarkers) -> MarkedFileSystem { MarkedFileSystem(disk, markers) }

    /// Simulates an unmounted disk: an empty folder replaces `inbox`.
    private func unmount() async throws {
        try await disk.move(FileName("inbox"), from: installation.root, to: FileName("disk"), in: installation.root)
        try installation.folder("inbox")
    }

    private func mount() async throws {
        try installation.remove("inbox")
        try await disk.move(FileName("disk"), from: installation.root, to: FileName("inbox"), in: installation.root)
    }

    private func text() async throws -> String {
        String(decoding: try await disk.read(name, in: inbox, limit: 99), as: UTF8.self)
    }

    @Test("A partial marker left by a crash is written again")
    func half() async throws {
        try installation.folder("inbox")
        try await disk.write(Array("tw".utf8), to: FileName(".textifyd.part"), in: inbox)
        #expect(try await markers().registerUse(of: inbox) == 5)
        #expect(try await text() == "one\n")
        #expect(try await disk.list(inbox).map(\.name) == [name])
    }

    @Test("Services that use a folder for the first time at the same moment agree on its marker")
    func twoServices() async throws {
        for round in 0..<40 {
            let folder = installation.root.appending("shared-\(round)")
            try installation.folder("shared-\(round)")
            let services = ["one", "two", "three"].map { marker in
                FolderMarkers(
                    guarded: [folder], files: disk, places: MemoryKnownFolders(), makeMarker: { marker }, utc: { 5 })
            }
            let seen = await withTaskGroup(of: String?.self) { group in
                for markers in services {
                    group.addTask {
                        _ = try? await markers.registerUse(of: folder)
                        return try? await markers.marker(of: folder)
                    }
                }
                return await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(seen.count == 1 && !seen.contains(nil))
            #expect(try await disk.list(folder).map(\.name) == [name])
        }
    }

    @Test("A marker that could not be written completely is written when its folder is used again")
    func refusedLately() async throws {
        try installation.folder("inbox")
        try await book.keep(KnownFolder(folder: inbox, marker: nil, since: 3))
        let markers = markers()
        #expect(try await markers.registerUse(of: inbox) == 3)
        try await files(markers).write([1], to: FileName("a"), in: inbox)
        #expect(try await disk.list(inbox).map(\.name) == [FileName("a")], "the folder may belong to another disk")
        try await disk.write(Array("on".utf8), to: FileName(".textifyd.part"), in: inbox)
        try await files(markers).write([1], to: FileName("b"), in: inbox)
        #expect(try await text() == "one\n")
        #expect(try await disk.entry(FileName(".textifyd.part"), in: inbox) == nil)
        #expect(try await book.places().map(\.marker) == ["one"])
    }

    @Test("A marker that could not be written completely is written at a later start, only beside its partial file")
    func refusedHalfway() async throws {
        try installation.folder("inbox")
        try await book.keep(KnownFolder(folder: inbox, marker: nil, since: 3))
        #expect(try await markers().registerUse(of: inbox) == 3)
        #expect(try await disk.list(inbox).isEmpty, "the folder may belong to another disk")
        try await disk.write(Array("on".utf8), to: FileName(".textifyd.part"), in: inbox)
        let later = markers()
        #expect(try await later.registerUse(of: inbox) == 3)
        #expect(try await text() == "one\n")
        #expect(try await disk.list(inbox).map(\.name) == [name])
        try await unmount()
        await #expect(throws: FileFailure.unmounted) { try await later.check(inbox) }
    }

    @Test("A folder gets a marker at its first use, and keeps it and its first-use time")
    func first() async throws {
        #expect(try await markers().registerUse(of: inbox) == 5)
        #expect(try await text() == "one\n")
        #expect(try await disk.list(inbox).map(\.name) == [name], "no other file is left")
        let later = FolderMarkers(guarded: [inbox], files: disk, places: book, makeMarker: { "two" }, utc: { 9 })
        #expect(try await later.registerUse(of: inbox) == 5)
        #expect(try await text() == "one\n")
    }

    @Test("A state without known folders reports which folders were served before; a state with some does not")
    func servedBefore() async throws {
        try installation.folder("inbox")
        #expect(try await markers().registerUse(of: inbox) == 5)
        let told = Mutex<[FolderPath]>([])
        let fresh = FolderMarkers(
            guarded: [inbox], files: disk, places: MemoryKnownFolders(), makeMarker: { "two" }, utc: { 9 },
            notify: { folder in told.withLock { $0.append(folder) } })
        #expect(try await fresh.registerUse(of: inbox) == 9)
        #expect(fresh.previouslyServed == [inbox] && told.withLock { $0 } == [inbox])
        let other = MemoryKnownFolders()
        try await other.keep(KnownFolder(folder: installation.root, marker: nil, since: 1))
        let older = FolderMarkers(guarded: [inbox], files: disk, places: other, makeMarker: { "two" }, utc: { 9 })
        #expect(try await older.registerUse(of: inbox) == 9)
        #expect(older.previouslyServed.isEmpty)
    }

    @Test("Concurrent first uses of a folder create one marker, and that one is remembered")
    func shared() async throws {
        try installation.folder("inbox")
        let minted = Mutex(0)
        let markers = FolderMarkers(
            guarded: [inbox], files: disk, places: book,
            makeMarker: {
                minted.withLock { count in
                    count += 1
                    return "marker-\(count)"
                }
            }, utc: { 5 })
        let inbox = inbox
        try await withThrowingTaskGroup(of: UTCMillis.self) { group in
            for _ in 0..<8 { group.addTask { try await markers.registerUse(of: inbox) } }
            for try await since in group { #expect(since == 5) }
        }
        #expect(minted.withLock { $0 } == 1)
        #expect(try await disk.list(inbox).map(\.name) == [name])
        try await markers.check(inbox)
    }

    @Test("An unmounted folder rejects every file operation, and works again once it is mounted")
    func away() async throws {
        let markers = markers()
        let files = files(markers)
        _ = try await markers.registerUse(of: inbox)
        try await files.write([1], to: FileName("a"), in: inbox)
        try await unmount()
        await #expect(throws: FileFailure.unmounted) { try await files.list(inbox) }
        await #expect(throws: FileFailure.unmounted) { try await files.entry(FileName("a"), in: inbox) }
        await #expect(throws: FileFailure.unmounted) { try await files.write([1], to: FileName("b"), in: inbox) }
        await #expect(throws: FileFailure.unmounted) { try await files.replace(FileName("b"), in: inbox, with: [1]) }
        await #expect(throws: FileFailure.unmounted) { try await files.makeFolder(inbox) }
        await #expect(throws: FileFailure.unmounted) {
            try await files.move(FileName("a"), from: inbox, to: FileName("b"), in: inbox)
        }
        await #expect(throws: FileFailure.unmounted) {
            try await files.move(FileName("a"), from: inbox, to: FileName("b"), in: installation.root)
        }
        #expect(try await disk.list(inbox).isEmpty)
        try installation.remove("inbox")
        await #expect(throws: FileFailure.unmounted) { try await files.entry(FileName("a"), in: inbox) }
        await #expect(throws: FileFailure.missing) { try await files.list(inbox) }
        try installation.folder("inbox")
        try await mount()
        #expect(try await files.list(inbox).map(\.name).sorted() == [name, FileName("a")])
        #expect(try await files.entry(FileName("a"), in: inbox) != nil)
    }

    @Test("Another folder's marker is rejected; an empty marker confirms the folder and is filled in")
    func other() async throws {
        let markers = markers()
        _ = try await markers.registerUse(of: inbox)
        try await disk.replace(name, in: inbox, with: Array("another\n".utf8))
        await #expect(throws: FileFailure.unmounted) { try await markers.check(inbox) }
        try await disk.replace(name, in: inbox, with: [])
        try await markers.check(inbox)
        #expect(try await text() == "one\n")
        try await markers.check(inbox)
    }

    @Test("An existing marker is adopted when the database was lost")
    func known() async throws {
        try await disk.replace(name, in: inbox, with: Array("older\n".utf8))
        let markers = markers()
        #expect(try await markers.registerUse(of: inbox) == 5)
        #expect(try await text() == "older\n")
        try await markers.check(inbox)
    }

    @Test("An unguarded folder has no marker, only its first-use time")
    func unguarded() async throws {
        let markers = markers(guarding: false)
        #expect(try await markers.registerUse(of: inbox) == 5)
        try await unmount()
        #expect(try await files(markers).list(inbox).isEmpty)
    }

    @Test("A database error prevents the use of folders")
    func database() async throws {
        await book.fail(.busy)
        await #expect(throws: FileFailure.database(.busy)) { try await markers().registerUse(of: inbox) }
        await #expect(throws: FileFailure.database(.busy)) { try await markers().check(inbox) }
    }
}
