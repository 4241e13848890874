/// A target of notifications, and what it has not been told.
package struct NotifyStatus: Codable, Equatable, Sendable {
    package var name: String
    /// `webhook ntfy`, `mail`, `exec`; empty for a target that is not configured any more.
    package var to: String
    /// The number of notifications that are still to be sent.
    package var waiting: Int
    /// When the next attempt is due.
    package var due: WireTime?
    /// The number that could not be delivered.
    package var dead: Int
    /// Whether a gate holds its notifications back.
    package var isHeldBack: Bool
    /// Why the last message did not arrive, as a sentence.
    package var detail: String?

    private enum CodingKeys: String, CodingKey {
        case name, to, waiting, due, dead, detail
        case isHeldBack = "is_held_back"
    }

    package init(
        name: String, to: String, waiting: Int = 0, due: WireTime? = nil, dead: Int = 0, isHeldBack: Bool = false,
        detail: String? = nil
    ) {
        self.name = name
        self.to = to
        self.waiting = waiting
        self.due = due
        self.dead = dead
        self.isHeldBack = isHeldBack
        self.detail = detail
    }
}

package struct NotifyList: Codable, Equatable, Sendable {
    package var targets: [NotifyStatus]

    package init(targets: [NotifyStatus]) {
        self.targets = targets
    }
}

/// What was done with notifications of a target.
package struct NotifyAnswer: Codable, Equatable, Sendable {
    package var target: String
    /// The number of notifications.
    package var count: Int

    package init(target: String, count: Int) {
        self.target = target
        self.count = count
    }
}
