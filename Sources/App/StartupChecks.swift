import BackendKit
import Configuration
import Domain
import PlatformConcurrency
import PlatformSystem
import Words

/// Rejects conflicting folders, compared by device and inode, because the configured paths don't show links. A folder
/// that does not exist yet is represented by its nearest existing parent.
enum FolderConflictCheck {
    /// Throws when the service would process its own output, when a watch folder lies in another, or when a shared
    /// folder overlaps the state folder. Runs on `threads`, because a folder may be on a disk that does not respond.
    static func check(_ settings: Settings, on threads: ThreadExecutor) async throws(LaunchFailure) {
        try await threads.run { () throws(LaunchFailure) in try check(settings) }
    }

    private static func check(_ settings: Settings) throws(LaunchFailure) {
        let state = Place("the state folder", settings.service.state)
        let watches = settings.watches.map { Place("the watch folder", $0.path) }
        let targets = settings.watches.map(targets)
        for place in watches + targets.joined() { try keepApart(place, state) }
        for (index, watch) in watches.enumerated() {
            for (other, place) in watches.enumerated() where other != index { try refuse(watch, within: place) }
            for target in targets.joined() { try refuse(target, being: watch) }
        }
        for watch in watches { for target in targets.joined() { try refuseHidden(target, in: watch) } }
    }

    /// A folder as the file system sees it, rather than its path.
    private struct Place {
        let words: String
        let path: FolderPath
        /// The folder's identity; `nil` if it does not exist.
        let identity: FolderIdentity?
        /// The folder, or its nearest existing parent, and all folders above.
        let way: [FolderIdentity]

        init(_ words: String, _ path: FolderPath) {
            self.words = words
            self.path = path
            identity = FolderIdentity(of: path)
            way = FolderIdentity.ancestry(of: path)
        }
    }

    private static func targets(of watch: WatchFolder) -> [Place] {
        [
            Place("the outbox", watch.outbox), Place("the folder for failed files", watch.failed),
            Place("the archive", watch.archive),
        ]
    }

    /// Everybody who can write into one of these folders could otherwise reach the database.
    private static func keepApart(_ place: Place, _ state: Place) throws(LaunchFailure) {
        try refuse(place, within: state)
        try refuse(state, within: place)
    }

    private static func refuse(_ inner: Place, within outer: Place) throws(LaunchFailure) {
        guard let identity = outer.identity, inner.way.contains(identity) else { return }
        throw refusal(inner, "is or lies in", outer)
    }

    private static func refuse(_ target: Place, being watch: Place) throws(LaunchFailure) {
        guard let identity = watch.identity, target.identity == identity else { return }
        throw refusal(target, "is", watch)
    }

    /// Links below a watch folder are not followed, which works only if the path shows that the folder is there.
    private static func refuseHidden(_ target: Place, in watch: Place) throws(LaunchFailure) {
        guard let identity = watch.identity, target.way.contains(identity), !target.path.isWithin(watch.path) else {
            return
        }
        throw LaunchFailure(
            .configuration,
            "\(target.words) \(target.path) lies in the watch folder \(watch.path), although its path does not show it. Write it "
                + "as \(watch.path)/…, or choose another folder.")
    }

    private static func refusal(_ one: Place, _ verb: String, _ other: Place) -> LaunchFailure {
        LaunchFailure(
            .configuration,
            "\(one.words) \(one.path) \(verb) \(other.words) \(other.path), perhaps through a link. The service would "
                + "process its own output, or others could reach its state. Choose another folder for one of them.")
    }
}

/// Checks at the start, rather than with the first drop, that every folder's backend supports the options that the
/// configuration sets for its prompts.
enum BackendOptionsCheck {
    static func check(_ settings: Settings, _ backends: [any ImageBackend]) throws(LaunchFailure) {
        let known = Dictionary(backends.map { ($0.descriptor.name, $0.descriptor.abilities) }) { first, _ in first }
        let found = settings.watches.enumerated().flatMap { index, watch in
            faults(watch.rules.request.generation, known).map { fault in
                FieldFailure(key: "watch[\(index)].request." + fault.key, problem: fault.problem)
            }
        }
        guard !found.isEmpty else { return }
        let words = Wording(.english)
        throw LaunchFailure(.configuration, found.map(words.sentence).joined(separator: "\n"), .invalid(found))
    }

    private static func faults(
        _ generation: GenerationOptions, _ known: [String: BackendCapabilities]
    ) -> [FieldFailure] {
        guard !generation.isLenient, let able = known[generation.backend] else { return [] }
        return able.optionFailures(generation, among: known.filter { $0.key != generation.backend })
    }
}

/// Rejects state folders on network file systems, whose locks two machines may both hold.
enum StateFolderCheck {
    /// Determines a folder's file system. Throws `.missing` when the folder does not exist.
    typealias Kind = @Sendable (FolderPath) throws(FileFailure) -> FileSystemKind

    /// Checks the state folder, or the existing folder in which it would be created. Other problems are left to the
    /// code that uses the folder.
    static func check(
        _ state: FolderPath, _ kind: Kind = { path throws(FileFailure) in try FileSystemKind(at: path) }
    ) throws(LaunchFailure) {
        guard case .network(let name) = found(state, kind) else { return }
        throw LaunchFailure(
            .configuration, Wording(.english).sentence(RepositoryFailure.networkFileSystem(name), about: state.shown))
    }

    private static func found(_ state: FolderPath, _ kind: Kind) -> FileSystemKind? {
        var place = state
        while true {
            do throws(FileFailure) { return try kind(place) } catch {
                guard error == .missing, let slash = place.bytes.lastIndex(of: 47), place.bytes.count > 1 else {
                    return nil
                }
                place = FolderPath(bytes: slash == 0 ? [47] : Array(place.bytes[..<slash]))
            }
        }
    }
}

/// Rejects unknown time zones, which the system would silently treat as UTC.
enum TimeZoneCheck {
    static func check(_ settings: Settings) throws(LaunchFailure) {
        guard let zone = settings.service.zone, !LocalZone.isKnown(zone) else { return }
        throw LaunchFailure(
            .configuration,
            "service.zone: “\(zone)” is not a known time zone. Use a name from `timedatectl list-timezones`, such as "
                + "Asia/Seoul, or install the tzdata package.")
    }
}

/// Creates folders named on the command line. Configured folders are not created: they may be on a disk that is not
/// mounted yet, so the service waits for them.
enum Folders {
    static func make(
        _ words: CommandLineSettings, _ settings: Settings, _ files: any FileSystem
    ) async throws(LaunchFailure) {
        guard words.watch != nil || words.outbox != nil else { return }
        for watch in settings.watches {
            for folder in [watch.path, watch.outbox] {
                do throws(FileFailure) { try await files.makeFolder(folder) } catch {
                    throw LaunchFailure(.cannotCreate, Wording(.english).sentence(error, about: folder.shown))
                }
            }
        }
    }
}
