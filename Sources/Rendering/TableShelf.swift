internal import Synchronization
internal import TextArt

/// The tables that were used last, for whoever renders many pictures: most are rendered with the same options.
package final class TableShelf: Sendable {
    /// Those of a large set take two MiB.
    private static let most = 2

    private let kept = Mutex<[ArtTables]>([])

    package init() {}

    /// Two that ask at once may both make them: nobody waits for another.
    func tables(_ key: ArtTables.Key) -> ArtTables {
        if let known = kept.withLock({ kept in kept.first { $0.key == key } }) { return known }
        let made = ArtTables(key)
        kept.withLock { kept in
            kept.removeAll { $0.key == key }
            kept = [made] + kept.prefix(TableShelf.most - 1)
        }
        return made
    }
}
