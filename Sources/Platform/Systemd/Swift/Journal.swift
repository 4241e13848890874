internal import CSystemd
internal import Glibc

/// The systemd journal.
package enum Journal {
    /// Whether standard error is connected to the journal and the journal's socket is accessible.
    package static var hasStandardError: Bool {
        guard let stream = unsafe getenv("JOURNAL_STREAM") else { return false }
        return unsafe csd_is_journal(2, stream) && access("/run/systemd/journal/socket", W_OK) == 0
    }

    /// Sends an entry, as a sealed file if it is large. Blocks while the journal is slow. Returns `false` if the entry
    /// was lost.
    package static func send(
        _ message: String, _ priority: JournalPriority, identifier: String, _ fields: [JournalField] = []
    ) -> Bool {
        let standardFields = [
            JournalField("MESSAGE", message), JournalField("PRIORITY", "\(priority.rawValue)"),
            JournalField("SYSLOG_IDENTIFIER", identifier),
        ]
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for field in standardFields + fields.prefix(maxFields) where field.hasValidName {
            bytes += Array(field.name.utf8) + [61] + field.value
            ends.append(bytes.count)
        }
        return unsafe csd_journal(bytes, ends, Int32(ends.count)) >= 0
    }

    /// The maximum number of additional fields of an entry.
    private static let maxFields = 64
}

/// A field of a journal entry.
package struct JournalField: Equatable, Sendable {
    /// Upper-case letters, digits and `_`, at most 64 characters, starting with a letter.
    package let name: String
    /// Any bytes, including line breaks.
    package let value: [UInt8]

    package init(_ name: String, _ value: [UInt8]) {
        self.name = name
        self.value = value
    }

    package init(_ name: String, _ text: String) {
        self.init(name, Array(text.utf8))
    }

    /// Whether the name is valid. The journal silently drops fields with other names.
    var hasValidName: Bool {
        let isPlain = name.utf8.allSatisfy { 65...90 ~= $0 || 48...57 ~= $0 || $0 == 95 }
        return isPlain && 1...64 ~= name.utf8.count && 65...90 ~= (name.utf8.first ?? 0)
    }
}

/// The priority of an entry, with syslog's numbers.
package enum JournalPriority: Int, Sendable {
    case error = 3
    case warning = 4
    case info = 6
    case debug = 7
}
