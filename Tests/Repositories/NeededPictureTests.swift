import Domain
import MVISimulation
import PlatformConcurrency
import PlatformDigest
import PlatformSystem
import Repositories
import Testing

@Suite("Needed pictures")
struct NeededPictureTests {
    @Test("a dropped picture is needed until all of its jobs have ended", arguments: SpoolKind.allCases)
    func dropped(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let picture = StoredPicture(digest: try Samples.digest(1), format: .png)
            let first = try await spool.accepted(1)
            let second = try await spool.accepted(2)
            for job in [first, second] {
                #expect(try await spool.jobs.move(job.id, to: .queued, picture: picture, token: 0, at: 2))
            }
            #expect(try await spool.contents.pictures(of: first.drop) == [picture.digest])
            let asked = [picture.digest, try Samples.digest(2)]
            #expect(try await spool.jobs.move(first.id, to: .done, picture: nil, token: 0, at: 3))
            #expect(try await spool.contents.neededPictures(among: asked) == [picture.digest])
            #expect(try await spool.jobs.move(second.id, to: .failed(.pictureLost), picture: nil, token: 0, at: 3))
            #expect(try await spool.contents.neededPictures(among: asked) == [])
        }
    }

    @Test(
        "an input picture is needed until its job has ended, and belongs to its drop",
        arguments: SpoolKind.allCases)
    func given(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let digest = try Samples.digest(4)
            let drop = Samples.drop(1)
            _ = try await spool.drops.claim([drop], at: 1)
            let sample = Samples.job(1, of: drop)
            let job = Job(
                id: sample.id, drop: drop.id, line: 0, folder: sample.folder, name: sample.name, outbox: sample.outbox,
                request: Request(source: .edit("say \"edit\"", digest, .png)), created: 1)
            let words = Job(
                id: Samples.jobID(2), drop: drop.id, line: 1, folder: sample.folder, name: sample.name,
                outbox: sample.outbox, request: Request(source: .prompt("say \"edit\"")), created: 1)
            let stored = try await spool.drops.accept(drop.id, content: nil, jobs: [job, words], at: 1)
            #expect(stored.map(\.request?.source) == [job.request?.source, words.request?.source])
            #expect(try await spool.contents.pictures(of: drop.id) == [digest])
            let asked = [try Samples.digest(5), digest]
            #expect(try await spool.contents.neededPictures(among: asked) == [digest])
            #expect(try await spool.jobs.move(job.id, to: .failed(.pictureLost), picture: nil, token: 0, at: 3))
            #expect(try await spool.contents.neededPictures(among: asked) == [])
        }
    }

    @Test(
        "every input picture is needed until its job has ended, and again once it is retried",
        arguments: SpoolKind.allCases)
    func inputs(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let digests = try (4...6).map { try Samples.digest($0) }
            let (first, second) = (try Samples.edit(1, of: digests), try Samples.edit(2, of: [digests[2]]))
            for (job, drop) in [first, second] {
                _ = try await spool.drops.claim([drop], at: 1)
                _ = try await spool.drops.accept(drop.id, content: nil, jobs: [job], at: 1)
            }
            #expect(try await Set(spool.contents.pictures(of: first.drop.id)) == Set(digests))
            #expect(try await spool.contents.pictures(of: second.drop.id) == [digests[2]])
            let asked = digests + [try Samples.digest(7)]
            #expect(try await spool.contents.neededPictures(among: asked) == Set(digests))
            let id = first.job.id
            #expect(try await spool.jobs.move(id, to: .failed(.pictureLost), picture: nil, token: 0, at: 3))
            #expect(try await spool.contents.neededPictures(among: asked) == [digests[2]])
            #expect(try await spool.drops.failedParts(of: first.drop.id).map(\.isRetryable) == [false])
            _ = try await spool.jobs.reopen(id, mayPayTwice: false, token: 1, at: 4).get()
            #expect(try await spool.contents.neededPictures(among: asked) == Set(digests))
            #expect(try await spool.jobs.move(id, to: .cancelled, picture: nil, token: 1, at: 5))
            #expect(try await spool.jobs.move(second.job.id, to: .done, picture: nil, token: 0, at: 5))
            #expect(try await spool.contents.neededPictures(among: asked) == [])
        }
    }

    @Test("dropped pictures of done jobs are kept within the bounds, the newest first", arguments: SpoolKind.allCases)
    func originals(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let digests = try (1...4).map { try Samples.digest(UInt8($0)) }
            let drops = (1...4).map { number in
                let sample = Samples.drop(number, inode: UInt64(number))
                let identity = FileIdentity(
                    name: sample.identity.name, inode: sample.identity.inode, size: 100,
                    modified: sample.identity.modified)
                return Drop(id: sample.id, folder: sample.folder, identity: identity)
            }
            let finish = { (index: Int, at: Int64) async throws in
                let (drop, job) = (drops[index], Samples.job(index + 1, of: drops[index]))
                let converted = Job(
                    id: job.id, drop: drop.id, line: 0, folder: job.folder, name: job.name, outbox: job.outbox,
                    request: Request(source: .picture(digests[index], .png)),
                    picture: StoredPicture(digest: digests[index], format: .png), created: 1)
                _ = try await spool.drops.claim([drop], at: 1)
                _ = try await spool.drops.accept(drop.id, content: nil, jobs: [converted], at: 1)
                let end: JobState = index == 3 ? .failed(.pictureLost) : .done
                #expect(try await spool.jobs.move(job.id, to: end, picture: nil, token: 0, at: UTCMillis(at)))
            }
            let day: Int64 = 24 * 60 * 60 * 1_000
            let bounds = RetentionBounds(days: 2, bytes: 200)
            let keep = { (index: Int, bounds: RetentionBounds, at: Int64) async throws in
                Set(try await spool.contents.keepDropped(of: drops[index].id, within: bounds, at: UTCMillis(at)))
            }
            let kept = { () async throws in try await spool.contents.neededPictures(among: digests) }
            try await finish(0, day)
            // A start between the job's end and the drop's must not remove it.
            #expect(try await kept().contains(digests[0]))
            #expect(try await keep(0, bounds, day).isEmpty)
            try await finish(1, day + 1)
            #expect(try await keep(1, bounds, day + 1).isEmpty)
            try await finish(3, day + 1)
            #expect(try await keep(3, bounds, day + 1).isEmpty)
            #expect(try await kept() == [digests[0], digests[1]])
            // Dropped again, the first is the newer one.
            #expect(try await keep(0, bounds, day + 2).isEmpty)
            try await finish(2, day + 3)
            #expect(try await keep(2, bounds, day + 3) == [digests[1]])
            #expect(try await kept() == [digests[0], digests[2]])
            #expect(try await keep(3, bounds, 3 * day + 2) == [digests[0]])
            #expect(try await keep(1, RetentionBounds(days: 2, bytes: 99), 3 * day + 2) == [digests[2]])
            #expect(try await kept().isEmpty)
            #expect(try await keep(0, bounds, 3 * day + 2).isEmpty)
            _ = try await spool.erasure.forget(Samples.jobID(1), at: 9)
            #expect(try await kept().isEmpty)
            #expect(try await keep(1, bounds, 3 * day + 3).isEmpty)
            #expect(try await keep(3, RetentionBounds(days: 0, bytes: 200), 3 * day + 3) == [digests[1]])
        }
    }

    @Test("a done job with a picture is queued again for another delivery, no other one", arguments: SpoolKind.allCases)
    func redelivered(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let picture = StoredPicture(digest: try Samples.digest(1), format: .png)
            let (job, other) = (try await spool.accepted(1), try await spool.accepted(2))
            #expect(try await spool.jobs.redeliver(job.id, token: 5, at: 2) == nil)
            for id in [job.id, other.id] {
                #expect(
                    try await spool.jobs.move(id, to: .done, picture: id == job.id ? picture : nil, token: 0, at: 3))
            }
            let queued = try #require(try await spool.jobs.redeliver(job.id, token: 5, at: 4))
            #expect(queued.state == .queued && queued.picture == picture && queued.outputs.isEmpty)
            #expect(queued.token == 5 && queued.retries == 1)
            #expect(try await spool.jobs.job(job.id) == queued)
            #expect(try await spool.jobs.redeliver(other.id, token: 5, at: 4) == nil)
            #expect(try await spool.contents.neededPictures(among: [picture.digest]) == [picture.digest])
        }
    }

    @Test("a generated picture is always needed", arguments: SpoolKind.allCases)
    func generated(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            let digest = try Samples.digest(3)
            var call = try Samples.call(1, of: job.id)
            #expect(try await spool.calls.begin(call, token: 0, at: 2))
            call.phase = .fetched
            let picture = StoredPicture(digest: digest, format: .png)
            call.picture = picture
            try await spool.calls.keep(call, at: 3)
            #expect(try await spool.contents.neededPictures(among: [digest]) == [digest])
            #expect(try await spool.jobs.move(job.id, to: .done, picture: picture, token: 0, at: 4))
            #expect(try await spool.contents.neededPictures(among: [digest]) == [digest])
        }
    }

    @Test("held blobs stay, and so do blobs stored again during the check")
    func held() async throws {
        try await withFolder { folder in
            let threads = ThreadExecutor(name: "blobs", threads: 2)
            let blobs = try DiskBlobRepository(folder: folder, threads: threads)
            let digest = try await blobs.store([1, 2, 3])
            try await blobs.remove([digest], .unneeded) { _ in [] }
            #expect(try await blobs.all() == [digest])
            await blobs.release(digest)
            try await blobs.remove([digest], .unneeded) { asked in Set(asked) }
            #expect(try await blobs.all() == [digest])
            try await blobs.remove([digest], .unneeded) { _ in
                _ = try? await blobs.store([1, 2, 3])
                return []
            }
            #expect(try await blobs.read(digest, limit: 3) == [1, 2, 3])
            await blobs.release(digest)
            try await blobs.remove([digest, sha256([9])], .unneeded) { _ in [] }
            #expect(try await blobs.all() == [])
            await threads.shutdown()
        }
    }
}
