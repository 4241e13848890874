import Domain
import MVISimulation
import Repositories
import TestFolders
import Testing

/// The stores, which are tested by the same suites.
enum SpoolKind: CaseIterable {
    case sqlite
    /// The model used in simulations.
    case model
}

/// Lends a spool of either kind, the real one in a temporary folder.
func withSpool(_ kind: SpoolKind, _ body: (SpoolRepositories) async throws -> Void) async throws {
    switch kind {
    case .sqlite: try await withSpool { spool async throws in try await body(spool) }
    case .model:
        let spool = ModelSpoolRepository()
        try await body(SpoolRepositories(spool, ModelLibrary(spool)))
    }
}

/// Lends a temporary folder, which is removed afterwards.
func withFolder(_ body: (FolderPath) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try await body(folder.path)
}

/// Lends a real spool in a temporary folder.
func withSpool(_ body: (SpoolRepositories) async throws -> Void) async throws {
    try await withFolder { folder in
        let database = try SpoolDatabase(folder: folder)
        do {
            try await body(database.repositories)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }
}

extension SpoolRepositories {
    /// Claims drop `number` and accepts job `number` of it, all at time 1.
    func accepted(_ number: Int) async throws -> Job {
        let drop = Samples.drop(number, inode: UInt64(number))
        _ = try await drops.claim([drop], at: 1)
        let job = Samples.job(number, of: drop)
        _ = try await drops.accept(drop.id, content: nil, jobs: [job], at: 1)
        return job
    }

    /// Begins call 2 of a job, at time 3.
    func begun(_ job: Job) async throws -> Call {
        let call = try Samples.call(2, of: job.id)
        let isBegun = try await calls.begin(call, token: 0, at: 3)
        #expect(isBegun)
        return call
    }
}
