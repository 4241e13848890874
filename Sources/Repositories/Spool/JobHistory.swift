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
}
