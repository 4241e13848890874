internal import Domain
internal import PlatformSQL

/// Drops and the progress of their jobs.
struct SQLDropRepository: DropRepository {
    let database: any SQLStore

    func claim(_ drops: [Drop], at utc: UTCMillis) async throws(RepositoryFailure) -> [Drop] {
        if drops.isEmpty { return [] }
        return try await database.write { connection throws(RepositoryFailure) in
            var new: [Drop] = []
            for drop in drops where try DropRecord.insert(drop, at: utc, on: connection) { new.append(drop) }
            return new
        }
    }

    func accept(
        _ drop: DropID, content: Digest?, jobs: [Job], at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job] {
        let rules = database.notificationRules.current
        return try await database.write { connection throws(RepositoryFailure) in
            let moved = try connection.run(
                "UPDATE drops SET phase = 'read', content = ?, changed = ? WHERE id = ? AND phase = 'claimed'",
                [SQLValue(content?.bytes), .time(utc), .text(drop.text)])
            if moved == 1 {
                var inserted = 0
                for job in jobs where try JobRecord.insert(job, at: utc, on: connection, telling: rules) {
                    inserted += 1
                }
                if inserted == jobs.count { return jobs.inFileOrder }
            } else if !(try connection.finds("SELECT 1 FROM drops WHERE id = ?", [.text(drop.text)])) {
                throw .absent("drop \(drop)")
            }
            return try connection.rows(
                "SELECT \(JobRecord.columns) FROM jobs WHERE drop_id = ? ORDER BY line, sample", [.text(drop.text)],
                JobRecord.read)
        }
    }

    func refuse(
        _ drop: DropID, failure: DropFailure, as job: Job, code: String, at utc: UTCMillis
    ) async throws(RepositoryFailure) {
        let failure = SQLValue.text(try JSONText.of(failure))
        let rules = database.notificationRules.current
        try await database.write { connection throws(RepositoryFailure) in
            let ended = try connection.run(
                "UPDATE drops SET phase = 'ended', failure = ?, changed = ? WHERE id = ? AND phase = 'claimed'",
                [failure, .time(utc), .text(drop.text)])
            guard ended == 1 else { return }
            try JobRecord.insert(job, at: utc, on: connection, telling: rules)
            try connection.run(
                """
                INSERT INTO refusals (code, drops) VALUES (?, 1)
                ON CONFLICT (code) DO UPDATE SET drops = refusals.drops + 1
                """, [.text(code)])
        }
    }

    func keep(_ drop: DropID, as name: FileName) async throws(RepositoryFailure) {
        try await database.write { connection throws(RepositoryFailure) in
            _ = try connection.run(
                "UPDATE drops SET kept = ? WHERE id = ? AND phase = 'ended'", [.blob(name.bytes), .text(drop.text)])
        }
    }

    func readmit(
        _ drop: Drop, jobs: [Job], token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job]? {
        let identity = drop.identity
        let values: [SQLValue] = [
            .integer(Int64(bitPattern: identity.inode)), .integer(identity.size),
            .integer(identity.modified.nanoseconds), SQLValue(try JSONText.ofAny(drop.sidecar)),
            SQLValue(drop.content?.bytes), .time(utc), .text(drop.id.text),
        ]
        let rules = database.notificationRules.current
        return try await database.write { connection throws(RepositoryFailure) in
            guard let first = jobs.first, let refused = try JobRecord.find(first.id, on: connection),
                refused.request == nil
            else { return nil }
            let moved = try connection.run(
                """
                UPDATE drops SET phase = 'read', failure = NULL, inode = ?, size = ?, modified = ?, sidecar = ?,
                content = ?, changed = ? WHERE id = ? AND phase = 'gone'
                """, values)
            guard moved == 1 else { return nil }
            try JobRecord.readmit(first, token: token, at: utc, on: connection, telling: rules)
            for job in jobs.dropFirst() { try JobRecord.insert(job, at: utc, on: connection, telling: rules) }
            return try connection.rows(
                "SELECT \(JobRecord.columns) FROM jobs WHERE drop_id = ? ORDER BY line, sample", [.text(drop.id.text)],
                JobRecord.read)
        }
    }

    func drop(_ id: DropID) async throws(RepositoryFailure) -> Drop? {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                "SELECT \(DropRecord.columns) FROM drops WHERE id = ?", [.text(id.text)], DropRecord.read
            ).first
        }
    }

    func observe(
        _ drop: DropID, content: Digest, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Bool {
        let (id, bytes) = (SQLValue.text(drop.text), SQLValue.blob(content.bytes))
        return try await database.write { connection throws(RepositoryFailure) in
            let isKnown = try connection.finds(
                """
                SELECT 1 FROM drops WHERE observed <> 0 AND folder = (SELECT folder FROM drops WHERE id = ?)
                    AND content = ? AND id <> ?
                """, [id, bytes, id])
            let phase = isKnown ? Drop.Phase.gone : .claimed
            _ = try connection.run(
                "UPDATE drops SET content = ?, phase = ?, changed = ? WHERE id = ? AND phase = 'claimed'",
                [bytes, .text(phase.rawValue), .time(utc), id])
            return !isKnown
        }
    }

    /// Excludes files that vanished, were withdrawn, or changed while they were read: they were not processed.
    func observed(in folder: String) async throws(RepositoryFailure) -> [FileIdentity] {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT \(DropRecord.columns) FROM drops
                WHERE observed <> 0 AND folder = ? AND phase = 'gone' AND (content IS NOT NULL OR failure IS NOT NULL)
                ORDER BY id
                """, [.text(folder)], DropRecord.read)
        }.filter { $0.content != nil || ![.vanished, .withdrawn].contains($0.failure) }.map(\.identity)
    }

    /// Changes nothing if another drop already has that identity.
    func rename(
        _ drop: DropID, to identity: FileIdentity, sidecar: FileIdentity?
    ) async throws(RepositoryFailure) {
        let sidecar = SQLValue(try JSONText.ofAny(sidecar))
        try await database.write { connection throws(RepositoryFailure) in
            _ = try connection.run(
                """
                UPDATE drops SET inode = ?1, size = ?2, modified = ?3, sidecar = ?4
                WHERE id = ?5 AND phase <> 'gone' AND NOT EXISTS (
                    SELECT 1 FROM drops AS other WHERE other.folder = drops.folder AND other.path = drops.path
                    AND other.inode = ?1 AND other.size = ?2 AND other.modified = ?3 AND other.phase <> 'gone'
                    AND other.id <> drops.id)
                """,
                [
                    .integer(Int64(bitPattern: identity.inode)), .integer(identity.size),
                    .integer(identity.modified.nanoseconds),
                    sidecar, .text(drop.text),
                ])
        }
    }

    /// Advances a drop, never back: a drop that is `gone` stays gone. A stored failure is kept if none is given, except
    /// `withdrawn`.
    func advance(
        _ drop: DropID, to phase: Drop.Phase, failure: DropFailure?, at utc: UTCMillis
    ) async throws(RepositoryFailure) {
        guard phase == .ended || phase == .gone else { throw .failed(code: 21, "advance to \(phase.rawValue)") }
        let isWithdrawn = SQLValue.integer(failure == .withdrawn ? 1 : 0)
        let withdrawn = SQLValue.text(try JSONText.of(DropFailure.withdrawn))
        let failure = SQLValue(try JSONText.ofAny(failure))
        try await database.write { connection throws(RepositoryFailure) in
            // A drop that was only partly withdrawn counts by its other jobs, so the stored `withdrawn` is cleared. A
            // drop that goes from `claimed` to `gone` has produced nothing, so its content is cleared.
            _ = try connection.run(
                """
                UPDATE drops SET phase = ?, failure = coalesce(?, nullif(failure, ?)), changed = ?,
                    content = CASE WHEN ? <> 0 OR (phase = 'claimed' AND ? = 'gone') THEN NULL ELSE content END
                WHERE id = ? AND phase <> 'gone'
                """,
                [
                    .text(phase.rawValue), failure, withdrawn, .time(utc), isWithdrawn, .text(phase.rawValue),
                    .text(drop.text),
                ])
        }
    }

    func unfinishedDrops() async throws(RepositoryFailure) -> [Drop] {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                "SELECT \(DropRecord.columns) FROM drops WHERE phase <> 'gone' ORDER BY id", [], DropRecord.read)
        }
    }

    func tally(_ drop: DropID) async throws(RepositoryFailure) -> DropProgress {
        try await database.read { connection throws(RepositoryFailure) in
            // Searched from the last line: jobs are processed in the order of their lines, so while a batch is being
            // processed the first row is nearly always an open job. Reading all rows made large batches quadratic.
            let open = try connection.rows(
                "SELECT line FROM jobs WHERE drop_id = ? AND \(JobRecord.isUnfinished) ORDER BY line DESC LIMIT 1",
                [.text(drop.text)]
            ) { $0.integer(0) }
            if !open.isEmpty { return .open }
            let failures: [DropFailure] = try connection.rows(
                "SELECT failure, samples FROM jobs WHERE drop_id = ? AND state = 'failed' ORDER BY line, sample LIMIT 1",
                [.text(drop.text)]
            ) { row throws(RepositoryFailure) in
                let failure: JobFailure = try row.json(0)
                return row.integer(1) > 1 ? .sample(failure) : .job(failure)
            }
            if let failure = failures.first { return .ended(failure) }
            let isWithdrawn = try connection.finds(
                """
                SELECT 1 FROM drops WHERE id = ?1 AND failure = ?2
                    AND NOT EXISTS (SELECT 1 FROM jobs WHERE drop_id = ?1 AND state <> 'cancelled')
                """, [.text(drop.text), .text(try JSONText.of(DropFailure.withdrawn))])
            return .ended(isWithdrawn ? .withdrawn : nil)
        }
    }

    func failedParts(of drop: DropID) async throws(RepositoryFailure) -> [FailedPart] {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT line, sample, samples, id, failure,
                    NOT EXISTS (SELECT 1 FROM job_inputs WHERE job_id = jobs.id)
                FROM jobs WHERE drop_id = ? AND state = 'failed' ORDER BY line, sample
                """, [.text(drop.text)]
            ) { row throws(RepositoryFailure) in
                FailedPart(
                    line: Int(row.integer(0)), sample: Sample(Int(row.integer(1)), of: Int(row.integer(2))),
                    job: try row.identifier(3), failure: try row.json(4),
                    isRetryable: row.integer(5) != 0)
            }
        }
    }
}
