/// A way to sign in to the gallery in a browser once.
package struct GalleryInvitation: Codable, Equatable, Sendable {
    /// The address to open. Its fragment is the code, which a browser neither sends nor logs.
    package var url: String
    /// Until when the code can be used.
    package var expires: WireTime

    package init(url: String, expires: WireTime) {
        self.url = url
        self.expires = expires
    }
}

/// The number of sessions that were ended.
package struct SignOutAnswer: Codable, Equatable, Sendable {
    package var sessions: Int

    package init(sessions: Int) {
        self.sessions = sessions
    }
}

/// What the peer may do.
package struct AccessReport: Codable, Equatable, Sendable {
    package enum Role: String, Codable, Equatable, Sendable, CaseIterable, Comparable {
        /// Query the service, and render where that costs nothing.
        case read
        /// Create jobs, which may cost money.
        case submit
        /// Pause, resume, reload and other administration.
        case operate

        package static func < (one: Self, other: Self) -> Bool {
            allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
        }
    }

    package var role: Role
    /// The ID of the newest event: a stream after it misses nothing of what happens from now on.
    package var lastEvent: String

    private enum CodingKeys: String, CodingKey {
        case role
        case lastEvent = "last_event"
    }

    package init(role: Role, lastEvent: String) {
        self.role = role
        self.lastEvent = lastEvent
    }
}

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
