/// The address of the calendar.
package struct CalendarSubscription: Codable, Equatable, Sendable {
    /// The address to subscribe to; missing if it was made earlier, because only its digest is kept.
    package var url: String?
    /// When the address was made.
    package var since: WireTime

    package init(url: String?, since: WireTime) {
        self.url = url
        self.since = since
    }
}

/// The calendar's address was ended.
package struct CalendarRevocation: Codable, Equatable, Sendable {
    /// Whether there was one.
    package var revoked: Bool

    package init(revoked: Bool) {
        self.revoked = revoked
    }
}
