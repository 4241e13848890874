import Domain
import Testing

@testable import Repositories

private let calendar = LibraryCalendar(now: 0, today: LocalDay(year: 1970, month: 1, day: 1), start: { _ in 0 })

@Suite("Search by look")
struct LikenessSearchTests {
    private static func look(_ hash: UInt64, color: UInt8 = 128, isFlat: Bool = false) -> Likeness {
        Likeness(hash: hash, isFlat: isFlat, colors: [UInt8](repeating: color, count: Likeness.colorBytes))
    }

    private func found(
        _ text: String, in spool: SpoolRepositories, limit: Int = 50, arriving: () async throws -> Void = {}
    ) async throws -> [Int64] {
        let query = try LibraryQuery(text: text)
        var numbers: [Int64] = []
        var position: ArtworkPosition?
        repeat {
            let page = try await spool.artworks.page(query, ArtworkRange(limit: limit, after: position), in: calendar)
            numbers += page.artworks.map(\.number.value)
            position = page.next
            try await arriving()
        } while position != nil
        return numbers
    }

    private func make(_ number: Int, _ likeness: Likeness?, in spool: SpoolRepositories) async throws {
        try await spool.made(number, making: ArtworkMaking(likeness: likeness))
    }

    @Test("The likeness is stored with the artwork", arguments: SpoolKind.allCases)
    func stored(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for (number, likeness) in [(1, Self.look(5, color: 7)), (2, Self.look(0, isFlat: true)), (3, nil)] {
                try await make(number, likeness, in: spool)
                let artwork = try await spool.artworks.artwork(of: Samples.jobID(number))
                #expect(artwork?.making.likeness == likeness)
            }
        }
    }

    @Test("The nearest come first, beside any other condition and order", arguments: SpoolKind.allCases)
    func nearest(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for (number, hash) in [0xFF, 0, 1, 0xFFFF, 0, 0xF].enumerated() as EnumeratedSequence<[UInt64]> {
                try await make(number + 1, Self.look(hash), in: spool)
            }
            try await make(7, nil, in: spool)
            try await make(8, Self.look(0, isFlat: true), in: spool)
            let like = "like:\(Self.look(0).text)"
            for limit in [1, 2, 50] { #expect(try await found(like, in: spool, limit: limit) == [5, 2, 3, 6, 1]) }
            #expect(try await found("\(like) sort:oldest", in: spool, limit: 2) == [1, 2, 3, 5, 6])
            #expect(try await found("sort:newest \(like)", in: spool, limit: 2) == [6, 5, 3, 2, 1])
            #expect(try await found("-\(like)", in: spool, limit: 2) == [8, 7, 4])
            #expect(try await found("like:\(Self.look(0, isFlat: true).text)", in: spool) == [8])
            _ = try await spool.artworks.change([Samples.jobID(5)], .trash(9))
            _ = try await spool.artworks.change([Samples.jobID(6)], .favourite(true))
            #expect(try await found(like, in: spool) == [2, 3, 6, 1])
            #expect(try await found("\(like) is:trashed", in: spool) == [5])
            #expect(try await found("\(like) cat is:favourite", in: spool) == [6])
            #expect(try await found("\(like) -cat", in: spool) == [])
            let count = try await spool.artworks.count(try LibraryQuery(text: like), upTo: 3, in: calendar)
            #expect(count == ArtworkCount(artworks: 3, isComplete: false))
        }
    }

    @Test("Pages neither skip nor repeat while pictures arrive, nearer and farther", arguments: SpoolKind.allCases)
    func arriving(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for number in 1...9 { try await make(number, Self.look(1 << UInt64(number % 3) - 1), in: spool) }
            var next = 10
            let like = "like:\(Self.look(0).text)"
            let seen = try await found(like, in: spool, limit: 2) {
                guard next < 14 else { return }
                try await make(next, Self.look(next % 2 == 0 ? 0 : 0xFF), in: spool)
                next += 1
            }
            #expect(seen.filter { $0 < 10 } == [9, 6, 3, 7, 4, 1, 8, 5, 2])
            #expect(Set(seen).count == seen.count)
        }
    }

    @Test(
        "What is erased or delivered again with another look is known at the next search", arguments: SpoolKind.allCases
    )
    func changed(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for number in 1...4 { try await make(number, Self.look(0), in: spool) }
            let like = "like:\(Self.look(0).text)"
            #expect(try await found(like, in: spool) == [4, 3, 2, 1])
            _ = try await spool.erasure.forget(Samples.jobID(2), at: 9)
            let again = try #require(try await spool.jobs.redeliver(Samples.jobID(3), token: 0, at: 5))
            let other = Self.look(.max, isFlat: false)
            try await spool.deliver(again, stem: "b", making: ArtworkMaking(likeness: other), at: 6)
            #expect(try await found(like, in: spool) == [4, 1])
            #expect(try await found("like:\(other.text)", in: spool) == [3])
            let back = try #require(try await spool.jobs.redeliver(Samples.jobID(3), token: 0, at: 7))
            try await spool.deliver(back, stem: "c", making: ArtworkMaking(likeness: Self.look(0)), at: 8)
            try await make(5, Self.look(0), in: spool)
            #expect(try await found(like, in: spool) == [5, 4, 3, 1])
        }
    }

    @Test("Artworks that were told apart know each other until one is forgotten", arguments: SpoolKind.allCases)
    func apart(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for number in 1...4 { try await make(number, Self.look(0), in: spool) }
            let jobs = (1...4).map { Samples.jobID($0) }
            #expect(try await spool.artworks.tellApart([jobs[2], jobs[0], jobs[0], Samples.jobID(9)], true) == 1)
            #expect(try await spool.artworks.tellApart(Array(jobs.prefix(3)), true) == 2)
            #expect(try await spool.artworks.artworks(apartFrom: jobs[0]) == [ArtworkNumber(2), ArtworkNumber(3)])
            #expect(try await spool.artworks.artworks(apartFrom: jobs[2]) == [ArtworkNumber(1), ArtworkNumber(2)])
            #expect(try await spool.artworks.artworks(apartFrom: jobs[3]) == [])
            #expect(try await spool.artworks.tellApart([jobs[1], jobs[2]], false) == 1)
            #expect(try await spool.artworks.artworks(apartFrom: jobs[2]) == [ArtworkNumber(1)])
            _ = try await spool.erasure.forget(jobs[0], at: 9)
            #expect(try await spool.artworks.artworks(apartFrom: jobs[2]) == [])
        }
    }
}
