import BackendKit
import Domain
import Testing

@Suite("Unsupported options")
struct MisfitTests {
    private func job(
        _ fixture: BackendsFixture, _ details: GenerationDetails, isLenient: Bool = false,
        source: RequestSource = .prompt("a cat")
    ) -> Job {
        let generation = GenerationOptions(backend: "studio", details: details, isLenient: isLenient)
        return Job(
            id: fixture.job.id, drop: fixture.job.drop, line: 0, folder: "inbox", name: fixture.job.name,
            outbox: fixture.job.outbox, request: Request(source: source, generation: generation), created: 1)
    }

    @Test("fail the job before anything is begun")
    func refused() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            let quality = await fixture.generate(backend, for: job(fixture, GenerationDetails(quality: "low")))
            #expect(quality == .failure(.backend("studio", .unsupported(feature: "quality"))))
            let steps = await fixture.generate(backend, for: job(fixture, GenerationDetails(steps: 9)))
            #expect(
                steps == .failure(.backend("studio", .invalid(parameter: "steps", message: "9; it takes 10–100"))))
            #expect(backend.asked.isEmpty)
            #expect(await fixture.phase == nil)
        }
    }

    @Test("an input picture is read and passed on; a missing or too large one is reported")
    func pictures() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            let large = try await fixture.blobs.store([UInt8](repeating: 1, count: 101))
            let tooLarge = job(fixture, GenerationDetails(), source: .edit("at night", large, .png))
            #expect(
                await fixture.generate(backend, for: tooLarge)
                    == .failure(
                        .backend(
                            "studio", .invalid(parameter: "picture", message: "101 bytes; it takes at most 100 bytes")))
            )
            let gone = job(
                fixture, GenerationDetails(), source: .edit("at night", BackendsFixture.picture.digest, .png))
            #expect(await fixture.generate(backend, for: gone) == .failure(.pictureLost))
            #expect(backend.asked.isEmpty)
            let given = try await fixture.blobs.store([1, 2, 3])
            let edit = job(fixture, GenerationDetails(), source: .edit("at night", given, .jpeg))
            #expect(await fixture.generate(backend, for: edit) == .success(BackendsFixture.picture))
            #expect(backend.picture == InputPicture([1, 2, 3], .jpeg, digest: given))
            #expect(backend.asked == ["submit at night 1"])
        }
    }

    @Test("several input pictures are passed on in their order; too many, too large and missing ones are reported")
    func several() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            var stored: [StoredPicture] = []
            for (count, byte) in [(3, 1), (2, 2), (1, 3), (100, 4), (51, 5)] {
                let digest = try await fixture.blobs.store([UInt8](repeating: UInt8(byte), count: count))
                stored.append(StoredPicture(digest: digest, format: .png))
            }
            func edit(_ pictures: [StoredPicture]) throws -> Job {
                job(fixture, GenerationDetails(), source: .edit("at night", try #require(InputPictures(pictures))))
            }
            func failure(_ message: String) -> Result<StoredPicture, JobFailure> {
                .failure(.backend("studio", .invalid(parameter: "picture", message: message)))
            }
            let many = await fixture.generate(backend, for: try edit(stored.dropLast()))
            #expect(many == failure("4 pictures; it takes at most 3"))
            let large = await fixture.generate(backend, for: try edit(stored.suffix(2)))
            #expect(large == failure("2 pictures of 151 bytes; it takes at most 150 bytes together"))
            let gone = await fixture.generate(backend, for: try edit([stored[0], BackendsFixture.picture]))
            #expect(gone == .failure(.pictureLost))
            #expect(backend.asked.isEmpty)
            let three = await fixture.generate(backend, for: try edit(stored.prefix(3).reversed()))
            #expect(three == .success(BackendsFixture.picture))
            #expect(backend.picture == InputPicture([3], .png, digest: stored[2].digest))
            #expect(
                backend.references == [
                    InputPicture([2, 2], .png, digest: stored[1].digest),
                    InputPicture([1, 1, 1], .png, digest: stored[0].digest),
                ])
        }
    }

    @Test("a mask is made from the given picture and passed on; a failure is reported before the call")
    func masks() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            let given = try await fixture.blobs.store([1, 2, 3])
            let job = job(
                fixture, GenerationDetails(mask: .transparent), source: .edit("at night", given, .jpeg))
            let none = await fixture.generate(backend, for: job)
            #expect(none == .failure(.backend("studio", .unsupported(feature: "mask"))))
            let failure = BackendFailure.invalid(parameter: "mask", message: "no hole")
            let whole = await fixture.generate(backend, for: job, masks: FixedMaskRenderer(answer: .failure(failure)))
            #expect(whole == .failure(.backend("studio", failure)))
            #expect(backend.asked.isEmpty)
            #expect(await fixture.phase == nil)
            let painted = await fixture.generate(backend, for: job, masks: FixedMaskRenderer(answer: .success([7])))
            #expect(painted == .success(BackendsFixture.picture))
            #expect(backend.picture == InputPicture([1, 2, 3], .jpeg, digest: given, mask: [7]))
        }
    }

    /// Returns the same mask for every picture.
    private struct FixedMaskRenderer: MaskRenderer {
        let answer: Result<[UInt8], BackendFailure>

        func mask(of picture: InputPicture, _ style: MaskStyle) async throws(BackendFailure) -> [UInt8] {
            try answer.get()
        }
    }

    @Test("are omitted if the request is lenient; the rest is passed on")
    func lenient() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            let job = job(fixture, GenerationDetails(steps: 10, quality: "low"), isLenient: true)
            #expect(await fixture.generate(backend, for: job) == .success(BackendsFixture.picture))
            #expect(backend.details == GenerationDetails(steps: 10))
        }
    }
}
