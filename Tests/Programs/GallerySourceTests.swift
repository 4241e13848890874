@testable import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Synchronization
import Testing
import Words

@testable import textify

@Suite("Loading of textify gallery")
struct GallerySourceTests {
    /// Answers like the service, from a library of `count` artworks whose pages are as long as asked for.
    private final class Library: Sendable {
        let requests = Mutex<[String]>([])
        let isDown = Mutex(false)
        private let count: Int

        init(_ count: Int) { self.count = count }

        /// The requests since the last call, without the host.
        var paths: [String] {
            requests.withLock { requests in
                defer { requests = [] }
                return requests.map { String($0.dropFirst("http://textifyd/v1/".count)) }
            }
        }

        var client: ControlClient {
            ControlClient(socket: "/s.sock") { request throws(HTTPFailure) in
                if self.isDown.withLock(\.self) { throw .notSent(host: "", HTTPFault(.connect)) }
                self.requests.withLock { $0.append(request.url) }
                return self.answer(request.url)
            }
        }

        private func answer(_ url: String) -> HTTPResponse {
            let path = url.prefix { $0 != "?" }
            if path.hasSuffix("/text.txt") { return HTTPResponse(status: 200, body: Array("@@\n".utf8)) }
            if path.hasSuffix("/change") {
                return json(ArtworkChangeAnswer(isDryRun: false, matched: 1, changed: 1, ids: []))
            }
            guard path.hasSuffix("/artworks") else {
                return json(ScreenSamples.artwork(0, "cat-0", tags: ["sea"], isFavourite: true))
            }
            if url.contains("q=like") {
                return json(Problem(title: "", status: 404, detail: "There is no artwork x.", code: "x"), 404)
            }
            let items = url.split(separator: "?").last?.split(separator: "&") ?? []
            func number(_ name: String) -> Int? {
                items.first { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
            }
            let start = number("after") ?? 0
            let end = min(count, start + (number("limit") ?? 0))
            var list = ArtworkList(
                artworks: (start..<end).map { ScreenSamples.artwork($0, "cat-\($0)") },
                next: end < count ? "\(end)" : nil)
            if url.contains("count=true") { list.count = ArtworkTotal(artworks: count, isComplete: true) }
            return json(list)
        }

        private func json(_ value: some Encodable, _ status: Int = 200) -> HTTPResponse {
            HTTPResponse(status: status, body: (try? ControlJSON.encode(value)) ?? [])
        }
    }

    private let size = TerminalSize(columns: 80, rows: 24)
    private var grid: GridLayout { GridLayout(screen: size) }

    private func source(_ library: Library) async throws -> GallerySource {
        let art = ThumbnailSource(
            client: library.client, formatter: LineFormatter(words: Wording(.english), width: nil), isColored: false,
            charset: .ascii)
        return try await GallerySource(art, search: "")
    }

    /// Loads until nothing is left to load.
    private func loadAll(_ source: inout GallerySource) async {
        while await source.load(size) {}
    }

    @Test("One request at a time: art of this screen, of the next one, then the number of results")
    func order() async throws {
        let library = Library(1_000)
        var source = try await source(library)
        #expect(library.paths == ["artworks?q=&limit=200"])
        #expect(await source.load(size))
        let art = library.paths
        #expect(art.count == 1 && art.first?.hasSuffix("/text.txt?columns=25&rows=10") == true, "\(art)")
        await loadAll(&source)
        let rest = library.paths
        #expect(rest.count == 12 && rest.last == "artworks?q=&limit=1&count=true", "\(rest)")
        #expect(source.state.results.known == ArtworkTotal(artworks: 1_000, isComplete: true))
        // What was fetched isn't fetched again.
        for _ in 0..<2 { _ = source.state.press(.down, grid) }
        await loadAll(&source)
        #expect(library.paths.count == 3)
        #expect(source.screen.lines(size, isColored: false).contains { $0.text.contains("@@") })
    }

    @Test("Pages are loaded as the selection nears their end, and all of them on the way to the last artwork")
    func pages() async throws {
        let library = Library(5_000)
        var source = try await source(library)
        for _ in 0..<40 {
            _ = source.state.press(.pageDown, grid)
            _ = await source.loadPage(size)
        }
        #expect(source.state.selected == 240 && source.state.results.artworks.count == 400)
        _ = source.state.press(.end, grid)
        var steps = 0
        while source.state.isGoingToEnd, await source.load(size) { steps += 1 }
        #expect(steps == 5 && source.state.selected == 4_999)
        #expect(Set(source.state.results.artworks.map(\.name)).count == 5_000)
    }

    @Test("While the service does not answer, the last results stay, and each key tries again once")
    func down() async throws {
        let library = Library(1_000)
        var source = try await source(library)
        library.isDown.withLock { $0 = true }
        _ = source.state.press(.end, grid)
        #expect(await source.load(size))
        #expect(!source.state.isGoingToEnd && source.state.results.artworks.count == 200)
        let isReported = if case .text = source.state.notice { true } else { false }
        #expect(isReported)
        await source.perform(.search("fox"))
        #expect(source.state.results.search.isEmpty && source.state.results.artworks.count == 200)
        await loadAll(&source)
        library.isDown.withLock { $0 = false }
        await source.perform(.search(""))
        await loadAll(&source)
        #expect(source.screen.lines(size, isColored: false).contains { $0.text.contains("@@") })
    }

    @Test("A search that the service refuses is reported, and changes are shown at once") func effects() async throws {
        let library = Library(10)
        var source = try await source(library)
        await source.perform(.search("like:zzzz"))
        #expect(source.state.notice == .text("There is no artwork x.") && source.state.results.artworks.count == 10)
        let id = ScreenSamples.artwork(0, "").id
        _ = library.paths
        await source.perform(.change(.favourite(true), artwork: id))
        #expect(library.paths == ["artworks/change", "artworks/" + id])
        #expect(source.state.selection?.isFavourite == true)
        await source.perform(.change(.tags(try TagEdit("sea")), artwork: id))
        #expect(source.state.notice == .text("Tags: sea"))
    }

    @Test("A removed picture has a note in place of a thumbnail; opened, the delivered text is shown")
    func removed() async throws {
        let library = Library(1)
        let art = ThumbnailSource(
            client: library.client, formatter: LineFormatter(words: Wording(.english), width: nil), isColored: false,
            charset: .ascii)
        let old = ScreenSamples.artwork(0, "old", removed: WireTime(ScreenSamples.noon))
        guard case .note(let note) = await art.thumbnail(of: old, grid.art) else {
            Issue.record("no note")
            return
        }
        #expect(note.hasPrefix("picture removed on 2026-") && library.paths.isEmpty)
        let isArt = if case .art = await art.thumbnail(of: old, grid.art, isWhole: true) { true } else { false }
        #expect(isArt)
    }
}
