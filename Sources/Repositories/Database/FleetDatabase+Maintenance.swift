package import Domain
internal import PlatformSQL

/// Maintenance is the server's, apart from the content.
extension FleetDatabase: MaintenanceRepository {
    package func check() async throws(RepositoryFailure) {}

    package func backUp(as name: FileName, keeping kept: Int, prefix: String) async throws(BackupFailure) -> Int64 {
        throw .onServer
    }

    package func answer() async {
        _ = try? await read { connection throws(RepositoryFailure) in try connection.rows("SELECT 1") { $0.integer(0) }
        }
    }
}

extension FleetDatabase: VerificationRepository {
    /// The server keeps checksums and references itself.
    package func fileDefects() async throws(RepositoryFailure) -> [StoredDefect] { [] }

    package func countDefects() async throws(RepositoryFailure) -> [StoredDefect] {
        try await read { connection throws(RepositoryFailure) in try Self.countDefects(on: connection) }
    }

    package func indexDefects() async throws(RepositoryFailure) -> [StoredDefect] {
        try await read { connection throws(RepositoryFailure) in
            try ArtworkWords.isComplete(on: connection) ? [] : [.indexDiffers]
        }
    }
}
