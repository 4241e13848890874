import Domain
import PlatformConcurrency
import PlatformDigest
import PlatformSystem
import Repositories
import TestPostgreSQL
import Testing

@Suite("Moving pictures between a folder and PostgreSQL", .enabled(if: PostgreSQLServer.isInstalled))
struct PictureTransferTests {
    /// Lends the pictures of a state folder, the server's, and those of another folder.
    private func lend(
        _ body: (DiskBlobRepository, DatabaseBlobStore, DiskBlobStore) async throws -> Void
    ) async throws {
        try await MigrationFixture.lend { fixture async throws in
            try await fixture.server { _ in }
            let threads = ThreadExecutor(name: "disk", threads: 1)
            let server = try DatabaseBlobStore(fixture.schema.settings, connections: 1)
            let other = fixture.state.appending("other").asRoot
            try FileDescriptor.makeFolder(other, .owner)
            do {
                try await body(
                    try DiskBlobRepository(folder: fixture.state, threads: threads), server,
                    DiskBlobStore(try DiskBlobRepository(folder: other, threads: threads)))
            } catch {
                await server.close()
                await threads.shutdown()
                throw error
            }
            await server.close()
            await threads.shutdown()
        }
    }

    private func fill(_ files: DiskBlobRepository, _ numbers: Range<Int>) async throws {
        for number in numbers { await files.release(try await files.store(Self.picture(number))) }
    }

    private static func picture(_ number: Int) -> [UInt8] { Array("picture \(number)".utf8) }

    private func content(of store: any BlobStore) async throws -> [Digest: [UInt8]] {
        var found: [Digest: [UInt8]] = [:]
        for blob in try await store.list(after: nil, limit: 10_000) {
            found[blob.digest] = try await store.get(blob.digest, limit: 1_000)
        }
        return found
    }

    private func expected(_ numbers: Range<Int>) -> [Digest: [UInt8]] {
        Dictionary(uniqueKeysWithValues: numbers.map { (sha256(Self.picture($0)), Self.picture($0)) })
    }

    @Test(
        "Those that were copied ahead are not copied again, those that were erased since are erased, and all come back")
    func thereAndBack() async throws {
        try await lend { files, server, other async throws in
            let folder = DiskBlobStore(files)
            try await fill(files, 0..<50)
            let ahead = try await PictureTransfer(from: folder, to: server).run(isWhole: false)
            #expect(ahead.copied == 50 && ahead.present == 0)
            try await fill(files, 50..<60)
            for number in 0..<5 { try await folder.delete(sha256(Self.picture(number))) }
            // As a file that a power failure has left empty would be.
            _ = try await server.put(sha256(Self.picture(7)), [], replacing: true)
            let rest = try await PictureTransfer(from: folder, to: server).run(isWhole: true)
            #expect(rest.copied == 11 && rest.present == 44 && rest.removed == 5 && rest.damaged == 0)
            #expect(try await content(of: server) == expected(5..<60))
            let back = try await PictureTransfer(from: server, to: other).run(isWhole: false)
            #expect(back.copied == 55)
            #expect(try await content(of: other) == expected(5..<60))
        }
    }

    @Test("An interrupted copy goes on where it ended")
    func interrupted() async throws {
        try await lend { files, server, _ async throws in
            let folder = DiskBlobStore(files)
            try await fill(files, 0..<20)
            let stopping = PictureTransfer(from: folder, to: server) { progress throws(RepositoryFailure) in
                if case .pictures(count: 8, _) = progress { throw .full }
            }
            await #expect(throws: MigrationFailure.database(.target, .full)) { try await stopping.run(isWhole: true) }
            let rest = try await PictureTransfer(from: folder, to: server).run(isWhole: true)
            #expect(rest.copied == 12 && rest.present == 8)
            #expect(try await content(of: server) == expected(0..<20))
        }
    }

    @Test("A picture whose content is not its own is left out and counted")
    func damaged() async throws {
        try await lend { files, server, _ async throws in
            let folder = DiskBlobStore(files)
            try await fill(files, 0..<3)
            let place = files.place(of: sha256(Self.picture(1)))
            try FileDescriptor.folder(place.folder).replace(place.name, with: Array("something else".utf8))
            let moved = try await PictureTransfer(from: folder, to: server).run(isWhole: true)
            #expect(moved.copied == 2 && moved.damaged == 1)
            #expect(try await server.existing(among: [sha256(Self.picture(1))]).isEmpty)
        }
    }

    @Test("A folder in which nothing was stored yet has no pictures")
    func empty() async throws {
        try await lend { _, server, _ async throws in
            let threads = ThreadExecutor(name: "disk", threads: 1)
            let nothing = DiskBlobRepository(reading: FolderPath("/nowhere"), threads: threads)
            #expect(
                try await PictureTransfer(from: DiskBlobStore(nothing), to: server).run(isWhole: true)
                    == MovedPictures())
            await threads.shutdown()
        }
    }
}
