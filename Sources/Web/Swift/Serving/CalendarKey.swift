internal import ControlAPI
package import Domain
internal import PlatformDigest
internal import Synchronization

/// The token with which calendar programs read the calendar, and nothing else. Only its digest is kept, in a file of the
/// state folder: the address names this machine, so that each service has its own.
package final class CalendarKey: Sendable {
    private struct Record: Codable {
        /// Distinguishes the calendar's entries from those of other services, whatever the token.
        var service: String
        /// The digest of the token; `nil` if there is none.
        var digest: String?
        var since: WireTime?
    }

    private let record: Mutex<Record>
    private let store: any CalendarKeyStore
    private let now: @Sendable () -> UTCMillis
    private let random: @Sendable () -> [UInt8]

    /// `random`: 32 unpredictable bytes.
    package init(
        _ store: any CalendarKeyStore, now: @escaping @Sendable () -> UTCMillis,
        random: @escaping @Sendable () -> [UInt8]
    ) {
        self.store = store
        self.now = now
        self.random = random
        // A file that can't be read lets nobody in.
        let kept = store.load().flatMap { try? ControlJSON.decode(Record.self, from: $0) }
        record = Mutex(kept ?? Record(service: String(sha256(random()).hex.prefix(16))))
    }

    package var service: String { record.withLock { $0.service } }

    /// Makes a token. `nil` if there is one already, unless `renewing`.
    func make(renewing: Bool) throws(FileFailure) -> (token: String?, since: WireTime) {
        try change { record throws(FileFailure) in
            if !renewing, record.digest != nil, let since = record.since { return (nil, since) }
            let token = Sessions.text(random())
            let since = WireTime(now())
            // Stored first: an address that was printed must work after a restart.
            let made = Record(service: record.service, digest: Sessions.digest(token), since: since)
            try save(made)
            record = made
            return (token, since)
        }
    }

    /// Ends the token at once, also if that can't be stored. `false` if there was none.
    func revoke() throws(FileFailure) -> Bool {
        try change { record throws(FileFailure) in
            guard record.digest != nil else { return false }
            record.digest = nil
            record.since = nil
            try save(record)
            return true
        }
    }

    /// Compares digests, in constant time.
    func accepts(_ token: String) -> Bool {
        guard let digest = record.withLock({ $0.digest }) else { return false }
        return Secret(digest).isEqual(to: Sessions.digest(token))
    }

    private func change<T>(_ change: (inout Record) throws(FileFailure) -> T) throws(FileFailure) -> T {
        try record.withLock { record throws(FileFailure) in try change(&record) }
    }

    private func save(_ record: Record) throws(FileFailure) {
        try store.save((try? ControlJSON.encode(record)) ?? [])
    }
}

/// The file of the calendar's token.
package protocol CalendarKeyStore: Sendable {
    /// `nil` if there is none yet, or it can't be read.
    func load() -> [UInt8]?

    /// Replaces the file.
    func save(_ bytes: [UInt8]) throws(FileFailure)
}

/// Writes the calendar.
package protocol CalendarWriting: Sendable {
    /// `gallery`: the address of the gallery's first page, to which entries link. `nil` after a database error.
    func calendar(of service: String, gallery: String) async -> [UInt8]?
}
