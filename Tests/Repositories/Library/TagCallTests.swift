import Domain
import Testing

@Suite("Questions for tags")
struct TagCallTests {
    private let cent = Money(micros: 10_000, currency: "USD")

    private func reservation(_ caps: [BudgetCap] = []) -> BudgetReservation {
        let day = LocalDay(year: 2026, month: 11, day: 9)
        return BudgetReservation(
            folder: "inbox", submitter: nil, estimate: cent,
            moment: BudgetMoment(day: day, dayEnds: 100, monthEnds: 200), caps: caps)
    }

    private func call(_ number: UInt64, _ artwork: Artwork, key: UInt8 = 1) throws -> TagCall {
        TagCall(
            id: CallID(high: 9, low: number), job: artwork.job, backend: "eyes", purchase: try Samples.digest(key))
    }

    private func spent(_ spool: SpoolRepositories) async throws -> [SpendLine] {
        let day = LocalDay(year: 2026, month: 11, day: 9)
        return try await spool.ledger.spend(SpendQuery(days: day...day, today: day))
    }

    @Test("An answer is kept and booked; the same question buys nothing", arguments: SpoolKind.allCases)
    func answered(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let (one, two) = (try await spool.made(1), try await spool.made(2))
            var first = try call(1, one)
            #expect(
                try await spool.tagCalls.begin(first, reserving: reservation(), mayRepeat: false, at: 3) == .begun)
            (first.phase, first.tags) = (.answered, [try Samples.tag("sea"), try Samples.tag("fox")])
            let paid = Settlement(.spent, amount: Money(micros: 7_000, currency: "USD"))
            try await spool.tagCalls.keep(first, settling: paid, at: 4)
            for (number, artwork) in [(2, one), (3, two)] as [(UInt64, Artwork)] {
                let start = try await spool.tagCalls.begin(
                    try call(number, artwork), reserving: reservation(), mayRepeat: false, at: 5)
                #expect(start == .answered(first.tags))
                #expect(try await spool.tagCalls.suggestions(for: artwork.job).map(\.shown) == ["sea", "fox"])
            }
            let line = SpendLine(
                keys: ["eyes"], isUnknown: false, pictures: 1, amount: Money(micros: 7_000, currency: "USD"))
            #expect(try await spent(spool) == [line])
            #expect(try await spool.calls.lastCall(of: one.job) == nil, "the job has a call that is none of its own")
            #expect(try await spool.calls.cost(of: one.job) == JobCost())
        }
    }

    @Test("A lost answer is never asked for again automatically; its cost is unknown", arguments: SpoolKind.allCases)
    func lost(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await spool.made(1)
            #expect(
                try await spool.tagCalls.begin(
                    try call(1, artwork), reserving: reservation(), mayRepeat: false, at: 3) == .begun)
            // The service is killed here.
            try await spool.tagCalls.resume(folders: [], at: 4)
            #expect(try await spent(spool).map(\.isUnknown) == [true])
            #expect(
                try await spool.tagCalls.begin(
                    try call(2, artwork), reserving: reservation(), mayRepeat: false, at: 5) == .lost)
            #expect(try await spent(spool).count == 1)
            #expect(
                try await spool.tagCalls.begin(
                    try call(3, artwork), reserving: reservation(), mayRepeat: true, at: 6) == .begun)
            #expect(try await spent(spool).map(\.isUnknown) == [false, true])
        }
    }

    @Test("A question that was rejected can be asked again", arguments: SpoolKind.allCases)
    func rejected(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await spool.made(1)
            var first = try call(1, artwork)
            _ = try await spool.tagCalls.begin(first, reserving: reservation(), mayRepeat: false, at: 3)
            (first.phase, first.failure) = (.failed, .auth)
            try await spool.tagCalls.keep(first, settling: Settlement(.unspent), at: 4)
            #expect(try await spent(spool).isEmpty)
            #expect(try await spool.tagCalls.suggestions(for: artwork.job).isEmpty)
            #expect(
                try await spool.tagCalls.begin(
                    try call(2, artwork), reserving: reservation(), mayRepeat: false, at: 5) == .begun)
        }
    }

    @Test(
        "A question that may have been paid for without an answer of use is only asked again on request",
        arguments: SpoolKind.allCases)
    func useless(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await spool.made(1)
            var first = try call(1, artwork)
            _ = try await spool.tagCalls.begin(first, reserving: reservation(), mayRepeat: false, at: 3)
            (first.phase, first.failure) = (.failed, .badResponse(message: "no tags"))
            try await spool.tagCalls.keep(first, settling: Settlement(.unknown), at: 4)
            #expect(
                try await spool.tagCalls.begin(
                    try call(2, artwork), reserving: reservation(), mayRepeat: false, at: 5) == .lost)
            #expect(
                try await spool.tagCalls.begin(
                    try call(3, artwork), reserving: reservation(), mayRepeat: true, at: 6) == .begun)
        }
    }

    @Test("Caps count questions, and questions count under caps", arguments: SpoolKind.allCases)
    func caps(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let artwork = try await spool.made(1)
            let cap = BudgetCap(scope: .backend("eyes"), period: .day, limit: .money(cent))
            #expect(
                try await spool.tagCalls.begin(
                    try call(1, artwork), reserving: reservation([cap]), mayRepeat: false, at: 3) == .begun)
            let start = try await spool.tagCalls.begin(
                try call(2, artwork, key: 2), reserving: reservation([cap]), mayRepeat: false, at: 3)
            #expect(start == .overBudget(BudgetExceeded(cap: cap, resetsAt: 100)))
            #expect(try await spent(spool).map(\.pictures) == [1])
        }
    }

    @Test(
        "New artworks of a folder are tagged in order; what is older or comes from elsewhere is not",
        arguments: SpoolKind.allCases)
    func folders(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            try await spool.made(1)
            try await spool.tagCalls.resume(folders: ["inbox"], at: 2)
            #expect(try await spool.tagCalls.nextUntagged() == nil)
            let (three, four) = (try await spool.made(3), try await spool.made(4))
            try await spool.made(5, folder: "other")
            #expect(try await spool.tagCalls.nextUntagged() == three.job)
            // A restart changes nothing.
            try await spool.tagCalls.resume(folders: ["inbox"], at: 6)
            #expect(try await spool.tagCalls.nextUntagged() == three.job)
            try await spool.tagCalls.pass(three.job)
            #expect(try await spool.tagCalls.nextUntagged() == four.job)
            _ = try await spool.artworks.change([four.job], .trash(7))
            #expect(try await spool.tagCalls.nextUntagged() == nil)
            // A folder that is off for a while begins with its next artwork.
            _ = try await spool.artworks.change([four.job], .trash(nil))
            try await spool.tagCalls.resume(folders: [], at: 8)
            try await spool.tagCalls.resume(folders: ["inbox"], at: 9)
            #expect(try await spool.tagCalls.nextUntagged() == nil)
            let imported = Artwork(
                number: ArtworkNumber(0), job: Samples.jobID(20), made: 8, source: .dropped, name: "a", folder: "inbox",
                picture: four.picture)
            _ = try await spool.artworks.add([imported])
            #expect(try await spool.tagCalls.nextUntagged() == nil)
        }
    }

    @Test("An erased artwork leaves no answer behind, only its cost", arguments: SpoolKind.allCases)
    func erased(kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let (one, two) = (try await spool.made(1), try await spool.made(2))
            var first = try call(1, one)
            _ = try await spool.tagCalls.begin(first, reserving: reservation(), mayRepeat: false, at: 3)
            (first.phase, first.tags) = (.answered, [try Samples.tag("sea")])
            try await spool.tagCalls.keep(first, settling: Settlement(.spent), at: 4)
            _ = try await spool.erasure.forget(one.job, at: 5).get()
            #expect(try await spool.tagCalls.suggestions(for: one.job).isEmpty)
            #expect(try await spent(spool).map(\.pictures) == [1])
            #expect(
                try await spool.tagCalls.begin(
                    try call(2, two), reserving: reservation(), mayRepeat: false, at: 6) == .begun)
        }
    }
}
