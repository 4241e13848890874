import Configuration
import Domain
import PlatformSystem

/// What must not hold between folders, judged by device and inode: the configuration's paths alone can't tell that one
/// is a link to another. A folder that is not there yet is judged by the nearest one above it that is.
enum FolderRules {
    /// Throws when a watch would feed itself or lies in another, or when what the service shares with others meets its
    /// state. It asks on `threads`, as a folder may lie on a disk that does not answer.
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

    /// A folder as the file system and not as its path has it.
    private struct Place {
        let words: String
        let path: FolderPath
        /// Itself, `nil` where it is not there.
        let identity: FolderIdentity?
        /// It, or the nearest one above it that is there, and all above that.
        let way: [FolderIdentity]

        init(_ words: String, _ path: FolderPath) {
            self.words = words
            self.path = path
            identity = FolderIdentity(of: path)
            way = FolderIdentity.way(to: path)
        }
    }

    private static func targets(of watch: Watch) -> [Place] {
        [
            Place("the outbox", watch.outbox), Place("the folder for failures", watch.failed),
            Place("the archive", watch.archive),
        ]
    }

    /// Whoever may write into one of them could reach the database.
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

    /// Links below a watch folder are not followed, which only a path that says that it lies there can bring about.
    private static func refuseHidden(_ target: Place, in watch: Place) throws(LaunchFailure) {
        guard let identity = watch.identity, target.way.contains(identity), !target.path.isWithin(watch.path) else {
            return
        }
        throw LaunchFailure(
            .configuration,
            "\(target.words) \(target.path) lies in the watch folder \(watch.path), which its path does not say. Write it "
                + "as \(watch.path)/…, or give it another place.")
    }

    private static func refusal(_ one: Place, _ verb: String, _ other: Place) -> LaunchFailure {
        LaunchFailure(
            .configuration,
            "\(one.words) \(one.path) \(verb) \(other.words) \(other.path), perhaps through a link: what the service "
                + "writes would be taken for drops, or who drops files could reach the state. Give one of them another "
                + "place.")
    }
}
