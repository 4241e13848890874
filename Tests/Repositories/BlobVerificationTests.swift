import Domain
import PlatformConcurrency
import PlatformDigest
import PlatformSystem
import Repositories
import Testing

@Suite("Damaged blobs")
struct BlobVerificationTests {
    @Test("A blob with a flipped bit is never read, and is found and set aside by a check")
    func flipped() async throws {
        try await withBlobs { blobs, folder in
            let digests = try await stored(20, in: blobs).sorted()
            let harmed = digests[7]
            try flip(harmed, in: blobs)
            await #expect(throws: FileFailure.damaged) { try await blobs.read(harmed, limit: 1_000) }
            let check = try await blobs.check(after: nil, bytes: 1 << 20, limit: 100)
            #expect(check.blobs.map(\.digest) == digests && check.next == nil)
            #expect(check.blobs.filter { !$0.isWhole }.map(\.digest) == [harmed])
            for digest in digests { try await blobs.setAside(digest) }
            await #expect(throws: FileFailure.missing) { try await blobs.read(harmed, limit: 1_000) }
            #expect(try await blobs.missing(among: digests) == [harmed])
            #expect(try await Set(blobs.all()) == Set(digests).subtracting([harmed]))
            #expect(try quarantined(folder) == [harmed.hex])
            // Nothing is left of a picture that is removed for good.
            for digest in digests { await blobs.release(digest) }
            try await blobs.remove([harmed], .unneeded) { _ in [] }
            #expect(try quarantined(folder) == [])
        }
    }

    @Test("Steps of a check visit each blob once, in order, whatever their size", arguments: [1, 3, 20, 21])
    func steps(limit: Int) async throws {
        try await withBlobs { blobs, _ in
            let digests = try await stored(20, in: blobs).sorted()
            for bytes in [1, 1 << 20] as [Int64] {
                var seen: [Digest] = []
                var after: Digest?
                repeat {
                    let step = try await blobs.check(after: after, bytes: bytes, limit: limit)
                    #expect(step.blobs.count <= (bytes == 1 ? 1 : limit))
                    seen += step.blobs.map(\.digest)
                    after = step.next
                } while after != nil
                #expect(seen == digests)
            }
        }
    }

    @Test("A check tells which blobs are held") func held() async throws {
        try await withBlobs { blobs, _ in
            let digests = try await stored(2, in: blobs)
            await blobs.release(digests[0])
            let check = try await blobs.check(after: nil, bytes: 100, limit: 100)
            #expect(check.blobs.filter(\.isHeld).map(\.digest) == [digests[1]])
        }
    }

    private func withBlobs(_ body: (DiskBlobRepository, FolderPath) async throws -> Void) async throws {
        try await withFolder { folder in
            let threads = ThreadExecutor(name: "blobs", threads: 2)
            try await body(try DiskBlobRepository(folder: folder, threads: threads), folder)
            await threads.shutdown()
        }
    }

    private func stored(_ count: UInt8, in blobs: DiskBlobRepository) async throws -> [Digest] {
        var digests: [Digest] = []
        for byte in 0..<count { digests.append(try await blobs.store([byte, 1, 2])) }
        return digests
    }

    private func flip(_ digest: Digest, in blobs: DiskBlobRepository) throws {
        let place = blobs.place(of: digest)
        let folder = try FileDescriptor.folder(place.folder)
        var bytes = try folder.file(beneath: place.name).all(limit: 1_000)
        bytes[1] ^= 4
        try folder.replace(place.name, with: bytes)
    }

    private func quarantined(_ folder: FolderPath) throws -> [String] {
        try FileDescriptor.folder(folder.appending("blobs").appending("quarantine")).list().map(\.name.shown)
    }
}
