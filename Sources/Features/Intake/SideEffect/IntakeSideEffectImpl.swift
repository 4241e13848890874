package import Domain
package import IntakeFeature
import MVIEffects

/// Performs the effects of `Intake`: lists folders, reads drops and disposes of their sources.
package struct IntakeSideEffectImpl: IntakeSideEffect {
    /// Converts a moment to the local day.
    package typealias Day = @Sendable (UTCMillis) -> LocalDay
    /// Registers the folder if necessary and returns the time of its first use, `nil` if unknown.
    package typealias RegisterUse = @Sendable (FolderPath) async -> Result<UTCMillis?, FileFailure>
    /// Makes sure that no other service takes drops from the folder. Returns what another has left there if this service
    /// has just taken it over.
    package typealias TakeOver = @Sendable (WatchFolder) async -> Result<[RecoveredDrop], FileFailure>
    /// Returns `true` if a folder is on a network file system.
    package typealias IsRemote = @Sendable (FolderPath) async -> Bool
    /// A sentence for users: what is wrong with a file and what to do about it.
    package typealias Words = @Sendable (DropFailure, FileName) -> String
    /// A sentence for users: what to do about the failed ones of several samples.
    package typealias SampleWords = @Sendable ([FailedPart]) -> String
    /// Holds those of the jobs that don't fit into the budget, although other samples of the same request do.
    package typealias FitSamples = @Sendable ([Job]) async -> [Job]
    /// The job of the folder's artwork that was made of the same dropped picture; `nil` if there is none or it can't be
    /// looked up.
    package typealias EarlierArtwork = @Sendable (Digest, _ folder: String) async -> JobID?
    /// The stable code of a failure.
    package typealias Code = @Sendable (DropFailure) -> String

    private let sources: [String: WatchFolder]
    private let files: any FileSystem
    private let drops: any DropRepository
    private let clock: any Clock<Duration>
    private let isRemote: IsRemote
    /// Whether drops are recovered folder by folder, when they are taken over.
    private let isShared: Bool
    private let subfolders: [String: WatchedSubfolders]
    private let lister: FolderLister
    private let reader: DropReader
    private let matcher: SourceMatcher
    private let disposer: SourceDisposer
    package let pictures: DroppedPictures
    /// Reads refused drops again.
    package let refused: RefusedDrops
    package let refusedFiles: RefusedFiles

    /// `state`: the folder whose disk must have space for new work. `priced`: the backends whose pictures have a price.
    package init(
        sources: [WatchFolder], priced: Set<String> = [], state: FolderPath, files: any FileSystem,
        drops: any DropRepository, contents: any ContentRepository, blobs: any BlobRepository,
        clock: any Clock<Duration>, limits: IntakeLimits = IntakeLimits(), parser: any DropParser,
        day: @escaping Day, words: @escaping Words, sampleWords: @escaping SampleWords = { _ in "" },
        code: @escaping Code = { _ in "" }, fit: @escaping FitSamples = { $0 },
        earlier: @escaping EarlierArtwork = { _, _ in nil },
        registerUse: @escaping RegisterUse = { _ in .success(nil) },
        isRemote: @escaping IsRemote = { _ in false },
        takeOver: TakeOver? = nil
    ) {
        self.sources = Dictionary(sources.map { ($0.name, $0) }) { first, _ in first }
        subfolders = self.sources.mapValues { _ in WatchedSubfolders() }
        self.files = files
        self.drops = drops
        self.clock = clock
        self.isRemote = isRemote
        let observed = ProcessedFiles(drops)
        let reservations = NameReservations()
        let configs = FolderConfigs(files: files, parser: parser)
        let explanations = FailureExplanations(files: files, reservations: reservations)
        pictures = DroppedPictures(
            sources: self.sources, drops: drops, contents: contents, blobs: blobs, limit: limits.fileBytes,
            kept: limits.originals)
        lister = FolderLister(
            own: sources.flatMap(\.targets) + [state], state: state, freeBytes: limits.freeBytes, files: files,
            observed: observed, configs: configs, registerUse: registerUse, isRemote: isRemote,
            takeOver: takeOver ?? { _ in .success([]) })
        isShared = takeOver != nil
        reader = DropReader(
            priced: priced, files: files, drops: drops, blobs: blobs, clock: clock, limits: limits, day: day,
            observed: observed, configs: configs,
            content: ContentReader(parser: parser, contents: contents, blobs: blobs, limits: limits),
            pictures: pictures, explanations: explanations, fit: fit, earlier: earlier, code: code)
        refusedFiles = RefusedFiles(sources: self.sources, files: files, explanations: explanations)
        refused = RefusedDrops(
            sources: self.sources, drops: drops, blobs: blobs, reader: reader, explanations: explanations)
        matcher = SourceMatcher(files: files, drops: drops, blobs: blobs, pictures: pictures, limits: limits)
        disposer = SourceDisposer(
            files: files, drops: drops, limits: limits, parser: parser, day: day, words: words,
            sampleWords: sampleWords, observed: observed, pictures: pictures, matcher: matcher,
            explanations: explanations, reservations: reservations)
    }

    package func recover() async -> Result<[RecoveredDrop], RepositoryFailure> {
        await pictures.sweep()
        return await result { () throws(RepositoryFailure) in
            isShared ? [] : try await drops.recovered()
        }
    }

    package func watch(
        _ folder: String, _ onChange: @escaping @Sendable (FolderChange, _ below: FileName?) async -> Bool
    ) async {
        guard let source = sources[folder], let subfolders = subfolders[folder] else { return }
        // The kernel would only report changes made by this machine.
        if await isRemote(source.path) {
            _ = await onChange(.unavailable(code: 0), nil)
            return
        }
        let files = files
        await files.watch(source.path, below: subfolders) { change, name in
            guard case .closed(let entry) = change else { return await onChange(change, name) }
            let isWhole = await Self.isWhole(name.map { $0.appending(entry) } ?? entry, source, files)
            return await onChange(isWhole ? .arrived(entry) : .changed, name)
        }
    }

    package func watchSubfolders(_ names: Set<FileName>, of folder: String) {
        subfolders[folder]?.select(names)
    }

    /// `true` for a picture that was closed and that no process is writing. It need not settle, because a partial
    /// picture would be detected as truncated. Texts have to settle, because half a prompt is a prompt too.
    private static func isWhole(_ name: FileName, _ source: WatchFolder, _ files: any FileSystem) async -> Bool {
        guard DropKind(ending: name.ending) == .picture else { return false }
        return await files.isAtRest(name, in: source.path)
    }

    package func list(_ folder: String, most: Int, every: Int = 1) async -> Result<FolderListing, FileFailure> {
        guard let source = sources[folder] else { return .failure(.missing) }
        return await lister.list(source, most: most, every: every)
    }

    package func wait(_ duration: Duration) async -> Bool { await clock.wait(duration) }

    package func claim(_ drops: [Drop], at utc: UTCMillis) async -> Result<[Drop], RepositoryFailure> {
        await result { () throws(RepositoryFailure) in try await self.drops.claim(drops, at: utc) }
    }

    package func read(_ drop: Drop, at utc: UTCMillis, seed: UInt64) async -> ReadOutcome {
        guard let source = sources[drop.folder] else { return .postponed(.storage(.missing)) }
        return await reader.read(drop, in: source, at: utc, seed: seed)
    }

    package func compare(_ drop: Drop, with identity: FileIdentity) async -> CompareOutcome {
        guard let source = sources[drop.folder] else { return .other }
        return await matcher.compare(drop, with: identity, in: source)
    }

    package func dispose(_ drop: Drop, settled: FileIdentity?, at utc: UTCMillis) async -> DisposeOutcome {
        await disposer.dispose(drop, from: sources[drop.folder], settled: settled, at: utc)
    }
}

extension DropRepository {
    /// The unfinished drops, of one folder or of all, with the progress of their jobs.
    package func recovered(in folder: String? = nil) async throws(RepositoryFailure) -> [RecoveredDrop] {
        var recovered: [RecoveredDrop] = []
        for drop in try await unfinishedDrops() where folder == nil || drop.folder == folder {
            let tally = drop.phase == .read ? try await tally(drop.id) : nil
            recovered.append(RecoveredDrop(drop: drop, tally: tally))
        }
        return recovered
    }
}
