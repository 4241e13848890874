import Domain
import FoundationEssentials
import JobsSideEffect
import TestFolders
import Testing

@Suite("Parameters in delivered pictures")
struct EmbeddingTests {
    /// A PNG without pixels: only its chunks are looked at.
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", [UInt8](repeating: 1, count: 13))
        + chunk("IDAT", [1, 2, 3]) + chunk("IEND")

    private static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
        [0, 0, 0, UInt8(data.count)] + Array(type.utf8) + data + [0, 0, 0, 0]
    }

    private static let text = "a cat\nSeed: \(UInt64.max), Size: 768x512, Generator: sketch, Version: textifyd 1.2.3"

    private func part(_ job: Job, _ ending: String, _ spooler: JobFixture) throws -> [UInt8] {
        try file(".\(job.id).\(ending).part", spooler)
    }

    private func file(_ name: String, _ spooler: JobFixture) throws -> [UInt8] {
        Array(try #require(FileManager.default.contents(atPath: spooler.outbox.appending(name).shown)))
    }

    @Test("The art and the delivered picture have them; the stored picture stays as the backend made it")
    func embedded() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.prompt(text: "a cat", outputs: [.artPNG, .html], picture: Self.png)
        _ = try await spooler.staged(job)
        let delivered = try part(job, "picture.png", spooler)
        #expect(delivered == PNGParameters.inserted(Self.text, into: Self.png))
        #expect(try spooler.text(".\(job.id).art.png.part") == "art.png sketch, no AI\n" + Self.text)
        let digest = try #require(job.picture?.digest)
        #expect(try await spooler.blobs.read(digest, limit: 1 << 20) == Self.png)
        await spooler.close()
    }

    @Test("With embed = false nothing is added anywhere, but the provenance has the prompt")
    func plain() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.prompt(
            text: "a cat", outputs: [.artPNG], isEmbedding: false, picture: Self.png)
        _ = try await spooler.staged(job)
        #expect(try part(job, "picture.png", spooler) == Self.png)
        #expect(try spooler.text(".\(job.id).art.png.part") == "art.png sketch, no AI")
        #expect(try spooler.text(".\(job.id).json.part").contains("a cat"))
        await spooler.close()
    }

    @Test("A picture that already has parameters, and one in another format, is delivered as it is")
    func others() async throws {
        let own = try #require(PNGParameters.inserted("made elsewhere", into: Self.png))
        for picture in [own, JobFixture.pixels] {
            let spooler = try await JobFixture()
            let job = try await spooler.prompt(picture: picture)
            _ = try await spooler.staged(job)
            #expect(try part(job, "picture.png", spooler) == picture)
            await spooler.close()
        }
    }

    @Test(
        "A damaged picture is restored from its delivered copy, also without what was added", arguments: [true, false])
    func restored(isEmbedding: Bool) async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.staged(try await spooler.prompt(isEmbedding: isEmbedding, picture: Self.png))
        #expect(await spooler.world().deliver(job) == .success(true))
        #expect(try (file("cat.picture.png", spooler) == Self.png) != isEmbedding)
        let digest = try #require(job.picture?.digest)
        let place = try await spooler.blobs.place(of: digest)
        for damage in [[], Self.png.map { $0 ^ 1 }] as [[UInt8]] {
            #expect(
                FileManager.default.createFile(
                    atPath: place.folder.appending(place.name).shown, contents: Data(damage)))
            #expect(try await spooler.world().recovery.ensure(digest, of: job))
            #expect(try await spooler.blobs.read(digest, limit: 1 << 20) == Self.png)
        }
        await spooler.close()
    }

    @Test("A delivered copy that was changed restores nothing, whatever is removed from it")
    func changed() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.staged(try await spooler.prompt(picture: Self.png))
        #expect(await spooler.world().deliver(job) == .success(true))
        var copy = try file("cat.picture.png", spooler)
        copy[copy.count - 20] ^= 1
        try await spooler.files.remove(FileName("cat.picture.png"), in: spooler.outbox)
        try await spooler.files.write(copy, to: FileName("cat.picture.png"), in: spooler.outbox)
        let digest = try #require(job.picture?.digest)
        let place = try await spooler.blobs.place(of: digest)
        #expect(FileManager.default.createFile(atPath: place.folder.appending(place.name).shown, contents: Data()))
        #expect(try await spooler.world().recovery.ensure(digest, of: job) == false)
        await spooler.close()
    }
}
