import Domain
import IntakeFeature
import IntakeSideEffect
import TestFolders
import Testing

@Suite("Pictures that are artworks already")
struct DuplicateTests {
    private static let artwork = JobID(high: 1, low: 2)

    private func jobs(_ outcome: ReadOutcome) -> [Job] {
        guard case .accepted(let jobs, _) = outcome else {
            Issue.record("not accepted: \(outcome)")
            return []
        }
        return jobs
    }

    @Test("are converted, or skipped with the artwork's name and archived, as the folder says")
    func skipped() async throws {
        for (duplicates, isSkipped) in [(WatchRules.Duplicates.keep, false), (.skip, true)] {
            let inbox = try Inbox(
                duplicates: duplicates, earlier: { _, folder in folder == "inbox" ? Self.artwork : nil })
            let drop = try await inbox.drop(pngHead, FileName("cat.png"))
            let jobs = jobs(await inbox.read(drop))
            #expect(jobs.map(\.state) == [isSkipped ? .cancelled : .queued])
            #expect(jobs.map(\.duplicateOf) == [isSkipped ? Self.artwork : nil])
            guard isSkipped else { continue }
            #expect(await inbox.dispose(drop) == .gone)
            #expect(names(in: inbox.path.appending("done/2026/03")) == ["cat.png"])
        }
    }

    @Test("A new picture, a prompt and a picture with a sidecar are never skipped")
    func kept() async throws {
        let new = try Inbox(duplicates: .skip)
        let cat = try await new.drop(pngHead, FileName("cat.png"))
        #expect(jobs(await new.read(cat)).map(\.state) == [.queued])
        let inbox = try Inbox(duplicates: .skip, earlier: { _, _ in Self.artwork })
        let prompt = try await inbox.drop("a cat", "cat.txt")
        #expect(jobs(await inbox.read(prompt)).map(\.state) == [.queued])
        try put(Array("a fox".utf8), FileName("dog.png.toml"), in: inbox.path)
        let dog = try await inbox.drop(pngHead, FileName("dog.png"))
        #expect(dog.sidecar != nil)
        #expect(jobs(await inbox.read(dog)).map(\.duplicateOf) == [nil])
    }
}
