import Domain
import MVISimulation
import Testing

extension SpoolRepositories {
    /// The artwork of job `number`, made at time `number`: claimed, accepted, staged and done.
    @discardableResult
    func made(
        _ number: Int, prompt: String? = "a cat", name: String = "cat.txt", folder: String = "inbox",
        tags: [String] = [], making: ArtworkMaking = ArtworkMaking(), at utc: UTCMillis? = nil
    ) async throws -> Artwork {
        let drop = Samples.drop(number, name: name, inode: UInt64(number))
        _ = try await drops.claim([drop], at: 1)
        let picture = StoredPicture(digest: try Samples.digest(UInt8(truncatingIfNeeded: number)), format: .png)
        let source = prompt.map { RequestSource.prompt($0) } ?? .picture(picture.digest, picture.format)
        let job = Job(
            id: Samples.jobID(number), drop: drop.id, line: 0, folder: folder, name: drop.identity.name,
            outbox: Samples.outbox, request: Request(source: source, tags: tags), picture: picture, created: 1)
        _ = try await drops.accept(drop.id, content: nil, jobs: [job], at: 1)
        try await deliver(job, making: making, at: utc ?? UTCMillis(Int64(number)))
        return try #require(try await artworks.artwork(of: job.id))
    }

    /// Stages the job and moves it to `done`.
    func deliver(_ job: Job, stem: String? = nil, making: ArtworkMaking, at utc: UTCMillis) async throws {
        let parts = [OutputKind.txt, .json].map { kind in
            StagedOutput(kind: kind, ending: kind.rawValue, part: FileName(".\(job.id).\(kind.rawValue).part"))
        }
        let staging = Staging(
            job: job.id, stem: stem ?? job.name.last.stem.shown, parts: parts, making: making)
        guard case .staged = try await jobs.stage(staging, token: 0, at: utc) else {
            Issue.record("not staged")
            return
        }
        #expect(try await jobs.move(job.id, to: .done, picture: nil, token: 0, at: utc))
    }
}

extension Samples {
    /// A tag that is known to be valid.
    static func tag(_ text: String) throws -> Domain.Tag {
        let tag = Domain.Tag(text)
        return try #require(tag)
    }
}
