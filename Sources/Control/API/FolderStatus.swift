/// How a watch folder stands.
package struct FolderStatus: Codable, Equatable, Sendable {
    package var name: String
    /// For show.
    package var path: String
    /// For show.
    package var outbox: String
    /// `fine`, `missing`, `served`, `unreadable`, `misconfigured`, or `unknown` before the first listing.
    package var health: String
    /// Files that are not known to be complete yet.
    package var settling: Int
    /// Complete files that wait for room.
    package var ready: Int
    /// Files that lie beside no picture and wait for one; left out when there are none.
    package var alone: Int?
    /// What is wrong, in a sentence.
    package var detail: String?

    package init(
        name: String, path: String, outbox: String, health: String, settling: Int = 0, ready: Int = 0,
        alone: Int? = nil, detail: String? = nil
    ) {
        self.name = name
        self.path = path
        self.outbox = outbox
        self.health = health
        self.settling = settling
        self.ready = ready
        self.alone = alone
        self.detail = detail
    }
}
