internal import Domain
internal import PlatformSQLite

/// Reserves the final names of one job in its outbox.
///
/// Names of jobs that have not ended are held in the table `outputs`. An ended job holds nothing: its files hold their
/// names as long as they lie in the outbox, where `taken` shows them. So a consumer that takes files away gets the plain
/// name again for the next drop. A file that appears after `taken` was seen makes the exclusive rename answer `.exists`,
/// and staging again finds the next number.
struct Reservation {
    let job: JobID
    let outbox: [UInt8]
    /// Names seen in the outbox, lower case. Strings compare by canonical equivalence, so NFC and NFD are the same.
    let taken: Set<String>

    /// One stem for all parts: the first of `stem`, `stem (2)`, `stem (3)` … of which every name is free.
    func reserve(
        _ stem: String, _ parts: [OutputPart], on connection: Connection
    ) throws(RepositoryFailure) -> [OutputFile] {
        try Self.free(job, on: connection)
        var number = 1
        while true {
            let candidate = OutputStem(stem, number: number, endings: parts.map(\.ending))
            if try isFree(candidate, on: connection) {
                try insert(candidate, on: connection)
                return zip(parts, candidate.names).map { part, name in
                    OutputFile(kind: part.kind, name: FileName(name), part: part.part)
                }
            }
            number += 1
        }
    }

    static func free(_ job: JobID, on connection: Connection) throws(RepositoryFailure) {
        try connection.run("DELETE FROM outputs WHERE job_id = ?", [.text(job.text)])
    }

    private func isFree(_ stem: OutputStem, on connection: Connection) throws(RepositoryFailure) -> Bool {
        for name in stem.foldedNames {
            guard !taken.contains(name) else { return false }
            let isHeld = try connection.finds(
                "SELECT 1 FROM outputs WHERE outbox = ? AND folded_name = ?", [.blob(outbox), .text(name)])
            guard !isHeld else { return false }
        }
        return try !connection.finds(
            "SELECT 1 FROM outputs WHERE outbox = ? AND folded_stem = ? LIMIT 1", [.blob(outbox), .text(stem.folded)])
    }

    private func insert(_ stem: OutputStem, on connection: Connection) throws(RepositoryFailure) {
        for name in stem.foldedNames {
            try connection.run(
                "INSERT INTO outputs (outbox, folded_name, folded_stem, job_id) VALUES (?, ?, ?, ?)",
                [.blob(outbox), .text(name), .text(stem.folded), .text(job.text)])
        }
    }
}
