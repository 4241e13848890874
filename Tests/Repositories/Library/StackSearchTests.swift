import Domain
import Testing

private let calendar = LibraryCalendar(now: 0, today: LocalDay(year: 1970, month: 1, day: 1), start: { _ in 0 })

@Suite("Stacks of variations")
struct StackSearchTests {
    private let studio = ArtworkMaking(backend: "studio")

    private func page(
        _ text: String, _ range: ArtworkRange, in spool: SpoolRepositories, stacks: [Artwork] = []
    ) async throws -> ArtworkPage {
        let known = try stacks.map { (try #require(JobIDFragment(text: $0.job.text)), $0) }
        let query = try LibraryQuery(text: text).resolvingStacks(Dictionary(uniqueKeysWithValues: known))
        return try await spool.artworks.page(query, range, in: calendar)
    }

    private func found(
        _ text: String, in spool: SpoolRepositories, limit: Int = 50, isStacked: Bool = true, stacks: [Artwork] = []
    ) async throws -> [Int64] {
        var numbers: [Int64] = []
        var position: ArtworkPosition?
        repeat {
            let range = ArtworkRange(limit: limit, after: position, isStacked: isStacked)
            let page = try await page(text, range, in: spool, stacks: stacks)
            numbers += page.artworks.map(\.number.value)
            position = page.next
        } while position != nil
        return numbers
    }

    /// 1, 3, 6 and 4, 5 are stacks; 2 has another backend, and 7 and 8 have no prompt.
    private func fill(_ spool: SpoolRepositories) async throws {
        try await spool.made(1, prompt: "a cat", tags: ["sea"], making: studio)
        try await spool.made(2, prompt: "a cat", making: ArtworkMaking(backend: "other"))
        try await spool.made(3, prompt: "a cat", making: studio)
        try await spool.made(4, prompt: "등대", name: "house.txt", tags: ["sea"], making: studio)
        try await spool.made(5, prompt: "등대", name: "house.txt", making: studio)
        try await spool.made(6, prompt: "a cat", tags: ["draft"], making: studio)
        try await spool.made(7, prompt: nil, name: "dog.png")
        try await spool.made(8, prompt: nil, name: "dog.png")
    }

    @Test("Only the newest result of each stack is shown, in any order", arguments: SpoolKind.allCases)
    func newest(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            try await fill(spool)
            for limit in [1, 2, 3, 50] {
                #expect(try await found("", in: spool, limit: limit) == [8, 7, 6, 5, 2])
                #expect(try await found("sort:oldest", in: spool, limit: limit) == [2, 5, 6, 7, 8])
                #expect(try await found("cat sort:rank", in: spool, limit: limit) == [6, 2])
                // The newest one is no result, an older one is.
                #expect(try await found("tag:sea", in: spool, limit: limit) == [4, 1])
                #expect(try await found("-draft sort:oldest", in: spool, limit: limit) == [2, 3, 5, 7, 8])
                #expect(try await found("등", in: spool, limit: limit) == [5])
            }
            #expect(try await found("", in: spool, isStacked: false).count == 8)
            _ = try await spool.artworks.change([Samples.jobID(6)], .trash(9))
            #expect(try await found("", in: spool) == [8, 7, 5, 3, 2])
            #expect(try await found("is:trashed", in: spool) == [6])
        }
    }

    @Test("The other artworks of a stack outside the trash are counted", arguments: SpoolKind.allCases)
    func others(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            try await fill(spool)
            _ = try await spool.artworks.change([Samples.jobID(3)], .trash(9))
            let page = try await page("-tag:sea", ArtworkRange(isStacked: true), in: spool)
            let others = page.artworks.map { page.others[$0.number]?.artworks }
            #expect(page.artworks.map(\.number.value) == [8, 7, 6, 5, 2])
            #expect(others == [nil, nil, 1, 1, 0])
            #expect(try await self.page("", ArtworkRange(), in: spool).others.isEmpty)
        }
    }

    @Test("A stack is found by any of its artworks, beside other conditions", arguments: SpoolKind.allCases)
    func members(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            try await fill(spool)
            func of(_ number: Int) async throws -> Artwork {
                let artwork = try await spool.artworks.artwork(of: Samples.jobID(number))
                return try #require(artwork)
            }
            let (cat, other, dog) = (try await of(3), try await of(2), try await of(7))
            let stacks = [cat, other, dog]
            func numbers(_ text: String) async throws -> [Int64] {
                try await found(text, in: spool, limit: 2, isStacked: false, stacks: stacks)
            }
            #expect(try await numbers("stack:\(cat.job)") == [6, 3, 1])
            #expect(try await numbers("stack:\(cat.job) tag:sea") == [1])
            #expect(try await numbers("cat stack:\(cat.job) sort:oldest") == [1, 3, 6])
            #expect(try await numbers("stack:\(dog.job)") == [7])
            #expect(try await numbers("stack:(\(cat.job)|\(dog.job)|\(other.job))") == [7, 6, 3, 2, 1])
            #expect(try await numbers("-stack:\(cat.job)") == [8, 7, 5, 4, 2])
            #expect(try await found("stack:zzzz", in: spool, isStacked: false) == [])
        }
    }

    @Test("An artwork that is delivered again by another backend changes its stack", arguments: SpoolKind.allCases)
    func redelivered(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            try await fill(spool)
            let again = try #require(try await spool.jobs.redeliver(Samples.jobID(2), token: 0, at: 5))
            try await spool.deliver(again, stem: "again", making: studio, at: 6)
            #expect(try await found("", in: spool) == [8, 7, 6, 5])
        }
    }

    @Test("A large stack is counted up to a bound", arguments: SpoolKind.allCases)
    func large(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let stack = ArtworkStack(prompt: "a cat", backend: nil)
            #expect(stack.hash != ArtworkStack(prompt: "cat", backend: "a ").hash)
            for number in 1...103 { try await spool.made(number) }
            let page = try await page("", ArtworkRange(isStacked: true), in: spool)
            #expect(page.artworks.map(\.number.value) == [103] && page.artworks.first?.stack == stack)
            #expect(page.others == [ArtworkNumber(103): ArtworkCount(artworks: 100, isComplete: false)])
            #expect(try await found("sort:oldest", in: spool, limit: 2) == [103])
        }
    }
}
