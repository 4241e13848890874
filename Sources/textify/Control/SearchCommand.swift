import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Rendering
import Words

/// A command whose operands are a search of the library.
protocol LibrarySearchCommand: ControlCommand {}

extension LibrarySearchCommand {
    static var operands: String { "[QUERY…]" }

    static func help(_ usage: Usage) -> String {
        let keys = LibraryKey.allCases.map { key in
            [
                "  \(key.rawValue):\(key.definition.example)",
                key.definition.help.text(in: usage.formatter.words.language),
            ]
        }
        return usage.command(self) + "\n" + usage.formatter.words.searchKeys + "\n"
            + usage.formatter.table(keys, wraps: true).joined(separator: "\n") + "\n"
    }

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        if let parsed = try parsed(SearchWords.marked(words)) { try await run(ControlSession(name, parsed)) }
    }
}

/// `textify list`: the newest artworks; with words the same as `textify search`.
enum ListCommand: LibrarySearchCommand {
    static let name = "list"
    static let summary = FieldHelp("List artworks, newest first, like search", "search처럼 작품을 최신순으로 나열")
    static var options: [CommandOption] { SearchCommand.options }

    static func run(_ session: ControlSession) async throws(CommandFailure) { try await SearchCommand.run(session) }
}

/// `textify search QUERY…`: finds artworks of the library.
enum SearchCommand: LibrarySearchCommand {
    static let name = "search"
    static let summary = FieldHelp("Find artworks by words, tags and properties", "단어, 태그, 속성으로 작품 검색")
    static let options = [
        CommandOption("limit", "N", letter: "n", "Show at most N artworks (default: 20)", "최대 N개 표시 (기본: 20)"),
        CommandOption(
            "like", "FILE",
            "Find pictures that look like this file (- for standard input), or like the artwork with this ID",
            "이 파일(표준 입력은 -)이나 이 ID의 작품과 비슷한 그림을 찾음"),
        CommandOption(
            "stacks", "Show only the newest of the artworks that a backend made of the same prompt",
            "한 백엔드가 같은 프롬프트로 만든 작품 중 최신 작품만 표시"),
        CommandOption("grid", "Print small text art of the artworks side by side", "작은 텍스트 아트를 나란히 출력"),
        CommandOption("count", "Print only the number of artworks", "작품 수만 출력"),
        CommandOption(
            "facets", "Print the most frequent tags, folders, backends and other values of the artworks, with numbers",
            "찾은 작품의 태그, 폴더, 백엔드 등에서 많은 값과 그 수를 출력"),
        CommandOption("quiet", letter: "q", "Print only whole IDs, for scripts", "스크립트용으로 전체 ID만 출력"),
    ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        let text = [session.queryText, try await like(session) ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        _ = try session.query(text)
        let limit = try session.number("limit", 1...10_000) ?? 20
        if session.options.last("count") != nil { return try await count(text, session) }
        if session.options.last("facets") != nil { return try await facets(text, session) }
        let list = try await found(text, limit, session)
        if session.isQuiet, !session.wantsJSON {
            return try CommandOutput.standard(list.artworks.map { TerminalText.line($0.id) + "\n" }.joined())
        }
        let more = list.next == nil ? [] : ["", session.words.moreArtworks]
        if session.options.last("grid") != nil, !session.wantsJSON, !list.artworks.isEmpty {
            try await GridPrinter(session).write(list.artworks)
            return try CommandOutput.standard(more.map { $0 + "\n" }.joined())
        }
        try session.report(list) { ArtworkFormatter(formatter: session.formatter).table($0.artworks) + more }
    }

    /// The condition that `--like` asks for. A file that exists comes before an artwork's ID.
    private static func like(_ session: ControlSession) async throws(CommandFailure) -> String? {
        guard let name = session.options.last("like") else { return nil }
        let path = FilePath(bytes: name.value ?? [])
        let text = name.text ?? ""
        if !path.isPicture {
            if text == "last" { return "like:" + (try await session.artwork(text)) }
            if JobIDFragment(text: text) != nil { return "like:" + text }
        }
        let picture = PictureInput(path: path, budget: MemoryBudget(PictureLimits().memory))
        // The art is thrown away; its size decides how far a large picture is reduced while it is decoded.
        let converted = try await picture.run(Conversion(art: ArtOptions(), outputs: [.txt]))
        guard let likeness = converted.outputs.first?.likeness else { return nil }
        return "like:" + likeness.text
    }

    private static func count(_ text: String, _ session: ControlSession) async throws(CommandFailure) {
        let list = try await session.get(
            "/v1/artworks", [.init("q", text), .init("limit", "1"), .init("count", "true")], limit: .seconds(600),
            as: ArtworkList.self)
        let total = list.count ?? ArtworkTotal(artworks: 0, isComplete: true)
        try session.report(total) { ["\($0.artworks)\($0.isComplete ? "" : "+")"] }
    }

    private static func facets(_ text: String, _ session: ControlSession) async throws(CommandFailure) {
        let all = LibraryFacet.allCases.map(\.rawValue).joined(separator: ",")
        let list = try await session.get(
            "/v1/artworks", [.init("q", text), .init("limit", "1"), .init("facets", all)], limit: .seconds(600),
            as: ArtworkList.self)
        let report = list.facets ?? FacetReport(artworks: 0, isComplete: true, facets: [])
        try session.report(report) { FacetFormatter(formatter: session.formatter).table($0) }
    }

    /// Asks for pages until there are enough results: a page may be short although others follow.
    private static func found(
        _ text: String, _ limit: Int, _ session: ControlSession
    ) async throws(CommandFailure) -> ArtworkList {
        var found = ArtworkList(artworks: [])
        repeat {
            var query: [QueryString.Item] = [
                .init("q", text), .init("limit", "\(min(1_000, limit - found.artworks.count))"),
            ]
            if session.options.last("stacks") != nil { query.append(.init("stacks", "true")) }
            if let next = found.next { query.append(.init("after", next)) }
            let page = try await session.get("/v1/artworks", query, as: ArtworkList.self)
            found.artworks += page.artworks
            // A place that is given twice leads nowhere.
            guard page.next != found.next else {
                found.next = nil
                break
            }
            found.next = page.next
        } while found.next != nil && found.artworks.count < limit
        return found
    }
}

/// A search on a command line: `-cat` and `-tag:sea` belong to it. The option parser takes them as operands behind a
/// control character, which no search has.
enum SearchWords {
    static func marked(_ words: [[UInt8]]) -> [[UInt8]] { words.map { isNegation($0) ? [1] + $0 : $0 } }

    /// The search that marked operands are.
    static func text(of operands: [String]) -> String {
        operands.map { $0.first == "\u{1}" ? String($0.dropFirst()) : $0 }.joined(separator: " ")
    }

    /// Whether the word is a hyphen and what a search must not find, and not an option such as `-q` or `-n5`.
    private static func isNegation(_ word: [UInt8]) -> Bool {
        guard word.count > 2, word[0] == UInt8(ascii: "-"), word[1] != UInt8(ascii: "-") else { return false }
        return word[1] != UInt8(ascii: "n") || !word.dropFirst(2).allSatisfy { (48...57).contains($0) }
    }
}

extension ControlSession {
    /// The operands as a search.
    var queryText: String { SearchWords.text(of: operands) }

    /// Reads a search before the service is asked, so that a mistake is shown at its place.
    func query(_ text: String) throws(CommandFailure) -> LibraryQuery {
        do throws(LibraryQueryProblem) { return try LibraryQuery(text: text) } catch {
            let shown = TerminalText.line(text)
            let before = CellText.width(of: String(shown.prefix(error.offset)))
            let marks = max(1, CellText.width(of: String(shown.dropFirst(error.offset).prefix(error.length))))
            let place = [
                "  " + shown, "  " + String(repeating: " ", count: before) + String(repeating: "^", count: marks),
            ]
            throw usageError(([words.sentence(error)] + place).joined(separator: "\n"))
        }
    }
}

/// Formats counts of values for people.
struct FacetFormatter {
    /// The number of values of a facet that are shown.
    private static let most = 8

    let formatter: LineFormatter

    /// One row per facet that has values: the key that finds them, and the most frequent ones with their numbers.
    func table(_ report: FacetReport) -> [String] {
        let words = formatter.words
        let facets = report.facets.filter { !$0.values.isEmpty }
        guard !facets.isEmpty else { return [words.noArtworks] }
        let rows = facets.map { facet in
            let shown = facet.values.prefix(Self.most)
            let others = facet.values.count - shown.count + facet.others
            let values = shown.map { "\($0.value) \($0.artworks)" } + (others > 0 ? [words.otherValues(others)] : [])
            let key = LibraryFacet(rawValue: facet.facet)?.key.rawValue ?? facet.facet
            return [key + ":", values.joined(separator: ", ")]
        }
        return formatter.table(rows, wraps: true)
            + (report.isComplete ? [] : ["", words.countedArtworks(report.artworks)])
    }
}

/// Formats artworks for people.
struct ArtworkFormatter {
    let formatter: LineFormatter
    private var words: Wording { formatter.words }

    /// One row per artwork: its ID, whether it is a favourite, when it was made, the number of its variations, how much it
    /// looks like the wanted picture, its name, its tags and its prompt.
    func table(_ artworks: [ArtworkEntry]) -> [String] {
        guard !artworks.isEmpty else { return [words.noArtworks] }
        let jobs = JobFormatter(formatter: formatter)
        let hasLikeness = artworks.contains { $0.likeness != nil }
        let hasVariations = artworks.contains { $0.variations != nil }
        let title =
            [words.identifierTitle, "", words.madeTitle] + (hasVariations ? [words.variationsTitle] : [])
            + (hasLikeness ? [words.likenessTitle] : [])
            + [words.nameTitle, words.tagsTitle, words.promptTitle]
        let rows = artworks.map { artwork in
            let likeness = artwork.likeness.map { Resemblance(rawValue: $0).map(words.resemblance) ?? $0 } ?? ""
            return [JobFormatter.short(artwork.id), artwork.isFavourite ? "★" : "", jobs.brief(artwork.made)]
                + (hasVariations ? [Self.others(artwork.variations)] : []) + (hasLikeness ? [likeness] : [])
                + [artwork.name, artwork.markedTags.joined(separator: ", "), artwork.prompt ?? ""]
        }
        let extra = (hasVariations ? 1 : 0) + (hasLikeness ? 1 : 0)
        return formatter.table([title] + rows, rigid: Set(0..<3 + extra))
    }

    /// The number of other artworks of a stack: `+3`, or `+100+` if there are more.
    private static func others(_ variations: ArtworkTotal?) -> String {
        guard let variations, variations.artworks > 0 else { return "" }
        return "+\(variations.artworks)" + (variations.isComplete ? "" : "+")
    }
}
