import Domain
import MVISimulation
import Repositories
import TestFolders
import TestPostgreSQL
import Testing

/// The stores, which are tested by the same suites.
enum SpoolKind: CaseIterable {
    case sqlite
    /// The model used in simulations.
    case model
    /// The database of several services. Only where a server is installed.
    case postgreSQL

    static var allCases: [Self] { PostgreSQLServer.isInstalled ? [.sqlite, .model, .postgreSQL] : [.sqlite, .model] }
}

/// Lends a spool of either kind, the real one in a temporary folder.
func withSpool(_ kind: SpoolKind, _ body: (SpoolRepositories) async throws -> Void) async throws {
    switch kind {
    case .sqlite: try await withSpool { spool async throws in try await body(spool) }
    case .model:
        let spool = ModelSpoolRepository()
        try await body(SpoolRepositories(spool, ModelLibrary(spool)))
    case .postgreSQL:
        await ServerShare.shared.take()
        do { try await withFleetSpool(body) } catch {
            await ServerShare.shared.give()
            throw error
        }
        await ServerShare.shared.give()
    }
}

/// Lends a spool in a schema of its own on the tests' server.
private func withFleetSpool(_ body: (SpoolRepositories) async throws -> Void) async throws {
    let schema = try TemporarySchema()
    let database = try FleetDatabase(schema.settings, readers: 1)
    do { try await body(database.repositories) } catch {
        await database.close()
        throw error
    }
    await database.close()
}

/// Lets few tests use the server at a time: each has a few connections, and a server has only so many.
actor ServerShare {
    static let shared = ServerShare()

    private var places = 12
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func take() async {
        if places > 0 { places -= 1 } else { await withCheckedContinuation { waiters.append($0) } }
    }

    func give() {
        if waiters.isEmpty { places += 1 } else { waiters.removeFirst().resume() }
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
