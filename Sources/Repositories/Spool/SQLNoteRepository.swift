internal import Domain
internal import PlatformSQL

/// The places of notes on waiting jobs.
struct SQLNoteRepository: NoteRepository {
    let database: any SQLStore

    func notedJobs() async throws(RepositoryFailure) -> [NotedJob] {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT job_id, folder,
                    CASE WHEN EXISTS (SELECT 1 FROM jobs WHERE id = job_id AND \(JobRecord.isUnfinished)) THEN 1 ELSE 0 END
                FROM notes ORDER BY job_id
                """
            ) { row throws(RepositoryFailure) in
                NotedJob(job: try row.identifier(0), folder: row.text(1), isOpen: row.integer(2) != 0)
            }
        }
    }

    func notePlace(of job: JobID) async throws(RepositoryFailure) -> NotePlace? {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                "SELECT folder, outbox, name, text FROM notes WHERE job_id = ?", [.text(job.text)]
            ) { row in
                NotePlace(
                    job: job, folder: row.text(0), outbox: FolderPath(bytes: row.blob(1)),
                    name: FileName(bytes: row.blob(2)), text: row.text(3))
            }.first
        }
    }

    func keep(_ place: NotePlace) async throws(RepositoryFailure) {
        try await database.write { connection throws(RepositoryFailure) in
            _ = try connection.run(
                """
                INSERT INTO notes (job_id, folder, outbox, name, text) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (job_id) DO UPDATE SET folder = excluded.folder, outbox = excluded.outbox,
                    name = excluded.name, text = excluded.text
                """,
                [
                    .text(place.job.text), .text(place.folder), .blob(place.outbox.bytes), .blob(place.name.bytes),
                    .text(place.text),
                ])
        }
    }

    func forgetNote(of job: JobID) async throws(RepositoryFailure) {
        try await database.write { connection throws(RepositoryFailure) in
            _ = try connection.run("DELETE FROM notes WHERE job_id = ?", [.text(job.text)])
        }
    }
}
