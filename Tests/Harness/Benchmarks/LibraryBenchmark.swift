import Domain
import FoundationEssentials
import Glibc
import PlatformPostgreSQL
import PlatformSQL
import Repositories
import Synchronization

/// Measures the library: how fast artworks are added, and how long searches take with many of them. The baseline is
/// the newest page, for which nothing is searched. With an address the same is measured in a PostgreSQL database, whose
/// schema must be empty.
enum LibraryBenchmark: Benchmark {
    static let name = "library"
    static let usage = "[ARTWORKS=200000] [ROUNDS=300] [ADDRESS]"

    static func run(_ arguments: [String]) throws {
        let numbers = try IntegerArguments(Array(arguments.prefix(2)), atLeast: [1_000, 10])
        if let extra = arguments.dropFirst(3).first { throw InvalidArgument(word: extra) }
        let address = arguments.dropFirst(2).first
        let (count, rounds) = (numbers.at(0, usually: 200_000), numbers.at(1, usually: 300))
        let folder = FolderPath.ofBenchmark(name)
        try FileManager.default.createDirectory(atPath: folder.shown, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder.shown) }
        let outcome = Outcome()
        try AsyncRunner.run {
            do {
                try await measure(count, rounds, in: folder)
                if let address { try await measure(count, rounds, at: address) }
            } catch { outcome.failure.withLock { $0 = error } }
        }
        if let failure = outcome.failure.withLock({ $0 }) { throw failure }
    }

    private final class Outcome: Sendable {
        let failure = Mutex<(any Error)?>(nil)
    }

    private static func measure(_ count: Int, _ rounds: Int, in folder: FolderPath) async throws {
        let clock = ContinuousClock()
        let database = try SpoolDatabase(folder: folder)
        var maker = ArtworkMaker()
        try await add(count, to: database.repositories.artworks, &maker)
        await database.close()
        var file = stat()
        guard stat(folder.appending(SpoolDatabase.fileName).shown, &file) == 0 else { throw FileFailure.missing }
        let size = Int64(file.st_size)
        Report.line("file            \(size / 1_000_000) MB, \(size / Int64(count)) bytes an artwork")
        let start = clock.now
        let opened = try SpoolDatabase(folder: folder)
        let library = opened.repositories.artworks
        _ = try await library.page(LibraryQuery(), ArtworkRange(limit: 50), in: calendar)
        Report.line("open            \(Report.number((clock.now - start) / .milliseconds(1))) ms, with the first page")
        try await search(count, rounds, library, &maker)
        await opened.close()
    }

    private static func measure(_ count: Int, _ rounds: Int, at address: String) async throws {
        let clock = ContinuousClock()
        var settings = PostgreSQLSettings(address: address)
        // The index of all words is written in one transaction.
        settings.answering = .seconds(3_600)
        let database = try FleetDatabase(settings)
        var maker = ArtworkMaker()
        Report.line("PostgreSQL")
        try await add(count, to: database.repositories.artworks, &maker)
        let start = clock.now
        try await database.rebuildIndex()
        Report.line("index of words  \(Report.number((clock.now - start) / .seconds(1))) s to write again")
        try PostgreSQLConnection(settings).script("VACUUM ANALYZE")
        try await search(count, rounds, database.repositories.artworks, &maker)
        await database.close()
    }

    private static func add(
        _ count: Int, to library: any ArtworkRepository, _ maker: inout ArtworkMaker
    ) async throws {
        let clock = ContinuousClock()
        var adding = Duration.zero
        var added = 0
        while added < count {
            let batch = (0..<min(500, count - added)).map { _ in maker.next() }
            let start = clock.now
            added += try await library.add(batch)
            adding += clock.now - start
        }
        Report.line("\(count) artworks, 40 % Korean: \(Int(Double(count) / (adding / .seconds(1)))) added a second")
    }

    private static func search(
        _ count: Int, _ rounds: Int, _ library: any ArtworkRepository, _ maker: inout ArtworkMaker
    ) async throws {
        let clock = ContinuousClock()
        var baseline: Double?
        let first = clock.now
        _ = try await library.page(
            LibraryQuery(text: "like:\(ArtworkMaker.look(0).text)"), ArtworkRange(limit: 50), in: calendar)
        Report.line(
            "likenesses      \(Report.number((clock.now - first) / .milliseconds(1))) ms, read at their first use")
        for search in searches(count) {
            let median = try await show(search, rounds, library, baseline)
            baseline = baseline ?? median
        }
        try await crowd(rounds, library, &maker)
    }

    /// Measures pages of words that 32 readers ask for at once, while artworks are inserted.
    private static func crowd(
        _ rounds: Int, _ library: any ArtworkRepository, _ maker: inout ArtworkMaker
    ) async throws {
        let queries = try ArtworkMaker.english.map { try LibraryQuery(text: $0) }
        let arriving = (0..<10_000).map { _ in maker.next() }
        let isOver = Mutex(false)
        async let inserted = insert(arriving, into: library, until: isOver)
        let times = try await withThrowingTaskGroup(of: [Double].self) { group in
            for reader in 0..<32 {
                group.addTask { try await read(max(1, rounds / 10), queries, from: reader, library) }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted()
        }
        isOver.withLock { $0 = true }
        let count = try await inserted
        let (median, late) = (times[times.count / 2], times[times.count * 99 / 100])
        Report.line(
            "32 readers      p50 \(Report.number(median)) ms  p99 \(Report.number(late)) ms, \(count) artworks inserted meanwhile"
        )
    }

    private static func read(
        _ rounds: Int, _ queries: [LibraryQuery], from first: Int, _ library: any ArtworkRepository
    ) async throws -> [Double] {
        let clock = ContinuousClock()
        var times: [Double] = []
        for round in 0..<rounds {
            let start = clock.now
            _ = try await library.page(queries[(first + round) % queries.count], ArtworkRange(limit: 50), in: calendar)
            times.append((clock.now - start) / .milliseconds(1))
        }
        return times
    }

    /// Returns the number of inserted artworks.
    private static func insert(
        _ artworks: [Artwork], into library: any ArtworkRepository, until isOver: borrowing Mutex<Bool>
    ) async throws -> Int {
        var inserted = 0
        while inserted < artworks.count, !isOver.withLock({ $0 }) {
            inserted += try await library.add([artworks[inserted]])
        }
        return inserted
    }

    private static let calendar = LibraryCalendar(
        now: 1_800_000_000_000, today: LocalDay(year: 2027, month: 1, day: 15)
    ) { UTCMillis(Int64($0.year - 1970) * 31_556_952_000 + Int64($0.month * 31 + $0.day) * 86_400_000) }

    private struct Search {
        let what: String
        /// Queries to take in turn.
        let queries: [String]
        var after: ArtworkPosition?
    }

    private static func searches(_ count: Int) -> [Search] {
        let words = ArtworkMaker.english
        let korean = ArtworkMaker.korean
        return [
            Search(what: "newest page", queries: [""]),
            Search(what: "word", queries: words), Search(what: "Korean", queries: korean),
            Search(what: "one syllable", queries: ["바", "고"]),
            Search(what: "two words", queries: zip(words, words.reversed()).map { "\($0) \($1)" }),
            Search(what: "prefix", queries: words.map { $0.prefix(2) + "*" }),
            Search(what: "tag", queries: (0..<20).map { "tag:t\($0)" }),
            Search(what: "rare tag", queries: ["tag:rare"]),
            Search(what: "word, tag", queries: words.enumerated().map { "\($1) tag:t\($0)" }),
            Search(what: "word, rare tag", queries: words.map { "\($0) tag:rare" }),
            Search(what: "not word", queries: words.map { "-\($0)" }),
            Search(what: "look-alike", queries: (0..<20).map { "like:\(ArtworkMaker.look($0).text)" }),
            Search(what: "look, no other", queries: (0..<20).map { "like:\(ArtworkMaker.look(1_000 + $0).text)" }),
            Search(what: "look, word", queries: words.enumerated().map { "like:\(ArtworkMaker.look($0).text) \($1)" }),
            Search(what: "nothing", queries: ["zebra", "tag:zebra", "lighthouse zebra"]),
            Search(what: "seed", queries: (0..<20).map { "seed:\($0 * 7919)" }),
            Search(
                what: "deep word", queries: words, after: ArtworkPosition(number: ArtworkNumber(Int64(count / 100)))),
        ]
    }

    /// Returns the median in milliseconds.
    private static func show(
        _ search: Search, _ rounds: Int, _ library: any ArtworkRepository, _ baseline: Double?
    ) async throws -> Double {
        let queries = try search.queries.map { try LibraryQuery(text: $0) }
        let clock = ContinuousClock()
        var times: [Double] = []
        var results = 0
        for round in 0..<rounds {
            let start = clock.now
            let page = try await library.page(
                queries[round % queries.count], ArtworkRange(limit: 50, after: search.after), in: calendar)
            times.append((clock.now - start) / .milliseconds(1))
            results = max(results, page.artworks.count)
        }
        times.sort()
        let (median, late) = (times[times.count / 2], times[times.count * 99 / 100])
        let label = search.what.padding(16)
        let ratio = baseline.map { "  \(Report.number(median / $0)) x" } ?? ""
        Report.line(
            "\(label)p50 \(Report.number(median)) ms  p99 \(Report.number(late)) ms\(ratio)  \(results) results")
        return median
    }
}

extension String {
    fileprivate func padding(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

/// Makes artworks with prompts of 6 to 18 words.
private struct ArtworkMaker {
    static let english = [
        "lighthouse", "night", "storm", "sea", "boat", "mountain", "cat", "fox", "snow", "forest", "city", "river",
        "portrait", "robot", "garden", "castle", "moon", "sunset", "bridge", "train",
    ]
    static let korean = [
        "등대", "바다", "고양이", "한국", "서울", "밤하늘", "폭풍우", "산", "눈", "도시", "강", "정원", "달", "노을", "다리", "기차", "여우", "숲",
        "초상화", "로봇",
    ]
    private static let endings = ["", "를", "의", "에서", "와"]

    private var random = SplitMix64(seed: 7)
    private var made: Int64 = 0

    /// One of many looks that have nothing in common.
    static func look(_ number: Int) -> Likeness {
        var random = SplitMix64(seed: UInt64(number) &+ 99)
        return Likeness(
            hash: random.next(), isFlat: false,
            colors: (0..<Likeness.colorBytes).map { _ in UInt8.random(in: 60...200, using: &random) })
    }

    /// Every twentieth picture looks like one of a hundred, all others like nothing else.
    private mutating func likeness() -> Likeness {
        guard made % 20 == 0 else { return Self.look(Int.random(in: 10_000..<1 << 40, using: &random)) }
        let look = Self.look(Int.random(in: 0..<100, using: &random))
        let flipped = (0..<3).reduce(0 as UInt64) { bits, _ in bits | 1 << UInt64.random(in: 0..<64, using: &random) }
        return Likeness(hash: look.hash ^ flipped, isFlat: false, colors: look.colors.map { $0 + 2 })
    }

    mutating func next() -> Artwork {
        made += 1
        let isKorean = Int.random(in: 0..<5, using: &random) < 2
        let words = (0..<Int.random(in: 6...18, using: &random)).map { _ -> String in
            // Common words are in every sixth prompt, others are nearly unique.
            if Int.random(in: 0..<3, using: &random) > 0 { return "w\(Int.random(in: 0..<50_000, using: &random))" }
            guard isKorean else { return Self.english.randomElement(using: &random) ?? "sea" }
            return (Self.korean.randomElement(using: &random) ?? "바다")
                + (Self.endings.randomElement(using: &random) ?? "")
        }
        var tags = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
            Tag("t\(Int.random(in: 0..<40, using: &random))")
        }
        if made % 5_000 == 0, let rare = Tag("rare") { tags.append(rare) }
        let utc = UTCMillis(1_700_000_000_000 + made * 60_000)
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        guard let digest = Digest(bytes: bytes) else { preconditionFailure("32 bytes") }
        return Artwork(
            number: ArtworkNumber(made), job: JobID(utc: utc, seed: random.next()), made: utc, source: .generated,
            name: "art-\(made)", folder: made % 3 == 0 ? "posters" : "inbox", prompt: words.joined(separator: " "),
            making: ArtworkMaking(
                backend: "studio", model: "flux", seed: UInt64(made), cost: Money(micros: 20_000, currency: "USD"),
                art: ArtworkGrid(columns: 80, rows: 40, charset: .half), likeness: likeness()),
            picture: StoredPicture(digest: digest, format: .png), tags: Tag.distinct(tags),
            isFavourite: made % 50 == 0)
    }
}
