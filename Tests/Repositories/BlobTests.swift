import Domain
import Glibc
import PlatformConcurrency
import PlatformDigest
import PlatformSystem
import Repositories
import Testing

@Suite("Blobs")
struct BlobTests {
    @Test("a stored file is complete under its digest, and no partial file is left")
    func takes() async throws {
        try await withBlobs { blobs, folder async throws in
            let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let identity = try write(bytes, "a.png", in: folder)
            let taken = try await blobs.take(identity, from: folder, limit: 300_000)
            #expect(
                taken == TakenFile(digest: sha256(bytes), size: 300_000, head: Array(bytes[..<PictureFormat.headBytes]))
            )
            #expect(try await blobs.read(taken.digest, limit: 300_000) == bytes)
            let place = blobs.place(of: taken.digest)
            #expect(try FileDescriptor.folder(place.folder).entry(place.name)?.size == 300_000)
            #expect(try await blobs.take(identity, from: folder, limit: 300_000) == taken)
            #expect(try parts(folder) == [])
        }
    }

    @Test("peeking reads the whole file and leaves no blob")
    func peeks() async throws {
        try await withBlobs { blobs, folder async throws in
            let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let identity = try write(bytes, "a.txt", in: folder)
            let seen = try await blobs.peek(identity, from: folder, limit: 300_000)
            let head = Array(bytes[..<PictureFormat.headBytes])
            #expect(seen == TakenFile(digest: sha256(bytes), size: 300_000, head: head, bytes: bytes))
            await #expect(throws: TakeFailure.source(.tooLarge(bytes: 300_000, limit: 9))) {
                _ = try await blobs.peek(identity, from: folder, limit: 9)
            }
            #expect(try await blobs.all() == [])
            #expect(try parts(folder) == [])
        }
    }

    @Test("a picture without its end is recognised, however far its end is from the file's")
    func cut() async throws {
        try await withBlobs { blobs, folder async throws in
            let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 1, count: 60)
            let film = [UInt8](repeating: 5, count: 200_000)
            for (bytes, isCut) in [
                (head, true), (head + film, true), (head + [0xFF, 0xD9], false), (head + film + [0xFF, 0xD9], false),
                (head + [0xFF, 0xD9] + film, false), (Array("no picture".utf8), false),
            ] {
                let identity = try write(bytes, "a.jpg", in: folder)
                #expect(try await blobs.take(identity, from: folder, limit: 1 << 20).isCut == isCut)
                #expect(try await blobs.peek(identity, from: folder, limit: 1 << 20).isCut == isCut)
            }
        }
    }

    @Test("an empty file has a digest and no head")
    func takesEmpty() async throws {
        try await withBlobs { blobs, folder async throws in
            let identity = try write([], "a.txt", in: folder)
            let taken = try await blobs.take(identity, from: folder, limit: 0)
            #expect(taken == TakenFile(digest: sha256([]), size: 0, head: []))
        }
    }

    @Test("stored bytes are found again, also after a restart, and removing twice is harmless")
    func stores() async throws {
        try await withBlobs { blobs, folder async throws in
            let digest = try await blobs.store([1, 2, 3])
            #expect(digest == sha256([1, 2, 3]))
            #expect(try await blobs.store([1, 2, 3]) == digest)
            let next = try DiskBlobRepository(folder: folder, threads: ThreadExecutor(name: "blobs"))
            #expect(try await next.read(digest, limit: 3) == [1, 2, 3])
            await #expect(throws: FileFailure.tooLarge(bytes: 3, limit: 2)) { try await next.read(digest, limit: 2) }
            try await next.remove([digest, sha256([9])], .unneeded) { _ in [] }
            try await next.remove([digest], .unneeded) { _ in [] }
            await #expect(throws: FileFailure.missing) { try await next.read(digest, limit: 3) }
            #expect(try await next.all() == [])
        }
    }

    @Test("a blob damaged by a power cut is restored from its source, if that is unchanged")
    func renews() async throws {
        try await withBlobs { blobs, folder async throws in
            let identity = try write([1, 2, 3], "a.png", in: folder)
            let digest = try await blobs.take(identity, from: folder, limit: 3).digest
            #expect(try await blobs.renew(digest, from: identity, in: folder, limit: 3) == false)
            try truncate(blobs, digest)
            #expect(try await blobs.renew(digest, from: identity, in: folder, limit: 3))
            #expect(try await blobs.read(digest, limit: 3) == [1, 2, 3])
            try await blobs.remove([digest], .unneeded) { _ in [] }
            await blobs.release(digest)
            let place = blobs.place(of: digest)
            try FileDescriptor.folder(place.folder).unlink(place.name)
            #expect(try await blobs.renew(digest, from: identity, in: folder, limit: 3))
            #expect(try await blobs.read(digest, limit: 3) == [1, 2, 3])
            #expect(try await blobs.renew(sha256([9]), from: identity, in: folder, limit: 3) == false)
            #expect(try parts(folder) == [])
        }
    }

    @Test("a damaged blob is restored from bytes that match its digest, and from no others")
    func renewsBytes() async throws {
        try await withBlobs { blobs, folder async throws in
            let digest = try await blobs.store([1, 2, 3])
            #expect(try await blobs.renew(digest, with: [1, 2, 3]) == false, "it is intact")
            try truncate(blobs, digest)
            #expect(try await blobs.renew(digest, with: [1, 2, 4]) == false)
            #expect(try await blobs.isWhole(digest) == false)
            #expect(try await blobs.renew(digest, with: [1, 2, 3]))
            #expect(try await blobs.read(digest, limit: 3) == [1, 2, 3])
            #expect(try parts(folder) == [])
        }
    }

    @Test("a blob of the wrong size is replaced, by both ways of storing")
    func repairs() async throws {
        try await withBlobs { blobs, folder async throws in
            let identity = try write([1, 2, 3], "a.png", in: folder)
            let digest = try await blobs.store([1, 2, 3])
            try truncate(blobs, digest)
            _ = try await blobs.take(identity, from: folder, limit: 3)
            #expect(try await blobs.read(digest, limit: 3) == [1, 2, 3])
            try truncate(blobs, digest)
            _ = try await blobs.store([1, 2, 3])
            #expect(try await blobs.read(digest, limit: 3) == [1, 2, 3])
        }
    }

    @Test("a file that differs from its listing is reported as changing")
    func changes() async throws {
        try await withBlobs { blobs, folder async throws in
            let identity = try write([1, 2, 3], "a.png", in: folder)
            _ = try write([1, 2, 3, 4], "a.png", in: folder)
            await #expect(throws: TakeFailure.source(.changing)) {
                try await blobs.take(identity, from: folder, limit: 9)
            }
            #expect(try parts(folder) == [])
        }
    }

    @Test("missing, irregular and too large files are rejected")
    func refuses() async throws {
        try await withBlobs { blobs, folder async throws in
            let identity = try write([1, 2, 3], "a.png", in: folder)
            await #expect(throws: TakeFailure.source(.tooLarge(bytes: 3, limit: 2))) {
                try await blobs.take(identity, from: folder, limit: 2)
            }
            #expect(symlink("a.png", folder.appending("link.png").shown) == 0)
            #expect(mkfifo(folder.appending("fifo.png").shown, 0o600) == 0)
            try FileDescriptor.folder(folder).makeFolder(FileName("folder.png"))
            for name in ["link.png", "fifo.png", "folder.png"] {
                await #expect(throws: TakeFailure.source(.notRegular), "\(name)") {
                    try await blobs.take(named(name, identity), from: folder, limit: 9)
                }
            }
            await #expect(throws: TakeFailure.source(.missing)) {
                try await blobs.take(named("gone.png", identity), from: folder, limit: 9)
            }
            #expect(try parts(folder) == [])
        }
    }

    @Test("failures of the store are distinguished from failures of the file")
    func blames() async throws {
        try await withBlobs { blobs, folder async throws in
            let identity = try write([1, 2, 3], "a.png", in: folder)
            let root = try FileDescriptor.folder(folder)
            try root.rename(FileName("blobs"), to: FileName("elsewhere"), in: root)
            await #expect(throws: TakeFailure.store(.missing)) {
                try await blobs.take(identity, from: folder, limit: 9)
            }
        }
    }

    @Test("a start removes partial files left by a crash")
    func cleans() async throws {
        try await withBlobs { _, folder in
            let root = folder.appending("blobs")
            _ = try write([1], "7.part", in: root)
            _ = try DiskBlobRepository(folder: folder, threads: ThreadExecutor(name: "blobs"))
            #expect(try parts(folder) == [])
        }
    }

    private func withBlobs(_ body: (DiskBlobRepository, FolderPath) async throws -> Void) async throws {
        try await withFolder { folder in
            let threads = ThreadExecutor(name: "blobs", threads: 2)
            try await body(try DiskBlobRepository(folder: folder, threads: threads), folder)
            await threads.shutdown()
        }
    }

    private func write(_ bytes: [UInt8], _ name: String, in folder: FolderPath) throws -> FileIdentity {
        let open = try FileDescriptor.folder(folder)
        try open.unlink(FileName(name))
        try open.create(FileName(name)).write(bytes)
        return try #require(try open.entry(FileName(name))).identity
    }

    private func named(_ name: String, _ identity: FileIdentity) -> FileIdentity {
        FileIdentity(
            name: FileName(name), inode: identity.inode, size: identity.size, modified: identity.modified)
    }

    private func truncate(_ blobs: DiskBlobRepository, _ digest: Digest) throws {
        let place = blobs.place(of: digest)
        try #require(Glibc.truncate(place.folder.appending(place.name).shown, 0) == 0)
    }

    private func parts(_ folder: FolderPath) throws -> [FileName] {
        try FileDescriptor.folder(folder.appending("blobs")).list().map(\.name).filter { $0.ending == "part" }
    }
}
