internal import Domain
internal import PlatformSQLite

/// A job's state as four columns: word, time of the next try, reason to hold, failure.
enum StateRecord {
    static let columns = "state, wait_until, hold, failure"

    static func values(_ state: JobState) throws(RepositoryFailure) -> [SQLiteValue] {
        let word = SQLiteValue.text(state.word)
        return switch state {
        case .waiting(let until, let failure): [word, .integer(until), .null, .text(try JSONText.of(failure))]
        case .held(let reason): [word, .null, .text(try JSONText.of(reason)), .null]
        case .failed(let failure): [word, .null, .null, .text(try JSONText.of(failure))]
        default: [word, .null, .null, .null]
        }
    }

    /// Reads the four columns from `first` on.
    static func read(_ row: borrowing Row, from first: Int32) throws(RepositoryFailure) -> JobState {
        switch row.text(first) {
        case "queued": .queued
        case "submitting": .submitting
        case "submitted" where row.isNull(first + 1): .submitted
        case "generated": .generated
        case "staged": .staged
        case "done": .done
        case "waiting", "submitted": .waiting(until: row.integer(first + 1), try row.json(first + 3))
        case "held": .held(try row.json(first + 2))
        case "unknown": .unknown
        case "failed": .failed(try row.json(first + 3))
        case "cancelled": .cancelled
        case let word: throw .corrupt("JobState \(word)")
        }
    }
}
