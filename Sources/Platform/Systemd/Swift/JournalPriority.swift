/// How much an entry matters, in syslog's numbers.
package enum JournalPriority: Int, Sendable {
    case error = 3
    case warning = 4
    case info = 6
    case debug = 7
}
