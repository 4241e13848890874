import Configuration
import Domain
import PlatformSystem

/// What must not hold between folders, judged by device and inode: the configuration's paths alone can't tell that one
/// is a link to another. Folders that are not there yet are passed over.
enum FolderRules {
    /// Throws when a watch would feed itself, lies in another, or holds the state. It asks on `threads`, as a folder may
    /// lie on a disk that does not answer.
    static func check(_ settings: Settings, on threads: ThreadExecutor) async throws(LaunchFailure) {
        try await threads.run { () throws(LaunchFailure) in try check(settings) }
    }

    private static func check(_ settings: Settings) throws(LaunchFailure) {
        let state = Place(words: "the state folder", path: settings.service.state)
        let watches = settings.watches.map { Place(words: "the watch folder", path: $0.path) }
        for watch in watches { try keepApart(watch, state) }
        for (index, watch) in watches.enumerated() {
            for (other, place) in watches.enumerated() where other != index { try refuse(watch, within: place) }
            for target in settings.watches.flatMap(targets) { try refuse(target, being: watch) }
        }
    }

    private struct Place {
        let words: String
        let path: FolderPath
    }

    private struct Identity: Equatable {
        let device: UInt64
        let inode: UInt64
    }

    private static func targets(of watch: Watch) -> [Place] {
        [
            Place(words: "the outbox", path: watch.outbox), Place(words: "the folder for failures", path: watch.failed),
            Place(words: "the archive", path: watch.archive),
        ]
    }

    private static func keepApart(_ watch: Place, _ state: Place) throws(LaunchFailure) {
        try refuse(watch, within: state)
        try refuse(state, within: watch)
    }

    private static func refuse(_ inner: Place, within outer: Place) throws(LaunchFailure) {
        guard let identity = identity(outer.path) else { return }
        guard way(from: inner.path).contains(identity) else { return }
        throw refusal(inner, "is or lies in", outer)
    }

    private static func refuse(_ target: Place, being watch: Place) throws(LaunchFailure) {
        guard let identity = identity(watch.path), self.identity(target.path) == identity else { return }
        throw refusal(target, "is", watch)
    }

    private static func refusal(_ one: Place, _ verb: String, _ other: Place) -> LaunchFailure {
        LaunchFailure(
            .configuration,
            "\(one.words) \(one.path) \(verb) \(other.words) \(other.path), perhaps through a link: what the service "
                + "writes would be taken for drops. Give one of them another place.")
    }

    private static func identity(_ path: FolderPath) -> Identity? {
        let entry = try? FileDescriptor.folder(path).entry(named: path.name)
        return entry.map { Identity(device: $0.device, inode: $0.inode) }
    }

    /// The folder and those above it, as the file system and not as the path has them; the root is above itself.
    private static func way(from path: FolderPath) -> [Identity] {
        var way: [Identity] = []
        var place = path
        while let identity = identity(place), way.last != identity {
            way.append(identity)
            place = place.appending("..")
        }
        return way
    }
}
