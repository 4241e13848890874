import Domain
import Synchronization

/// Knows folders by the small file `.textifyd` that it lays into them, so that an empty mount point is not taken for the
/// folder that it hides, nor another disk.
actor FolderMarkers {
    static let fileName = FileName(".textifyd")
    private static let part = FileName(".textifyd.part")
    private static let longest = 256

    private let guarded: Set<FolderPath>
    private let files: any FileSystem
    private let places: any PlaceRepository
    private let mint: @Sendable () -> String
    private let utc: @Sendable () -> Int64
    private let tell: @Sendable (FolderPath) -> Void
    private var known: [FolderPath: KnownPlace]?
    /// Whether no folder was known when these were first asked for.
    private var isNewState = false
    /// Several watch folders may share an outbox: one marker is laid for all of them.
    private var welcoming: [FolderPath: Task<Result<Int64, FileFailure>, Never>] = [:]
    /// What is asked for at every step of every drop: who asks does not wait in line for it.
    private nonisolated let sure = Mutex(Sure())

    private struct Sure {
        /// Markers that were read and are right, as they lay there.
        var seen: [FolderPath: FileEntry] = [:]
        /// When folders were first used.
        var since: [FolderPath: Int64] = [:]
        /// Folders that another state had served before this one was begun.
        var served: [FolderPath] = []
    }

    /// Folders that carried a marker already when a state that knew no folder first used them: what it knew may be lost,
    /// or its disk not mounted.
    nonisolated var servedByOthers: [FolderPath] { sure.withLock { $0.served } }

    /// `guarded`: the folders that have to carry a marker. `mint` makes what a new one says. `tell` is told of
    /// each of `servedByOthers`.
    init(
        guarded: Set<FolderPath>, files: any FileSystem, places: any PlaceRepository,
        mint: @escaping @Sendable () -> String, utc: @escaping @Sendable () -> Int64,
        tell: @escaping @Sendable (FolderPath) -> Void = { _ in }
    ) {
        self.guarded = guarded
        self.files = files
        self.places = places
        self.mint = mint
        self.utc = utc
        self.tell = tell
    }

    /// Throws `.unmounted` when a folder that had a marker has another one, or none, or isn't there.
    nonisolated func check(_ folder: FolderPath) async throws(FileFailure) {
        guard guarded.contains(folder) else { return }
        let found: FileEntry?
        do throws(FileFailure) { found = try await files.entry(Self.fileName, in: folder) } catch {
            guard error == .missing else { throw error }
            found = nil
        }
        try await check(folder, marked: found)
    }

    /// The same where the marker was looked for already.
    nonisolated func check(_ folder: FolderPath, marked found: FileEntry?) async throws(FileFailure) {
        guard guarded.contains(folder) else { return }
        if let found, sure.withLock({ $0.seen[folder] == found }) { return }
        try await compare(found, in: folder)
    }

    private func compare(_ found: FileEntry?, in folder: FolderPath) async throws(FileFailure) {
        guard let place = try await all()[folder] else { return }
        guard let marker = place.marker else {
            // Its disk may take by now what it refused half way.
            _ = try? await welcomed(folder)
            return
        }
        guard let found else { throw .unmounted }
        let said = try await read(folder)
        // Who empties it says that the folder is meant as it is.
        if said.isEmpty {
            try await files.replace(Self.fileName, in: folder, with: Array((marker + "\n").utf8))
        } else {
            guard said == marker else { throw .unmounted }
            sure.withLock { $0.seen[folder] = found }
        }
    }

    /// When a folder was first used; at its first use it gets its marker. One that can't be written goes without.
    nonisolated func welcome(_ folder: FolderPath) async throws(FileFailure) -> Int64 {
        if let since = sure.withLock({ $0.since[folder] }) { return since }
        let since = try await welcomed(folder)
        sure.withLock { $0.since[folder] = since }
        return since
    }

    private func welcomed(_ folder: FolderPath) async throws(FileFailure) -> Int64 {
        if let place = try await all()[folder], await !isHalfMarked(place) { return place.since }
        let work = welcoming[folder] ?? Task { await self.firstWelcome(folder) }
        welcoming[folder] = work
        return try await work.value.get()
    }

    private func firstWelcome(_ folder: FolderPath) async -> Result<Int64, FileFailure> {
        defer { welcoming[folder] = nil }
        let since = utc()
        do throws(FileFailure) {
            if let place = try await all()[folder] {
                if await isHalfMarked(place) { await markAgain(place) }
                return .success(place.since)
            }
            let isMarked = guarded.contains(folder) ? try await files.entry(Self.fileName, in: folder) != nil : false
            let place = KnownPlace(folder: folder, marker: try await lay(in: folder), since: since)
            do throws(RepositoryFailure) { try await places.keep(place) } catch { throw .failed(code: 5) }
            known?[folder] = place
            if isMarked, isNewState { noteServed(folder) }
            return .success(since)
        } catch {
            return .failure(error)
        }
    }

    /// Whether its disk took a marker's first half and refused the rest: it is there, or that would not lie in it.
    private func isHalfMarked(_ place: KnownPlace) async -> Bool {
        guard place.marker == nil, guarded.contains(place.folder) else { return false }
        return (try? await files.entry(Self.part, in: place.folder)) != nil
    }

    /// Where it can't be done now either, it is tried once more when the folder is used next.
    private func markAgain(_ place: KnownPlace) async {
        guard let marker = try? await lay(in: place.folder) else { return }
        let marked = KnownPlace(folder: place.folder, marker: marker, since: place.since)
        guard (try? await places.keep(marked)) != nil else { return }
        known?[place.folder] = marked
    }

    private func noteServed(_ folder: FolderPath) {
        sure.withLock { $0.served.append(folder) }
        tell(folder)
    }

    private func lay(in folder: FolderPath) async throws(FileFailure) -> String? {
        guard guarded.contains(folder) else { return nil }
        let isThere = try await files.entry(Self.fileName, in: folder) != nil
        do throws(FileFailure) {
            // What a crash left half written.
            if try await files.entry(Self.part, in: folder) != nil { try await files.remove(Self.part, in: folder) }
            if !isThere {
                try await files.write(Array((mint() + "\n").utf8), to: Self.part, in: folder)
                try await files.move(Self.part, from: folder, to: Self.fileName, in: folder)
            }
            // One that lay there may be from an earlier try, which ended before this.
            try await files.sync(folder)
        } catch {
            switch error {
            case .readOnly, .denied: if !isThere { return nil }
            case .exists: try await files.remove(Self.part, in: folder)
            default: throw error
            }
        }
        let said = try await read(folder)
        return said.isEmpty ? nil : said
    }

    private func read(_ folder: FolderPath) async throws(FileFailure) -> String {
        let bytes = try await files.read(Self.fileName, in: folder, limit: Self.longest)
        return String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }.first.map { String($0) } ?? ""
    }

    private func all() async throws(FileFailure) -> [FolderPath: KnownPlace] {
        if let known { return known }
        do throws(RepositoryFailure) {
            let all = Dictionary(try await places.places().map { ($0.folder, $0) }) { first, _ in first }
            if known == nil { isNewState = all.isEmpty }
            known = known ?? all
            return known ?? all
        } catch {
            throw .failed(code: 5)
        }
    }
}
