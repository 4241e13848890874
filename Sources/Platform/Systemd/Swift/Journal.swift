internal import CSystemd
internal import Glibc

/// The system's journal.
package enum Journal {
    /// Whether standard error goes to the journal, and the journal takes entries with fields.
    package static var hasStandardError: Bool {
        guard let stream = unsafe getenv("JOURNAL_STREAM") else { return false }
        return unsafe csd_is_journal(2, stream) && access("/run/systemd/journal/socket", W_OK) == 0
    }

    /// Sends one entry. A large one goes as a sealed file. It blocks while the journal is slow. `false`: it is lost.
    package static func send(
        _ message: String, _ priority: JournalPriority, identifier: String, _ fields: [JournalField] = []
    ) -> Bool {
        let standing = [
            JournalField("MESSAGE", message), JournalField("PRIORITY", "\(priority.rawValue)"),
            JournalField("SYSLOG_IDENTIFIER", identifier),
        ]
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for field in standing + fields.prefix(most) where field.isNamedWell {
            bytes += Array(field.name.utf8) + [61] + field.value
            ends.append(bytes.count)
        }
        let count = Int32(ends.count)
        return unsafe csd_journal(bytes, ends, count) >= 0
    }

    /// Fields of an entry's own.
    private static let most = 64
}
