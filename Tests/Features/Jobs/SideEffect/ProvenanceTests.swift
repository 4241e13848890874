import Domain
import FoundationEssentials
import JobsSideEffect
import TestFolders
import Testing

@Suite("Provenance")
struct ProvenanceTests {
    /// The stable content of `NAME.json`.
    private struct Story: Decodable {
        struct Picture: Decodable {
            let sha256: String
            let format: String
        }

        struct Art: Decodable {
            let columns: Int
            let charset: String
            let cell_aspect: Double
            let background: String
        }

        let job: String
        let source: String
        let folder: String
        let prompt: String?
        let backend: String?
        let credit: String?
        let seed: UInt64?
        let size: String?
        let options: [String: String]?
        let warnings: [String]?
        let picture: Picture
        let duplicate_of: String?
        let art: Art
        let tags: [String]
        let outputs: [String]
        let score: [String: [String: Double]]?
        let chosen: [String: ArtChoice]?
        let created: String
        let finished: String
        let generator: String
    }

    @Test("a prompt's provenance has everything to make the picture again")
    func prompt() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.prompt()
        let story = try JSONDecoder().decode(Story.self, from: Data(try await bytes(job, spooler).utf8))
        #expect(story.job == job.id.text && story.source == "cat.txt" && story.folder == "inbox")
        #expect(story.prompt == "a cat at \"night\"" && story.backend == "sketch" && story.credit == "sketch, no AI")
        #expect(story.seed == .max && story.size == "768x512")
        #expect(story.picture.sha256 == job.picture?.digest.hex && story.picture.format == "png")
        #expect(story.art.columns == 80 && story.art.charset == "auto" && story.art.cell_aspect == 0.5)
        #expect(story.art.background == "#000000" && story.tags.isEmpty && story.outputs == ["txt"])
        #expect(story.created == "2025-12-31T23:59:55Z" && story.finished == "2026-01-01T00:00:00Z")
        #expect(story.generator == "textifyd 1.2.3" && story.options == nil && story.warnings == nil)
        await spooler.close()
    }

    @Test("a picture that the library has already names the newest artwork with it, outside the trash")
    func duplicate() async throws {
        let spooler = try await JobFixture()
        func story(_ number: Int) async throws -> (job: Job, duplicate: String?) {
            let job = try await spooler.picture(number)
            let story = try JSONDecoder().decode(Story.self, from: Data(try await bytes(job, spooler).utf8))
            let staged = try #require(try await spooler.spool.jobs.job(job.id))
            #expect(await spooler.world().deliver(staged) == .success(true))
            return (job, story.duplicate_of)
        }
        let (first, second) = (try await story(1), try await story(2))
        #expect(first.duplicate == nil && second.duplicate == first.job.id.text)
        let third = try await story(3)
        #expect(third.duplicate == second.job.id.text)
        _ = try await spooler.spool.artworks.change([second.job.id, third.job.id], .trash(9))
        #expect(try await story(4).duplicate == first.job.id.text)
        await spooler.close()
    }

    @Test("there is no seed for a backend without seeds")
    func seedless() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.prompt()
        _ = try await spooler.world(abilities: ["sketch": BackendCapabilities()]).stage(job).get()
        let text = try spooler.text(".\(job.id.text).json.part")
        #expect(!text.contains("\"seed\""))
        await spooler.close()
    }

    @Test("options besides the prompt are included, and omitted ones are warnings")
    func options() async throws {
        let spooler = try await JobFixture()
        let generation = GenerationOptions(
            details: GenerationDetails(negativePrompt: "fog", steps: 9), isLenient: true, leftOut: [.quality])
        let job = try await spooler.prompt(1, text: "a", generation)
        let story = try JSONDecoder().decode(Story.self, from: Data(try await bytes(job, spooler).utf8))
        #expect(story.options == ["negative_prompt": "fog", "steps": "9"])
        #expect(story.warnings == ["quality was ignored: backend sketch doesn't support it"])
        await spooler.close()
    }

    @Test("options omitted by a fallback backend are a separate warning and not listed as used")
    func standIn() async throws {
        let spooler = try await JobFixture()
        let generation = GenerationOptions(
            backend: "studio", details: GenerationDetails(negativePrompt: "fog", steps: 9), isLenient: true,
            leftOut: [.quality])
        let job = try await spooler.prompt(1, text: "a", generation)
        let world = spooler.world(abilities: ["sketch": BackendCapabilities(options: [.seed: .any, .steps: .any])])
        _ = try await world.stage(job).get()
        let text = try spooler.text(".\(job.id.text).json.part")
        let story = try JSONDecoder().decode(Story.self, from: Data(text.utf8))
        #expect(story.backend == "sketch" && story.options == ["steps": "9"])
        #expect(
            story.warnings == [
                "quality was ignored: backend studio doesn't support it",
                "negative_prompt was ignored: backend sketch doesn't support it",
            ])
        await spooler.close()
    }

    @Test("a dropped picture's provenance has neither prompt nor backend")
    func picture() async throws {
        let spooler = try await JobFixture()
        let text = try await bytes(try await spooler.picture(), spooler)
        let story = try JSONDecoder().decode(Story.self, from: Data(text.utf8))
        #expect(story.prompt == nil && story.backend == nil && story.seed == nil && story.size == nil)
        #expect(story.score == nil)
        #expect(story.credit == nil && story.tags == ["inbox"] && story.outputs == ["txt", "html"])
        await spooler.close()
    }

    @Test("scores are listed by output, only if requested")
    func score() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.picture(outputs: [.txt, .artPNG, .picture], art: ArtOptions(score: true))
        let story = try JSONDecoder().decode(Story.self, from: Data(try await bytes(job, spooler).utf8))
        var figures = Dictionary(uniqueKeysWithValues: PlainRenderer.score.figures.map { ($0.name, $0.value) })
        figures["total"] = Double(PlainRenderer.score.total)
        #expect(figures["ms_ssim"] == 0.9123 && figures.count == 7)
        #expect(story.score == ["txt": figures, "art.png": figures])
        await spooler.close()
    }

    @Test("what auto stood for is listed by output")
    func chosen() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.picture(outputs: [.txt, .picture])
        let text = try await bytes(job, spooler)
        let story = try JSONDecoder().decode(Story.self, from: Data(text.utf8))
        #expect(story.chosen == ["txt": PlainRenderer.choice])
        #expect(text.contains(/"charset" : "braille"/) && text.contains(/"sharp" : 0.62/))
        await spooler.close()
    }

    @Test("the same job gives the same bytes except for the time")
    func same() async throws {
        let spooler = try await JobFixture()
        let job = try await spooler.prompt()
        let once = try await bytes(job, spooler)
        #expect(try await bytes(job, spooler) == once)
        let later = try await bytes(job, spooler, utc: JobFixture.utc + 3_600_000)
        #expect(later != once)
        #expect(later.replacing("2026-01-01T01:00:00Z", with: "2026-01-01T00:00:00Z") == once)
        await spooler.close()
    }

    @Test("it contains no local path and no call key")
    func discreet() async throws {
        let spooler = try await JobFixture()
        let text = try await bytes(try await spooler.prompt(), spooler)
        #expect(!text.contains(spooler.home.path.shown) && !text.contains("outbox"))
        #expect(!text.contains("idempotency") && !text.contains("\"key\"") && !text.contains("handle"))
        await spooler.close()
    }

    private func bytes(_ job: Job, _ spooler: JobFixture, utc: UTCMillis = JobFixture.utc) async throws -> String {
        let outputs = try #require(try await spooler.world(utc: utc).stage(job).get())
        let part = try #require(outputs.last)
        #expect(part.kind == .json)
        return try spooler.text(part.part.shown)
    }
}
