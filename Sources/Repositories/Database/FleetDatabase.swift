package import Domain
package import PlatformPostgreSQL
package import PlatformSQL

/// A PostgreSQL database that services share. Writes take turns over all of them, and those of one service that wait share
/// a commit.
package final class FleetDatabase: SQLStore {
    private let writer: GroupCommitWriter
    private let reader: ReaderPool
    package let likenesses: LikenessCache

    /// Connects, and creates or migrates the tables first if necessary. Blocks until that is done. `readerCount`: the
    /// number of connections for reads. `isExclusive`: keeps other exclusive services from it as long as it is open.
    ///
    /// Throws `.unreachable` without a server, `.denied` without rights, `.newer` if a newer version wrote the tables, and
    /// `.foreign` if an earlier development build did.
    package init(
        _ settings: PostgreSQLSettings, readers readerCount: Int = 3, isExclusive: Bool = false
    ) throws(RepositoryFailure) {
        var writer = settings
        writer.isExclusive = isExclusive
        let writing = try Self.connect(writer)
        try MigrationNote.check(writing)
        try PostgreSQLSchema.apply(to: writing)
        try ArtworkWords.bringUpToDate(on: writing)
        self.writer = try GroupCommitWriter(writing)
        var readers: [DatabaseReader] = []
        for _ in 0..<readerCount { readers.append(try DatabaseReader(try Self.connect(settings))) }
        reader = ReaderPool(readers)
        likenesses = LikenessCache(reader)
    }

    package func read<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await reader.read(work)
    }

    package func write<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await writer.write(work)
    }

    /// Commits pending writes and closes the connections; later requests fail.
    package func close() async {
        await reader.close()
        await writer.close()
    }

    private static func connect(
        _ settings: PostgreSQLSettings
    ) throws(RepositoryFailure) -> sending PostgreSQLConnection {
        do throws(SQLFailure) { return try PostgreSQLConnection(settings) } catch { throw RepositoryFailure(error) }
    }
}
