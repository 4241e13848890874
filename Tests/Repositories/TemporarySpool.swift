import Domain
import Repositories

/// Lends a spool in a folder of its own.
func withSpool(_ body: (SQLiteSpoolRepository) async throws -> Void) async throws {
    try await withFolder { folder in
        let spool = try SQLiteSpoolRepository(folder: folder)
        do {
            try await body(spool)
        } catch {
            await spool.close()
            throw error
        }
        await spool.close()
    }
}

extension SQLiteSpoolRepository {
    /// Claims drop `number` and accepts job `number` of it, all at time 1.
    func accepted(_ number: Int) async throws -> Job {
        let drop = Samples.drop(number, inode: UInt64(number))
        _ = try await claim([drop], at: 1)
        let job = Samples.job(number, of: drop)
        _ = try await accept(drop.id, jobs: [job], at: 1)
        return job
    }
}
