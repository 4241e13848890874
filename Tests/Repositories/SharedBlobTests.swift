import Domain
import PlatformDigest
import PlatformSystem
import Repositories
import Testing

@Suite("Blobs of every place")
struct BlobPlaceTests {
    @Test("A stored blob is found, read and opened, within its limit", arguments: BlobPlace.allCases)
    func stored(place: BlobPlace) async throws {
        try await withBlobs(place) { blobs, _ in
            let digest = try await blobs.store([1, 2, 3])
            #expect(digest == sha256([1, 2, 3]))
            #expect(try await blobs.store([1, 2, 3]) == digest)
            #expect(try await blobs.read(digest, limit: 3) == [1, 2, 3])
            await #expect(throws: FileFailure.tooLarge(bytes: 3, limit: 2)) { try await blobs.read(digest, limit: 2) }
            #expect(try await blobs.exists(digest))
            #expect(try await blobs.isWhole(digest))
            let file = try await blobs.place(of: digest)
            #expect(try FileDescriptor.folder(file.folder).file(beneath: file.name).all(limit: 9) == [1, 2, 3])
            #expect(try await blobs.all() == [digest])
            let other = sha256([9])
            #expect(try await !blobs.exists(other))
            #expect(try await !blobs.isWhole(other))
            await #expect(throws: FileFailure.missing) { try await blobs.read(other, limit: 9) }
            #expect(try await blobs.missing(among: [digest, other]) == [other])
        }
    }

    @Test("A taken file is stored once, and what isn't the file that was seen isn't", arguments: BlobPlace.allCases)
    func taken(place: BlobPlace) async throws {
        try await withBlobs(place) { blobs, folder in
            let open = try FileDescriptor.folder(folder)
            try open.replace(FileName("a.png"), with: [5, 6])
            let identity = try #require(try open.entry(FileName("a.png"))).identity
            let taken = try await blobs.take(identity, from: folder, limit: 9)
            #expect(taken.digest == sha256([5, 6]) && taken.size == 2)
            #expect(try await blobs.take(identity, from: folder, limit: 9) == taken)
            #expect(try await blobs.read(taken.digest, limit: 9) == [5, 6])
            try open.replace(FileName("a.png"), with: [5, 7])
            await #expect(throws: TakeFailure.source(.changing)) {
                _ = try await blobs.take(identity, from: folder, limit: 9)
            }
            #expect(try await blobs.all() == [taken.digest])
        }
    }

    @Test(
        "A missing blob is restored from bytes or a file with its content, and from nothing else",
        arguments: BlobPlace.allCases)
    func restored(place: BlobPlace) async throws {
        try await withBlobs(place) { blobs, folder in
            let (one, other) = (sha256([1]), sha256([2]))
            #expect(try await !blobs.renew(one, with: [3]))
            #expect(try await blobs.renew(one, with: [1]))
            #expect(try await !blobs.renew(one, with: [1]))
            let open = try FileDescriptor.folder(folder)
            try open.replace(FileName("b"), with: [2])
            let identity = try #require(try open.entry(FileName("b"))).identity
            #expect(try await !blobs.renew(sha256([7]), from: identity, in: folder, limit: 9))
            #expect(try await blobs.renew(other, from: identity, in: folder, limit: 9))
            #expect(try await blobs.read(one, limit: 9) == [1])
            #expect(try await blobs.read(other, limit: 9) == [2])
        }
    }

    @Test("What is held or needed is not removed; a forgotten blob is gone at once", arguments: BlobPlace.allCases)
    func removed(place: BlobPlace) async throws {
        try await withBlobs(place) { blobs, _ in
            let (held, needed, free) = (
                try await blobs.store([1]), try await blobs.store([2]), try await blobs.store([3])
            )
            await blobs.release(needed)
            await blobs.release(free)
            try await blobs.remove([held, needed, free, sha256([9])], .forgotten) { _ in [needed] }
            #expect(try await Set(blobs.all()) == [held, needed])
            #expect(try await !blobs.exists(free))
            #expect(try await blobs.store([3]) == free)
            #expect(try await blobs.read(free, limit: 1) == [3])
        }
    }

    @Test(
        "A check visits every blob once, in order, and tells which are held", arguments: BlobPlace.allCases, [1, 3, 9])
    func checked(place: BlobPlace, limit: Int) async throws {
        try await withBlobs(place) { blobs, _ in
            var digests: [Digest] = []
            for byte in 0..<8 as Range<UInt8> { digests.append(try await blobs.store([byte])) }
            for digest in digests.dropFirst() { await blobs.release(digest) }
            var (found, after): ([BlobCheck.Checked], Digest?) = ([], nil)
            repeat {
                let step = try await blobs.check(after: after, bytes: 1 << 20, limit: limit)
                found += step.blobs
                after = step.next
            } while after != nil
            #expect(found.map(\.digest) == digests.sorted() && found.allSatisfy { $0.isWhole && $0.bytes == 1 })
            #expect(found.filter(\.isHeld).map(\.digest) == [digests[0]])
        }
    }
}

@Suite("Shared blobs")
struct SharedBlobTests {
    @Test("A blob is in the store before it is returned, and without the store nothing is kept")
    func order() async throws {
        let store = MemoryBlobStore()
        try await withNode(store) { node in
            let digest = try await node.blobs.store([1])
            #expect(await store.digests == [digest])
            let failure = FileFailure.sharedStore(.unreachable("no route"))
            await store.fail(failure)
            await #expect(throws: failure) { _ = try await node.blobs.store([2]) }
            let file = try node.write([3], "c.png")
            await #expect(throws: TakeFailure.store(failure)) {
                _ = try await node.blobs.take(file, from: node.folder, limit: 9)
            }
            await #expect(throws: failure) { _ = try await node.blobs.read(sha256([2]), limit: 9) }
            // What is here can be read without the store.
            #expect(try await node.blobs.read(digest, limit: 9) == [1])
            await store.fail(nil)
            #expect(try await node.blobs.take(file, from: node.folder, limit: 9).digest == sha256([3]))
            #expect(await store.digests == [digest, sha256([3])])
        }
    }

    @Test("Garbage is removed by two sightings a day apart, unless it is needed or stored again in between")
    func garbage() async throws {
        let (store, time) = (MemoryBlobStore(), TestTime())
        try await withNode(store, time: time) { node in
            var digests: [Digest] = []
            for byte in 0..<3 as Range<UInt8> {
                digests.append(try await node.blobs.store([byte]))
                await node.blobs.release(digests[Int(byte)])
            }
            try await node.blobs.remove(digests, .unneeded) { _ in [] }
            #expect(await store.digests.count == 3)
            // Looked at again within a day.
            time.pass(3_600_000)
            try await node.blobs.remove(digests, .unneeded) { _ in [] }
            #expect(await store.digests.count == 3)
            _ = try await node.blobs.store([0])
            await node.blobs.release(digests[0])
            try await node.passDay()
            time.pass(86_400_000)
            try await node.blobs.remove([], .unneeded) { [needed = digests[1]] _ in [needed] }
            #expect(await store.digests == [digests[0], digests[1]])
            await #expect(throws: FileFailure.missing) { _ = try await node.blobs.read(digests[2], limit: 9) }
            // A sighting while it was needed doesn't count.
            time.pass(86_400_000)
            try await node.blobs.remove([digests[1]], .unneeded) { _ in [] }
            #expect(await store.digests == [digests[0], digests[1]])
        }
    }

    @Test("A blob that is stored while another service deletes it is refused for the moment, and stored again then")
    func deleting() async throws {
        let store = MemoryBlobStore()
        try await withFolder { folder in
            let database = try SpoolDatabase(folder: folder)
            let one = try BlobNode(folder.appending("one"), store, database)
            let two = try BlobNode(folder.appending("two"), store, database)
            let digest = try await one.blobs.store([1])
            await one.blobs.release(digest)
            await store.onRequest { request in
                guard request == .delete else { return }
                await #expect(throws: FileFailure.sharedStore(.busy)) { _ = try await two.blobs.store([1]) }
            }
            try await one.blobs.remove([digest], .forgotten) { _ in [] }
            await store.onRequest(nil)
            #expect(await store.digests == [])
            #expect(try await two.blobs.store([1]) == digest)
            #expect(await store.digests == [digest])
            // What another service has just stored again is not forgotten with a job of this one.
            try await one.blobs.remove([digest], .forgotten) { _ in [] }
            #expect(await store.digests == [digest])
            await database.close()
        }
    }

    @Test("A service that dies while it deletes keeps nobody from storing the blob again later")
    func crashed() async throws {
        let store = MemoryBlobStore()
        try await withNode(store) { node in
            let digest = try await node.blobs.store([1])
            await node.blobs.release(digest)
            await store.onRequest { request in
                if request == .delete { await store.fail(.sharedStore(.unreachable("killed"))) }
            }
            await #expect(throws: FileFailure.self) {
                try await node.blobs.remove([digest], .forgotten) { _ in [] }
            }
            await store.onRequest(nil)
            await store.fail(nil)
            await #expect(throws: FileFailure.sharedStore(.busy)) { _ = try await node.blobs.store([1]) }
            try await node.passDay()
            #expect(try await node.blobs.store([1]) == digest)
            #expect(await store.digests == [digest])
        }
    }

    @Test("A local copy is fetched when it is missing or damaged, and the oldest are removed when they are too many")
    func copies() async throws {
        let (store, time) = (MemoryBlobStore(), TestTime())
        try await withNode(store, limit: 100, time: time) { node in
            var digests: [Digest] = []
            for byte in 0..<10 as Range<UInt8> {
                let digest = try await node.blobs.store([UInt8](repeating: byte, count: 30))
                digests.append(digest)
                if byte > 0 { await node.blobs.release(digest) }
                time.pass(11 * 60_000)
            }
            let files = node.folder.appending("blobs")
            func local() throws -> Int {
                try FileDescriptor.folder(files).list().filter { $0.kind == .folder }.reduce(0) { sum, shelf in
                    sum + (try FileDescriptor.folder(files.appending(shelf.name)).list().count)
                }
            }
            // One is held, the others fit.
            #expect(try local() <= 4)
            let place = try await node.blobs.place(of: digests[0])
            #expect(try FileDescriptor.folder(place.folder).entry(place.name) != nil)
            let fetched = try await node.blobs.place(of: digests[1])
            #expect(try FileDescriptor.folder(fetched.folder).entry(fetched.name)?.size == 30)
            try FileDescriptor.folder(fetched.folder).replace(fetched.name, with: [1])
            #expect(try await node.blobs.read(digests[1], limit: 99) == [UInt8](repeating: 1, count: 30))
            await store.harm(digests[2])
            await #expect(throws: FileFailure.damaged) { _ = try await node.blobs.place(of: digests[2]) }
            #expect(try await !node.blobs.isWhole(digests[2]))
            #expect(try await node.blobs.renew(digests[2], with: [UInt8](repeating: 2, count: 30)))
            #expect(try await node.blobs.isWhole(digests[2]))
        }
    }

    @Test("A check finds damage in every store, sets it aside, and a local copy restores what is missing")
    func verified() async throws {
        let (store, old) = (MemoryBlobStore(), MemoryBlobStore(.disk))
        try await withNode(store, earlier: [old]) { node in
            let one = try await node.blobs.store([1])
            let other = sha256([2])
            _ = try await old.put(other, [2], replacing: false)
            #expect(try await node.blobs.read(other, limit: 9) == [2])
            #expect(try await Set(node.blobs.all()) == [one, other])
            await old.harm(other)
            let check = try await node.blobs.check(after: nil, bytes: 99, limit: 9)
            #expect(check.blobs.filter { !$0.isWhole }.map(\.digest) == [other])
            try await node.blobs.setAside(other)
            #expect(await old.digests == [])
            let aside = node.folder.appending("blobs").appending("quarantine")
            #expect(try FileDescriptor.folder(aside).list().map(\.name.shown) == [other.hex])
            #expect(try await node.blobs.missing(among: [one, other, sha256([3])]) == [sha256([3])])
            #expect(await store.digests == [one, other])
        }
    }

    @Test("While one of two stores can't be read, a blob isn't known to be missing")
    func unknown() async throws {
        let (store, old) = (MemoryBlobStore(), MemoryBlobStore(.disk))
        try await withNode(store, earlier: [old]) { node in
            await old.fail(.sharedStore(.unreachable("no route")))
            await #expect(throws: FileFailure.sharedStore(.unreachable("no route"))) {
                _ = try await node.blobs.isWhole(sha256([1]))
            }
        }
    }
}

@Suite("Moving blobs")
struct BlobMoverTests {
    @Test("Blobs of earlier stores are moved, damaged ones stay, and what is there already is left")
    func moves() async throws {
        let (store, old, oldest) = (MemoryBlobStore(), MemoryBlobStore(.database), MemoryBlobStore(.disk))
        try await withNode(store, earlier: [old, oldest]) { node async throws in
            let own = try await node.blobs.store([0])
            for byte in 1..<6 as Range<UInt8> { _ = try await old.put(sha256([byte]), [byte], replacing: false) }
            for byte in 4..<9 as Range<UInt8> { _ = try await oldest.put(sha256([byte]), [byte], replacing: false) }
            await oldest.harm(sha256([8]))
            let mover = BlobMover(node.blobs)
            #expect(mover.target == .s3)
            let step = try await mover.moveSome()
            #expect(step == BlobMoveStep(moved: 9, bytes: 9, left: 0, damaged: [sha256([8])]))
            #expect(await old.digests == [])
            #expect(await oldest.digests == [sha256([8])])
            #expect(await store.digests == Set((0..<8 as Range<UInt8>).map { sha256([$0]) }))
            #expect(try await mover.moveSome() == BlobMoveStep())
            #expect(try await node.blobs.read(own, limit: 1) == [0])
            #expect(try await node.blobs.read(sha256([7]), limit: 1) == [7])
        }
    }

    @Test("A move that is cut off deletes nothing that isn't whole in the new store, and goes on")
    func interrupted() async throws {
        let (store, old) = (MemoryBlobStore(), MemoryBlobStore(.disk))
        try await withNode(store, earlier: [old]) { node async throws in
            let all = Set((0..<5 as Range<UInt8>).map { sha256([$0]) })
            for byte in 0..<5 as Range<UInt8> { _ = try await old.put(sha256([byte]), [byte], replacing: false) }
            let mover = BlobMover(node.blobs)
            let failure = FileFailure.sharedStore(.unreachable("gone"))
            await store.onRequest { request in if request == .get { await store.fail(failure) } }
            await #expect(throws: failure) { _ = try await mover.moveSome() }
            #expect(await old.digests == all)
            await store.onRequest(nil)
            await store.fail(nil)
            #expect(try await mover.moveSome().moved == 5)
            #expect(await store.digests == all)
            #expect(await old.digests == [])
        }
    }

    @Test("A blob that moves while it is looked for is found") func raced() async throws {
        let (store, old) = (MemoryBlobStore(), MemoryBlobStore(.disk))
        try await withNode(store, earlier: [old]) { node async throws in
            let digest = sha256([1])
            _ = try await old.put(digest, [1], replacing: false)
            await old.onRequest { request in
                guard request == .get || request == .existing else { return }
                await old.onRequest(nil)
                _ = try? await store.put(digest, [1], replacing: false)
                try? await old.delete(digest)
            }
            #expect(try await node.blobs.read(digest, limit: 1) == [1])
        }
    }

    @Test("Without the store nothing is ready to be bought") func readiness() async throws {
        let store = MemoryBlobStore()
        try await withNode(store) { node async throws in
            try await node.blobs.checkReadiness()
            await store.fail(.sharedStore(.refused("no")))
            await #expect(throws: FileFailure.sharedStore(.refused("no"))) { try await node.blobs.checkReadiness() }
        }
    }
}
