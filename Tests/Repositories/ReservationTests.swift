import Domain
import Repositories
import Testing

@Suite("Reserved names")
struct ReservationTests {
    @Test(
        "a stem reserved by another job gets a number, one for all files of a job, ignoring case",
        arguments: SpoolKind.allCases)
    func numbers(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            #expect(try await spool.names(1, "Café") == ["Café.txt", "Café.json"])
            #expect(try await spool.names(2, "CAFE\u{301}") == ["CAFÉ (2).txt", "CAFÉ (2).json"])
            #expect(try await spool.names(3, "café", taken: ["café (3).json"]) == ["café (4).txt", "café (4).json"])
        }
    }

    @Test("names are reserved in composed form, byte for byte")
    func composes() async throws {
        try await withSpool { spool async throws in
            let job = try await spool.accepted(1)
            let outputs = try await spool.jobs.stage(
                job.id, stem: "cafe\u{301}", parts: Samples.parts, taken: [], missingArt: nil, token: 0, at: 2)
            #expect(outputs?.first?.name.bytes == Array("caf\u{E9}.txt".utf8))
        }
    }

    @Test("a job that is staged again first releases its old names", arguments: SpoolKind.allCases)
    func again(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            #expect(try await spool.names(1, "a") == ["a.txt", "a.json"])
            #expect(try await spool.restage(1, "a") == ["a.txt", "a.json"])
            #expect(try await spool.restage(1, "b") == ["b.txt", "b.json"])
            #expect(try await spool.names(2, "a") == ["a.txt", "a.json"])
            #expect(
                try await spool.jobs.job(Samples.jobID(1))?.outputs.map(\.name)
                    == ["b.txt", "b.json"].map { FileName($0) })
        }
    }

    @Test("the job that last staged a content is known, even after it ended", arguments: SpoolKind.allCases)
    func author(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let content = try Samples.digest(9)
            let parts = [StagedOutput(kind: .txt, ending: "txt", part: FileName("p"), digest: content)]
            #expect(try await spool.contents.author(of: content) == nil)
            for number in 1...2 {
                let job = try await spool.accepted(number)
                _ = try await spool.jobs.stage(
                    job.id, stem: "a", parts: parts, taken: [], missingArt: nil, token: 0, at: 2)
                #expect(try await spool.jobs.move(job.id, to: .done, picture: nil, token: 0, at: 3))
                #expect(try await spool.contents.author(of: content) == job.id)
            }
            #expect(try await spool.contents.author(of: Samples.digest(8)) == nil)
        }
    }

    @Test("an ended job reserves no names; only files in the folder do", arguments: SpoolKind.allCases)
    func ends(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            #expect(try await spool.names(1, "a") == ["a.txt", "a.json"])
            #expect(try await spool.jobs.move(Samples.jobID(1), to: .done, picture: nil, token: 0, at: 3))
            #expect(try await spool.names(2, "a", taken: ["a.txt"]) == ["a (2).txt", "a (2).json"])
            #expect(try await spool.names(3, "a") == ["a.txt", "a.json"])
            #expect(try await spool.jobs.job(Samples.jobID(1))?.outputs.count == 2)
        }
    }

    @Test("two stems that would give the same name are kept distinct", arguments: SpoolKind.allCases)
    func crossing(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let first = try await spool.accepted(1)
            let second = try await spool.accepted(2)
            let art = [StagedOutput(kind: .artPNG, ending: "art.png", part: FileName("p"))]
            let picture = [StagedOutput(kind: .picture, ending: "png", part: FileName("q"))]
            _ = try await spool.jobs.stage(first.id, stem: "a", parts: art, taken: [], missingArt: nil, token: 0, at: 2)
            let outputs = try await spool.jobs.stage(
                second.id, stem: "a.art", parts: picture, taken: [], missingArt: nil, token: 0, at: 2)
            #expect(outputs?.map(\.name) == [FileName("a.art (2).png")])
        }
    }

    @Test("too long a stem loses whole characters, never its number or extension")
    func long() async throws {
        try await withSpool { spool async throws in
            let stem = String(repeating: "가", count: 100)
            for (number, suffix) in [(1, ".json"), (2, " (2).json")] {
                let name = try await spool.names(number, stem).last ?? ""
                #expect(name.hasSuffix("가" + suffix))
                #expect((250...255).contains(name.utf8.count))
            }
        }
    }
}

extension SpoolRepositories {
    /// Accepts job `number` and stages it.
    fileprivate func names(_ number: Int, _ stem: String, taken: Set<String> = []) async throws -> [String] {
        _ = try await accepted(number)
        return try await restage(number, stem, taken: taken)
    }

    fileprivate func restage(_ number: Int, _ stem: String, taken: Set<String> = []) async throws -> [String] {
        let outputs = try await jobs.stage(
            Samples.jobID(number), stem: stem, parts: Samples.parts, taken: taken, missingArt: nil, token: 0, at: 2)
        return try #require(outputs).map { $0.name.shown }
    }
}
