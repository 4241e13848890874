/// How a watch folder stands.
public struct FolderStatus: Codable, Equatable, Sendable {
    public var name: String
    /// For show.
    public var path: String
    /// For show.
    public var outbox: String
    /// `fine`, `missing`, `served`, `unreadable`, `misconfigured`, or `unknown` before the first listing.
    public var health: String
    /// Files that are not known to be complete yet.
    public var settling: Int
    /// Complete files that wait for room.
    public var ready: Int
    /// Files that lie beside no picture and wait for one; left out when there are none.
    public var alone: Int?
    /// What is wrong, in a sentence.
    public var detail: String?

    public init(
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
