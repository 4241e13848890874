package import Domain
package import IntakeFeature

/// Performs the effects of `Intake`: lists folders, reads drops and disposes of their sources.
package struct IntakeSideEffectImpl: IntakeSideEffect {
    /// Converts milliseconds since 1970 to the local day.
    package typealias Day = @Sendable (Int64) -> LocalDay
    /// Registers the folder if necessary and returns the time of its first use in milliseconds since 1970, `nil` if
    /// unknown.
    package typealias Welcome = @Sendable (FolderPath) async -> Result<Int64?, FileFailure>
    /// Returns `true` if a folder is on a network file system.
    package typealias IsRemote = @Sendable (FolderPath) async -> Bool
    /// A sentence for users: what is wrong with a file and what to do about it.
    package typealias Words = @Sendable (DropFailure, FileName) -> String

    let sources: [String: WatchFolder]
    /// The backends whose pictures have a price.
    let priced: Set<String>
    /// Folders that the service writes into, wherever they are. They are never read.
    let own: [FolderPath]
    let state: FolderPath
    let files: any FileSystem
    let drops: any DropRepository
    let contents: any ContentRepository
    let blobs: any BlobRepository
    let clock: any Clock<Duration>
    let limits: IntakeLimits
    let reader: any DropReader
    let day: Day
    let welcome: Welcome
    let isRemote: IsRemote
    let words: Words
    let observed: ProcessedFiles
    private let subfolders: [String: WatchedSubfolders]
    let resting = UnchangedFiles()
    let holds = NameReservations()

    /// `state`: the folder whose disk must have space for new work.
    package init(
        sources: [WatchFolder], priced: Set<String> = [], state: FolderPath, files: any FileSystem,
        drops: any DropRepository,
        contents: any ContentRepository,
        blobs: any BlobRepository, clock: any Clock<Duration>, limits: IntakeLimits = IntakeLimits(),
        reader: any DropReader, day: @escaping Day, words: @escaping Words,
        welcome: @escaping Welcome = { _ in .success(nil) }, isRemote: @escaping IsRemote = { _ in false }
    ) {
        self.sources = Dictionary(sources.map { ($0.name, $0) }) { first, _ in first }
        subfolders = self.sources.mapValues { _ in WatchedSubfolders() }
        self.priced = priced
        own = sources.flatMap(\.targets) + [state]
        self.state = state
        self.files = files
        self.drops = drops
        self.contents = contents
        self.blobs = blobs
        self.clock = clock
        self.limits = limits
        self.day = day
        self.words = words
        observed = ProcessedFiles(drops)
        self.reader = reader
        self.welcome = welcome
        self.isRemote = isRemote
    }

    package func recover() async -> Result<[RecoveredDrop], RepositoryFailure> {
        await sweep()
        do throws(RepositoryFailure) {
            var recovered: [RecoveredDrop] = []
            for drop in try await drops.unfinishedDrops() {
                let tally = drop.phase == .read ? try await drops.tally(drop.id) : nil
                recovered.append(RecoveredDrop(drop: drop, tally: tally))
            }
            return .success(recovered)
        } catch {
            return .failure(error)
        }
    }

    package func watch(
        _ folder: String, _ heard: @escaping @Sendable (FolderChange, _ below: FileName?) async -> Bool
    ) async {
        guard let source = sources[folder], let subfolders = subfolders[folder] else { return }
        // The kernel would only report changes made by this machine.
        if await isRemote(source.path) {
            _ = await heard(.unavailable(code: 0), nil)
            return
        }
        let files = files
        await files.watch(source.path, below: subfolders) { change, name in
            guard case .closed(let entry) = change else { return await heard(change, name) }
            let isWhole = await Self.isWhole(name.map { $0.appending(entry) } ?? entry, source, files)
            return await heard(isWhole ? .arrived(entry) : .changed, name)
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

    package func wait(_ duration: Duration) async -> Bool {
        do {
            try await clock.sleep(for: duration)
            return true
        } catch {
            return false
        }
    }

    package func claim(_ drops: [Drop], at utc: Int64) async -> Result<[Drop], RepositoryFailure> {
        do throws(RepositoryFailure) {
            return .success(try await self.drops.claim(drops, at: utc))
        } catch {
            return .failure(error)
        }
    }
}
