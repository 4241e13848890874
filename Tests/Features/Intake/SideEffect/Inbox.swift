import Domain
import IntakeFeature
import IntakeSideEffect
import MVISimulation
import PlatformConcurrency
import PlatformSystem
import TestFolders
import Testing

private let blocking = ThreadExecutor(name: "intake tests")

/// A real watch folder with everything that intake depends on.
struct Inbox {
    static let utc: UTCMillis = 1_795_000_000_000

    let home: TemporaryFolder
    let path: FolderPath
    let files: any FileSystem = LocalFileSystem(executor: blocking)
    let spool = MemorySpool()
    let blobs = MemoryBlobs()
    let clock = ManualClock()
    let world: IntakeSideEffectImpl
    private let isObserved: Bool

    /// Unless `measured`, the disk space is unknown, so that a full machine can't delay a test.
    init(
        after: WatchRules.After = .archive, limits: IntakeLimits = IntakeLimits(), measured: Bool = false,
        failed: String? = nil, archive: String? = nil, sidecar: WatchRules.Sidecar = .optional,
        hasPromptLines: Bool = false,
        priced: Set<String> = [], accepted: [WatchRules.Accepted] = WatchRules.Accepted.allCases,
        isRemote: Bool = false, isRecursive: Bool = true, hasFolderTags: Bool = true,
        layout: WatchRules.Layout = .mirror, isObserved: Bool = false, requiresDone: Bool = false,
        ignoresExisting: Bool = false, since: UTCMillis? = nil, onConflict: NameConflict = .number,
        duplicates: WatchRules.Duplicates = .keep,
        fit: @escaping IntakeSideEffectImpl.FitSamples = { $0 },
        earlier: @escaping IntakeSideEffectImpl.EarlierArtwork = { _, _ in nil }
    ) throws {
        self.isObserved = isObserved
        home = try TemporaryFolder()
        path = try home.folder("inbox")
        let root = home.path
        func chosen(_ name: String) -> FolderPath { root.appending(name).asRoot }
        var rules = WatchRules(request: Request(source: .prompt(""), tags: ["inbox"]))
        rules.after = after
        rules.sidecar = sidecar
        rules.batch = hasPromptLines ? .lines : .off
        rules.accepted = accepted
        rules.isRecursive = isRecursive
        rules.hasFolderTags = hasFolderTags
        rules.layout = layout
        rules.source = isObserved ? .observe : .take
        rules.requiresDone = requiresDone
        rules.onConflict = onConflict
        rules.duplicates = duplicates
        rules.existing = ignoresExisting ? .ignore : .hold
        let source = WatchFolder(
            name: "inbox", path: path, outbox: home.path.appending("outbox"), failed: failed.map(chosen),
            archive: archive.map(chosen), rules: rules)
        world = IntakeSideEffectImpl(
            sources: [source], priced: priced, state: measured ? home.path : home.path.appending("nowhere"),
            files: files, drops: spool,
            contents: spool,
            blobs: blobs, clock: clock,
            limits: limits, parser: PlainParser(), day: { _ in LocalDay(year: 2026, month: 3, day: 9) },
            words: { _, name in "\(name) is not right." },
            sampleWords: { "Retry \($0.map(\.sample.number))." }, fit: fit, earlier: earlier,
            registerUse: { _ in .success(since) }, isRemote: { _ in isRemote })
    }

    /// Claims the current file with this name and its sidecar.
    func claim(_ name: FileName, isHeld: Bool = false, hasTwin: Bool = false) async throws -> Drop {
        let entry = try #require(try await files.entry(name, in: path))
        let sidecar = try? await files.entry(name.sidecar, in: path)
        let id = DropID(utc: Self.utc, seed: UInt64(await spool.drops.count))
        let drop = Drop(
            id: id, folder: "inbox", identity: entry.identity, sidecar: sidecar?.identity, isHeld: isHeld,
            isObserved: isObserved, hasTwin: hasTwin)
        return try #require(try await world.claim([drop], at: Self.utc).get().first)
    }

    /// Drops a file and claims it.
    func drop(_ bytes: [UInt8], _ name: FileName) async throws -> Drop {
        try put(bytes, name, in: path)
        return try await claim(name)
    }

    func drop(_ text: String, _ name: String) async throws -> Drop {
        try await drop(Array(text.utf8), FileName(name))
    }

    /// The present identity of a file in the folder.
    func identity(_ name: String) async throws -> FileIdentity {
        try #require(try await files.entry(FileName(name), in: path)).identity
    }

    func read(_ drop: Drop) async -> ReadOutcome {
        await world.read(drop, at: Self.utc, seed: 7)
    }

    func dispose(
        _ drop: Drop, _ failure: DropFailure? = nil, settled: FileIdentity? = nil, at utc: UTCMillis = Inbox.utc
    ) async -> DisposeOutcome {
        var ended = drop
        ended.phase = .ended
        ended.failure = failure
        return await world.dispose(ended, settled: settled, at: utc)
    }

    /// The drop as stored in the database.
    func stored(_ drop: Drop) async -> Drop? {
        await spool.drops.first { $0.id == drop.id }
    }
}

/// The signature of a PNG; the rest matters only to the decoder.
let pngHead: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 1, count: 24)
