internal import Domain
internal import PlatformSQLite

/// One row for each state that a job has come to.
enum JobHistory {
    static func add(
        _ state: JobState, of job: JobID, at utc: Int64, on connection: Connection
    ) throws(RepositoryFailure) {
        try connection.run(
            "INSERT INTO job_history (job_id, at, \(StateRecord.columns)) VALUES (?, ?, ?, ?, ?, ?)",
            [.text(job.text), .integer(utc)] + (try StateRecord.values(state)))
    }

    /// Whether the job waits or is held already, and for the same reason as now.
    static func isWaiting(
        _ job: JobID, alike state: JobState, on connection: Connection
    ) throws(RepositoryFailure) -> Bool {
        switch state {
        case .waiting, .held: break
        default: return false
        }
        let last: [JobState] = try connection.rows(
            """
            SELECT \(StateRecord.columns) FROM job_history WHERE job_id = ? ORDER BY sequence DESC LIMIT 1
            """, [.text(job.text)]
        ) { row throws(RepositoryFailure) in try StateRecord.read(row, from: 0) }
        return last.first?.rests(like: state) == true
    }

    /// Every state that a job came to, oldest first.
    static func steps(of job: JobID, on connection: Connection) throws(RepositoryFailure) -> [JobStory.Step] {
        try connection.rows(
            "SELECT at, \(StateRecord.columns) FROM job_history WHERE job_id = ? ORDER BY sequence",
            [.text(job.text)]
        ) { row throws(RepositoryFailure) in
            JobStory.Step(state: try StateRecord.read(row, from: 1), at: row.integer(0))
        }
    }
}
