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
