/// What is sent to a target as one message: a notification, or a digest of many. Its identifier and members don't change
/// once it may have been sent, so that a receiver recognises a repetition.
package struct NotificationDelivery: Equatable, Sendable {
    /// Identifies the message to its receiver.
    package let id: String
    package let target: String
    /// The row of its first member, by which all are found.
    package let number: Int64
    /// The number of members.
    package let count: Int
    /// The first members, at most `NotificationDelivery.mostListed`.
    package let members: [Notification]
    /// The numbers of all members, by subject.
    package let kinds: [NotificationKind: Int]
    /// How often it was tried before.
    package let attempts: Int
    /// When it was tried first; `nil` if this is the first time.
    package let firstTried: UTCMillis?

    /// The number of members that a digest lists.
    package static let mostListed = 20
    /// From this number on, notifications that are due together are sent as a digest.
    package static let digestSize = 4
    /// The most members of a digest.
    package static let mostMembers = 10_000

    package init(
        id: String, target: String, number: Int64, count: Int, members: [Notification],
        kinds: [NotificationKind: Int], attempts: Int = 0, firstTried: UTCMillis? = nil
    ) {
        self.id = id
        self.target = target
        self.number = number
        self.count = count
        self.members = members
        self.kinds = kinds
        self.attempts = attempts
        self.firstTried = firstTried
    }

    package var isDigest: Bool { count > 1 }
}

/// When a failed message is tried again.
package enum NotificationRetry {
    /// The time for which a message is tried, from the first attempt.
    package static let span: Int64 = 86_400_000
    /// The pauses after the first attempts, in milliseconds; the last one repeats.
    private static let pauses: [Int64] = [10, 30, 60, 120, 300, 600, 1200, 1800, 3600].map { $0 * 1000 }

    /// The pause after `attempts` attempts in milliseconds, at least 1; `asked`: what the receiver asked for.
    package static func pause(after attempts: Int, asked: Int64? = nil) -> Int64 {
        let own = pauses[min(max(0, attempts - 1), pauses.count - 1)]
        return min(max(own, asked ?? 0), span)
    }

    /// Whether a message first tried at `first` is given up at `utc`.
    package static func isOver(_ first: UTCMillis, at utc: UTCMillis) -> Bool {
        utc.milliseconds(since: first) >= span
    }
}

/// What became of an attempt.
package enum NotificationOutcome: Equatable, Sendable {
    case delivered
    /// May succeed later; `after`: the milliseconds that the receiver asked for.
    case later(NotificationFailure, after: Int64? = nil)
    /// Will not succeed.
    case refused(NotificationFailure)
}

/// Why a message did not arrive. No case contains an address, a key or what the receiver wrote.
package enum NotificationFailure: Error, Equatable, Sendable, Codable {
    /// The receiver answered with this status.
    case status(Int)
    /// There was no complete answer.
    case noAnswer(NoAnswer)
    /// The setting with this name can't be read, or isn't what it should be.
    case setting(String)
    /// The mail server refused, with this reply.
    case mailReply(Int)
    /// The mail server did not accept user and password.
    case mailLogin
    /// The program ended with this status.
    case exit(Int32)
    case signal(Int32)
    /// The program ran for longer than this number of seconds.
    case late(Int64)
    case notStarted(FileFailure)
    /// The target is not configured any more.
    case noTarget
    /// The service was told to stop.
    case stopped

    package enum NoAnswer: String, Equatable, Sendable, Codable {
        case resolve, connect, tls, proxy, timeout, closed, malformed
    }
}

/// What waits for a target.
package struct NotificationOutlook: Equatable, Sendable {
    package let target: String
    /// The number of notifications that are to be sent.
    package let waiting: Int
    /// When the next attempt is due.
    package let due: UTCMillis?
    /// The oldest and the newest of those that have not been tried and form a digest if there are many.
    package let oldest: UTCMillis?
    package let newest: UTCMillis?
    /// Whether a message that was tried before is due.
    package let hasRepeats: Bool
    /// The number that could not be delivered.
    package let dead: Int
    /// The last failure.
    package let failure: NotificationFailure?

    package init(
        target: String, waiting: Int = 0, due: UTCMillis? = nil, oldest: UTCMillis? = nil, newest: UTCMillis? = nil,
        hasRepeats: Bool = false, dead: Int = 0, failure: NotificationFailure? = nil
    ) {
        self.target = target
        self.waiting = waiting
        self.due = due
        self.oldest = oldest
        self.newest = newest
        self.hasRepeats = hasRepeats
        self.dead = dead
        self.failure = failure
    }

    /// When the next attempt is; `nil` if it is about to be made.
    package var nextAttempt: UTCMillis? { due == 0 ? nil : due }
}
