internal import Domain
internal import PlatformSQL

/// Reserves the final names of a job in its outbox.
///
/// The table `outputs` holds the names of jobs that have not ended. An ended job reserves nothing: its files occupy
/// their names as long as they are in the outbox, where `taken` shows them. So once a consumer takes the files away,
/// the next drop gets the plain name again. If a file appears after `taken` was read, the exclusive rename fails with
/// `.exists` and delivery finds the next number.
struct Reservation {
    let staging: Staging
    let outbox: [UInt8]

    /// Reserves one stem for all parts, as `onConflict` says.
    func reserve(on connection: any SQLConnection) throws(RepositoryFailure) -> StageOutcome {
        try Self.free(staging.job, on: connection)
        var attempt = 1
        while true {
            let stem = staging.stem(attempt)
            switch (try check(stem, on: connection), staging.onConflict) {
            case (.free(let replaced), _):
                try insert(stem, on: connection)
                return .staged(staging.outputs(named: stem, replacing: replaced))
            case (.reserved(let name), .replace): return .reserved(FileName(name))
            case (.reserved(let name), .fail), (.taken(let name), .fail): return .taken(FileName(name))
            case (.reserved, _), (.taken, _): attempt += 1
            }
        }
    }

    static func free(_ job: JobID, on connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.run("DELETE FROM outputs WHERE job_id = ?", [.text(job.text)])
    }

    /// Records what the job has delivered, so that it can be replaced.
    static func record(_ job: Job, on connection: any SQLConnection) throws(RepositoryFailure) {
        for output in job.outputs {
            guard let digest = output.digest, let name = output.name.text else { continue }
            try connection.run(
                """
                INSERT INTO delivered (outbox, folded_name, digest, job_id) VALUES (?, ?, ?, ?)
                ON CONFLICT (outbox, folded_name) DO UPDATE SET digest = excluded.digest, job_id = excluded.job_id
                """,
                [.blob(job.outbox.bytes), .text(OutputName.fold(name)), .blob(digest.bytes), .text(job.id.text)])
        }
    }

    private enum Availability {
        /// The digests of earlier outputs that may be replaced, by folded name.
        case free([String: Digest])
        /// Another unfinished job has the name.
        case reserved(String)
        case taken(String)
    }

    private func check(_ stem: OutputStem, on connection: any SQLConnection) throws(RepositoryFailure) -> Availability {
        for name in stem.foldedNames {
            let isReserved = try connection.finds(
                "SELECT 1 FROM outputs WHERE outbox = ? AND folded_name = ?", [.blob(outbox), .text(name)])
            if isReserved { return .reserved(name) }
        }
        let isReserved = try connection.finds(
            "SELECT 1 FROM outputs WHERE outbox = ? AND folded_stem = ? LIMIT 1", [.blob(outbox), .text(stem.folded)])
        if isReserved { return .reserved(stem.names.first ?? "") }
        var replaced: [String: Digest] = [:]
        for (name, folded) in zip(stem.names, stem.foldedNames) where staging.taken.contains(folded) {
            guard let content = staging.contents[folded], try isOutput(folded, content, on: connection) else {
                return .taken(name)
            }
            replaced[folded] = content
        }
        return .free(replaced)
    }

    /// Whether the file under this name is the last one that was delivered under it, unchanged.
    private func isOutput(
        _ name: String, _ content: Digest, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> Bool {
        try connection.finds(
            "SELECT 1 FROM delivered WHERE outbox = ? AND folded_name = ? AND digest = ?",
            [.blob(outbox), .text(name), .blob(content.bytes)])
    }

    private func insert(_ stem: OutputStem, on connection: any SQLConnection) throws(RepositoryFailure) {
        for name in stem.foldedNames {
            try connection.run(
                "INSERT INTO outputs (outbox, folded_name, folded_stem, job_id) VALUES (?, ?, ?, ?)",
                [.blob(outbox), .text(name), .text(stem.folded), .text(staging.job.text)])
        }
    }
}
