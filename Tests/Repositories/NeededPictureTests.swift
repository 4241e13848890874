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
            try await blobs.remove([digest]) { _ in [] }
            #expect(try await blobs.all() == [digest])
            await blobs.release(digest)
            try await blobs.remove([digest]) { asked in Set(asked) }
            #expect(try await blobs.all() == [digest])
            try await blobs.remove([digest]) { _ in
                _ = try? await blobs.store([1, 2, 3])
                return []
            }
            #expect(try await blobs.read(digest, limit: 3) == [1, 2, 3])
            await blobs.release(digest)
            try await blobs.remove([digest, sha256([9])]) { _ in [] }
            #expect(try await blobs.all() == [])
            await threads.shutdown()
        }
    }
}
