internal import Domain
internal import PlatformSQL

/// Finds jobs without an artwork that ended long ago, in the order of their identifiers, which is that of their
/// beginning: a job that ended before some time also began before it.
struct OldJobSearch {
    /// The number of jobs that one step looks at. Nearly all of them have an artwork.
    private static let scanned = 5_000

    /// Indexes alone tell which done jobs have no artwork; only the rows of the others are read.
    private static let targets = """
        SELECT id, drop_id FROM jobs WHERE id IN (
            SELECT id FROM jobs WHERE state IN ('failed', 'cancelled') AND id > ?1 AND id <= ?2
            UNION ALL SELECT id FROM (
                SELECT id FROM jobs WHERE state = 'done' AND id > ?1 AND id <= ?2
                EXCEPT SELECT job_id FROM artworks WHERE job_id > ?1 AND job_id <= ?2) AS lone)
        AND forgotten = 0 AND changed <= CASE WHEN \(SQLFailureRepository.isUnread) THEN ?4 ELSE ?3 END
        AND EXISTS (SELECT 1 FROM drops WHERE drops.id = drop_id AND phase = 'gone')
        ORDER BY id LIMIT ?5
        """

    let old: OldJobs
    /// Only later jobs are looked at.
    let start: JobID?
    /// The last one of them; `nil` if it is the newest that can be old.
    let end: JobID?

    init(_ old: OldJobs, after start: JobID?, on connection: any SQLConnection) throws(RepositoryFailure) {
        self.old = old
        self.start = start
        let ends = try connection.rows(
            "SELECT id FROM jobs WHERE id > ? AND id <= ? ORDER BY id LIMIT 1 OFFSET ?",
            [.text(start?.text ?? ""), Self.limit(old), .integer(Int64(Self.scanned - 1))]
        ) { row throws(RepositoryFailure) -> JobID in try row.identifier(0) }
        end = ends.first
    }

    func page(limit: Int, on connection: any SQLConnection) throws(RepositoryFailure) -> [JobErasure.Target] {
        try connection.rows(
            Self.targets, values(to: end.map { .text($0.text) } ?? Self.limit(old), limit: limit)
        ) { row throws(RepositoryFailure) in
            JobErasure.Target(job: try row.identifier(0), drop: try row.identifier(1))
        }
    }

    /// What erasing all of them would remove.
    func amount(on connection: any SQLConnection) throws(RepositoryFailure) -> CleanUpAmount {
        let all = values(to: Self.limit(old), limit: .max)
        let jobs = try connection.rows("SELECT count(*) FROM (\(Self.targets)) AS targets", all) { Int($0.integer(0)) }
        let pictures = try connection.rows(
            """
            WITH erased AS MATERIALIZED (SELECT id FROM (\(Self.targets)) AS targets)
            SELECT count(DISTINCT picture_digest) FROM calls WHERE job_id IN (SELECT id FROM erased) AND \(UnneededPictures.isUnkept)
            AND NOT EXISTS (SELECT 1 FROM calls AS other WHERE other.picture_digest = calls.picture_digest
                AND other.phase = 'fetched' AND other.job_id NOT IN (SELECT id FROM erased))
            AND NOT EXISTS (SELECT 1 FROM jobs WHERE picture_digest = calls.picture_digest
                AND \(JobRecord.isUnfinished))
            AND NOT EXISTS (SELECT 1 FROM job_inputs WHERE digest = calls.picture_digest AND open <> 0)
            """, all
        ) { Int($0.integer(0)) }
        return CleanUpAmount(jobs: jobs.first ?? 0, pictures: pictures.first ?? 0)
    }

    private func values(to end: SQLValue, limit: Int) -> [SQLValue] {
        [.text(start?.text ?? ""), end, .time(old.ended), .time(old.unread), .integer(Int64(limit))]
    }

    private static func limit(_ old: OldJobs) -> SQLValue {
        .text(JobID(firstAt: old.ended + 1).text)
    }
}

/// Bought pictures that only jobs which are erased need.
enum UnneededPictures {
    /// The condition for a call whose picture was never delivered.
    static let isUnkept = "phase = 'fetched' AND NOT \(JobErasure.hasKeptPicture)"

    static func bought(by job: JobID, on connection: any SQLConnection) throws(RepositoryFailure) -> [Digest] {
        try connection.rows(
            "SELECT DISTINCT picture_digest FROM calls WHERE job_id = ? AND \(isUnkept)", [.text(job.text)]
        ) { row throws(RepositoryFailure) in try row.digest(0) }
    }
}
