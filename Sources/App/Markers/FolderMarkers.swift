import Configuration
import Domain
import PlatformSystem
import Synchronization
import Words

/// Identifies folders by a small marker file `.textifyd` in them, so that an empty mount point or another disk is not
/// mistaken for the folder.
actor FolderMarkers {
    static let fileName = FileName(".textifyd")
    private static let part = FileName(".textifyd.part")
    private static let longest = 256

    private let guarded: Set<FolderPath>
    private let files: any FileSystem
    private let places: any KnownFolderRepository
    private let makeMarker: @Sendable () -> String
    private let utc: @Sendable () -> UTCMillis
    private let notify: @Sendable (FolderPath) -> Void
    private var known: [FolderPath: KnownFolder]?
    /// Whether no folder was known when the known ones were first read.
    private var isNewState = false
    /// The first uses in progress: several watch folders may share an outbox, which gets only one marker.
    private var welcoming: [FolderPath: Task<Result<UTCMillis, FileFailure>, Never>] = [:]
    /// The facts that every step of every drop checks, readable without waiting for the actor.
    private nonisolated let facts = Mutex(Facts())

    private struct Facts {
        /// The directory entries of markers that were read and found correct.
        var seen: [FolderPath: FileEntry] = [:]
        /// The time of each folder's first use.
        var since: [FolderPath: UTCMillis] = [:]
        /// Folders that another state had served before this one was created.
        var served: [FolderPath] = []
    }

    /// Folders that already had a marker when a new state first used them. The earlier state may be lost, or its disk
    /// not mounted.
    nonisolated var previouslyServed: [FolderPath] { facts.withLock { $0.served } }

    /// `guarded`: the folders that must have a marker. `makeMarker` makes the content of a new one. `notify` is called for
    /// each of `previouslyServed`.
    init(
        guarded: Set<FolderPath>, files: any FileSystem, places: any KnownFolderRepository,
        makeMarker: @escaping @Sendable () -> String, utc: @escaping @Sendable () -> UTCMillis,
        notify: @escaping @Sendable (FolderPath) -> Void = { _ in }
    ) {
        self.guarded = guarded
        self.files = files
        self.places = places
        self.makeMarker = makeMarker
        self.utc = utc
        self.notify = notify
    }

    /// Throws `.unmounted` when a folder that had a marker has another one or none, or does not exist.
    nonisolated func check(_ folder: FolderPath) async throws(FileFailure) {
        guard guarded.contains(folder) else { return }
        let found: FileEntry?
        do throws(FileFailure) { found = try await files.entry(Self.fileName, in: folder) } catch {
            guard error == .missing else { throw error }
            found = nil
        }
        try await check(folder, marked: found)
    }

    /// Throws `.unmounted` like `check(_:)`, but uses `found`, the directory entry of the marker that the caller has
    /// read.
    nonisolated func check(_ folder: FolderPath, marked found: FileEntry?) async throws(FileFailure) {
        guard guarded.contains(folder) else { return }
        if let found, facts.withLock({ $0.seen[folder] == found }) { return }
        try await compare(found, in: folder)
    }

    private func compare(_ found: FileEntry?, in folder: FolderPath) async throws(FileFailure) {
        guard let place = try await all()[folder] else { return }
        guard let marker = place.marker else {
            // An earlier attempt to write the marker may have failed halfway; it may succeed now.
            _ = try? await firstUse(of: folder)
            return
        }
        guard let found else { throw .unmounted }
        let content = try await read(folder)
        // An empty marker is a person's confirmation that this folder is the right one.
        if content.isEmpty {
            try await files.replace(Self.fileName, in: folder, with: Array((marker + "\n").utf8))
        } else {
            guard content == marker else { throw .unmounted }
            facts.withLock { $0.seen[folder] = found }
        }
    }

    /// The content of a used folder's marker; `nil` if it has none.
    func marker(of folder: FolderPath) async throws(FileFailure) -> String? { try await all()[folder]?.marker }

    /// Returns the time of the folder's first use. At the first use the folder gets its marker, unless it can't be
    /// written.
    nonisolated func registerUse(of folder: FolderPath) async throws(FileFailure) -> UTCMillis {
        if let since = facts.withLock({ $0.since[folder] }) { return since }
        let since = try await firstUse(of: folder)
        facts.withLock { $0.since[folder] = since }
        return since
    }

    private func firstUse(of folder: FolderPath) async throws(FileFailure) -> UTCMillis {
        if let place = try await all()[folder], await !hasPartialMarker(place) { return place.since }
        let work = welcoming[folder] ?? Task { await self.firstWelcome(folder) }
        welcoming[folder] = work
        return try await work.value.get()
    }

    private func firstWelcome(_ folder: FolderPath) async -> Result<UTCMillis, FileFailure> {
        defer { welcoming[folder] = nil }
        let since = utc()
        do throws(FileFailure) {
            if let place = try await all()[folder] {
                if await hasPartialMarker(place) { await retryMarking(place) }
                return .success(place.since)
            }
            let isMarked = guarded.contains(folder) ? try await files.entry(Self.fileName, in: folder) != nil : false
            let place = KnownFolder(folder: folder, marker: try await createMarker(in: folder), since: since)
            do throws(RepositoryFailure) { try await places.keep(place) } catch { throw .database(error) }
            known?[folder] = place
            if isMarked, isNewState { noteServed(folder) }
            return .success(since)
        } catch {
            return .failure(error)
        }
    }

    /// Whether the disk accepted the first half of a marker and refused the rest: the partial file is still there.
    private func hasPartialMarker(_ place: KnownFolder) async -> Bool {
        guard place.marker == nil, guarded.contains(place.folder) else { return false }
        return (try? await files.entry(Self.part, in: place.folder)) != nil
    }

    /// If this fails too, it is tried again at the folder's next use.
    private func retryMarking(_ place: KnownFolder) async {
        guard let marker = try? await createMarker(in: place.folder) else { return }
        let marked = KnownFolder(folder: place.folder, marker: marker, since: place.since)
        guard (try? await places.keep(marked)) != nil else { return }
        known?[place.folder] = marked
    }

    private func noteServed(_ folder: FolderPath) {
        facts.withLock { $0.served.append(folder) }
        notify(folder)
    }

    private func createMarker(in folder: FolderPath) async throws(FileFailure) -> String? {
        guard guarded.contains(folder) else { return nil }
        var attempts = 0
        while try await !writeMarker(in: folder) {
            attempts += 1
            guard attempts < Self.mostAttempts else { throw .missing }
        }
        guard try await files.entry(Self.fileName, in: folder) != nil else { return nil }
        let content = try await read(folder)
        return content.isEmpty ? nil : content
    }

    private static let mostAttempts = 20

    /// Writes a marker if there is none and the folder allows it. `false`: another service, which also uses the folder for
    /// the first time, has taken the partial file away meanwhile.
    private func writeMarker(in folder: FolderPath) async throws(FileFailure) -> Bool {
        let isThere = try await files.entry(Self.fileName, in: folder) != nil
        do throws(FileFailure) {
            // A crash may have left a partial file.
            if try await files.entry(Self.part, in: folder) != nil { try await files.remove(Self.part, in: folder) }
            if !isThere {
                try await files.write(Array((makeMarker() + "\n").utf8), to: Self.part, in: folder)
                try await files.move(Self.part, from: folder, to: Self.fileName, in: folder)
            }
            // Even an existing marker may not be on disk yet: an earlier attempt may have ended before it was synced.
            try await files.sync(folder)
            return true
        } catch {
            switch error {
            case .readOnly, .denied: return true
            case .exists, .missing: return false
            default: throw error
            }
        }
    }

    private func read(_ folder: FolderPath) async throws(FileFailure) -> String {
        let bytes = try await files.read(Self.fileName, in: folder, limit: Self.longest)
        return String(decoding: bytes, as: UTF8.self).split { $0.isWhitespace }.first.map { String($0) } ?? ""
    }

    private func all() async throws(FileFailure) -> [FolderPath: KnownFolder] {
        if let known { return known }
        do throws(RepositoryFailure) {
            let all = Dictionary(try await places.places().map { ($0.folder, $0) }) { first, _ in first }
            if known == nil { isNewState = all.isEmpty }
            known = known ?? all
            return known ?? all
        } catch {
            throw .database(error)
        }
    }
}

extension FolderMarkers {
    init(_ settings: Settings, _ base: StoreDependencies<some Clock<Duration>>, log: EventLog) {
        // Files that arrive once the service runs are new, even if their folder is listed a little later. The kernel
        // stamps files with a clock that is up to 10 ms behind, so files that arrive at this moment must not appear
        // older than the start.
        let start = base.utc() - 10
        let marked = settings.watches.filter(\.rules.requiresMarker)
        // Observed folders get no marker: nothing is written into them.
        let guarded = marked.filter { !$0.rules.isObserved }.map(\.path) + marked.map(\.outbox)
        self.init(
            guarded: Set(guarded), files: base.files, places: base.spool.folders,
            makeMarker: base.makeMarker, utc: { start }
        ) { folder in
            // Another node has served it.
            if base.spool.fleet != nil { return }
            log.warning(EventCode.stateNew) { $0.newState(served: folder.shown, by: settings.service.state.shown) }
        }
    }

    /// Registers the use of a watch folder and of its outbox, which is needed at the latest at delivery. A folder may
    /// be shared with other services as long as nothing is moved out of it.
    nonisolated func registration(
        _ settings: Settings, _ claims: FolderClaims?
    ) -> @Sendable (FolderPath) async -> Result<UTCMillis?, FileFailure> {
        let outboxes = Dictionary(settings.watches.map { ($0.path, $0.outbox) }) { first, _ in first }
        let taken = settings.sourceFolders
        return { path in
            if let outbox = outboxes[path] { _ = try? await self.registerUse(of: outbox) }
            do throws(FileFailure) {
                if taken.contains(path) { try await claims?.hold(path) }
                return .success(try await self.registerUse(of: path))
            } catch {
                return .failure(error)
            }
        }
    }
}

extension Settings {
    /// The folders from which drops are moved away.
    var sourceFolders: Set<FolderPath> { Set(watches.filter { !$0.rules.isObserved }.map(\.path)) }
}
