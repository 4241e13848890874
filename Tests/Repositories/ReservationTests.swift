import Domain
import MVISimulation
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

    private static let digested = ["txt", "json"].map { ending in
        StagedOutput(
            kind: ending == "txt" ? .txt : .json, ending: ending, part: FileName("." + ending),
            digest: Digest(bytes: [UInt8](repeating: ending == "txt" ? 1 : 2, count: 32)))
    }

    private func stage(
        _ number: Int, _ conflict: NameConflict, taken: [String] = [], contents: [String: Digest] = [:],
        in spool: SpoolRepositories
    ) async throws -> StageOutcome {
        let job = try await spool.accepted(number)
        let staging = Staging(
            job: job.id, stem: "Cat", onConflict: conflict, parts: Self.digested, taken: Set(taken), contents: contents)
        return try await spool.jobs.stage(staging, token: 0, at: 2)
    }

    @Test("replace takes only names whose files are the last that were delivered there", arguments: SpoolKind.allCases)
    func replaces(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let (one, two) = (try Samples.digest(1), try Samples.digest(2))
            let present = ["cat.txt": one, "cat.json": two]
            // Nothing was delivered there yet, so that the files are not ours.
            let first = try await stage(1, .replace, taken: ["cat.txt"], contents: present, in: spool)
            #expect(first.names == ["Cat (2).txt", "Cat (2).json"] && first.replaced == [nil, nil])
            #expect(try await spool.jobs.move(Samples.jobID(1), to: .done, picture: nil, token: 0, at: 3))
            let second = try await stage(2, .number, in: spool)
            #expect(second.names == ["Cat.txt", "Cat.json"])
            #expect(try await spool.contents.deliverer(of: FileName("cat.txt"), in: Samples.outbox) == nil)
            #expect(try await spool.jobs.move(Samples.jobID(2), to: .done, picture: nil, token: 0, at: 3))
            #expect(
                try await spool.contents.deliverer(of: FileName("CAT.txt"), in: Samples.outbox) == Samples.jobID(2))
            #expect(try await spool.contents.deliverer(of: FileName("Cat.txt"), in: FolderPath("/x")) == nil)
            let changed = try await stage(
                3, .replace, taken: ["cat.txt", "cat.json"], contents: ["cat.txt": one, "cat.json": one], in: spool)
            #expect(changed.names == ["Cat (2).txt", "Cat (2).json"])
            let fourth = try await stage(
                4, .replace, taken: ["cat.txt", "cat.json"], contents: present, in: spool)
            #expect(fourth.names == ["Cat.txt", "Cat.json"] && fourth.replaced == [one, two])
            #expect(try await spool.jobs.job(Samples.jobID(4))?.outputs.map(\.replaced) == [one, two])
        }
    }

    @Test("replace doesn't pass a name that an unfinished job has", arguments: SpoolKind.allCases)
    func waits(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            #expect(try await stage(1, .number, in: spool).names == ["Cat.txt", "Cat.json"])
            #expect(try await stage(2, .replace, in: spool) == .reserved(FileName("cat.txt")))
            #expect(try await spool.jobs.job(Samples.jobID(2))?.state == .queued)
        }
    }

    @Test("id and fail do what they say", arguments: SpoolKind.allCases)
    func others(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let id = Samples.jobID(1).text.suffix(8)
            let taken = ["cat.json"]
            #expect(try await stage(1, .id, taken: taken, in: spool).names == ["Cat-\(id).txt", "Cat-\(id).json"])
            #expect(try await stage(2, .fail, taken: taken, in: spool) == .taken(FileName("Cat.json")))
            #expect(try await stage(3, .fail, in: spool).names == ["Cat.txt", "Cat.json"])
            #expect(try await stage(4, .fail, in: spool) == .taken(FileName("cat.txt")))
        }
    }

    @Test("a forgotten job leaves no name behind", arguments: SpoolKind.allCases)
    func forgets(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            _ = try await stage(1, .number, in: spool)
            #expect(try await spool.jobs.move(Samples.jobID(1), to: .done, picture: nil, token: 0, at: 3))
            _ = try await spool.erasure.forget(Samples.jobID(1), at: 4)
            #expect(try await spool.contents.deliverer(of: FileName("Cat.txt"), in: Samples.outbox) == nil)
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

extension StageOutcome {
    private var outputs: [OutputFile] { if case .staged(let outputs) = self { outputs } else { [] } }
    fileprivate var names: [String] { outputs.map(\.name.shown) }
    fileprivate var replaced: [Digest?] { outputs.map(\.replaced) }
}
