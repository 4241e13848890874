@testable import ControlAPI
import Domain
import PlatformSystem
import Testing
import Words

@testable import textify

@Suite("Screen of textify gallery")
struct GalleryScreenTests {
    private static let samples = ScreenSamples.artworks

    private static func screen(_ state: GalleryState, _ size: TerminalSize, _ language: Language = .english)
        -> [TerminalText]
    {
        var thumbnails = ThumbnailStore()
        for (id, art) in ScreenSamples.thumbnails {
            for room in [GridLayout(screen: size).art, GalleryScreen.artRoom(size)] {
                thumbnails.store(art(room), ThumbnailStore.Key(id, room))
            }
        }
        let formatter = LineFormatter(words: Wording(language), width: nil)
        return GalleryScreen(state: state, thumbnails: thumbnails, formatter: formatter)
            .lines(size, isColored: false)
    }

    private static func state(_ keys: [TerminalKey] = [], _ size: TerminalSize) -> GalleryState {
        var state = GalleryState()
        state.show(ArtworkList(artworks: samples), of: "")
        for key in keys { _ = state.press(key, GridLayout(screen: size)) }
        return state
    }

    @Test(
        "Cells are about 24 by 10, fill the screen and leave its last column and line free",
        arguments: [
            (80, 24, 3, 2, 25, 10), (200, 50, 7, 4, 26, 10), (100, 30, 3, 2, 31, 13), (60, 24, 2, 2, 28, 10),
            (40, 20, 1, 1, 39, 18), (20, 5, 1, 1, 19, 3), (8, 2, 1, 1, 10, 1),
        ])
    func layout(columns: Int, rows: Int, across: Int, down: Int, artColumns: Int, artRows: Int) {
        let grid = GridLayout(screen: TerminalSize(columns: columns, rows: rows))
        #expect(grid.across == across && grid.down == down)
        #expect(grid.art == TerminalSize(columns: artColumns, rows: artRows))
    }

    @Test("A printed grid is at most as wide as its lines") func printed() {
        for columns in 10...300 {
            let grid = GridLayout(columns: columns)
            let width = grid.across * (grid.art.columns + GridLayout.gap) - GridLayout.gap
            #expect(width <= columns && grid.art.rows == 10 && grid.down == 1, "\(columns)")
        }
    }

    @Test(
        "The screen has as many lines as the terminal, none wider than all but its last column",
        arguments: [(80, 24), (200, 50), (99, 24), (100, 24), (61, 40), (30, 12), (12, 6), (5, 3)], Language.allCases)
    func clipped(size: (Int, Int), language: Language) {
        let size = TerminalSize(columns: size.0, rows: size.1)
        let tags = "t밤하늘의별을보며".unicodeScalars.map { TerminalKey.character($0) }
        let shown: [[TerminalKey]] = [
            [], [.right], [.right, .enter], [.right, .right, .enter], [.right, .right, .right, .enter], [.end],
            [.character("?")], [.character("/")], [.character("d")], tags + tags + tags,
        ]
        for keys in shown {
            let lines = Self.screen(Self.state(keys, size), size, language)
            #expect(lines.count == size.rows)
            for line in lines {
                #expect(CellText.width(of: line.text) < size.columns, "\(keys): \(line.text)")
                #expect(!line.text.unicodeScalars.contains("\u{1B}"))
            }
        }
    }

    @Test("Names are below their art, shortened by their width in cells, with the marks of each") func labels() {
        let size = TerminalSize(columns: 80, rows: 24)
        let lines = Self.screen(Self.state([.right], size), size).map(\.text)
        #expect(lines[9].hasPrefix("          > ^ < "), "\(lines[9])")
        #expect(lines[10].hasPrefix("  ★ lighthouse             > 고양이와-달이-있는-밤-…"), "\(lines[10])")
        #expect(lines[10].hasSuffix("(in the trash) fox"), "\(lines[10])")
        #expect(lines[22].hasPrefix("  old"), "\(lines[22])")
        // The wide art is cut to its cell; art that is not there yet is a mark in the middle of its cell.
        #expect(lines[0] == String(repeating: " ", count: 27) + String(repeating: "~", count: 25))
        #expect(lines[4].hasSuffix("~" + String(repeating: " ", count: 14) + "…"), "\(lines[4])")
        #expect(lines[23].hasSuffix("2 of 20"))
    }

    @Test("An open artwork is shown with its facts, beside it where there is room, else below") func open() {
        for size in [TerminalSize(columns: 80, rows: 24), TerminalSize(columns: 120, rows: 30)] {
            let text = Self.screen(Self.state([.enter], size), size).map(\.text).joined(separator: "\n")
            for fact in [
                "★ lighthouse", "a lighthouse at night", "sea, 밤", "studio", "flux-2", "7", "0.05 USD", "1 of 20",
            ] {
                #expect(text.contains(fact), "\(fact): \(text)")
            }
        }
    }

    @Test("The last line shows questions, what is typed and its end, mistakes, progress and the search") func foot() {
        let size = TerminalSize(columns: 80, rows: 24)
        func foot(_ text: String, _ more: [TerminalKey] = []) -> String {
            let keys = text.unicodeScalars.map { TerminalKey.character($0) } + more
            return Self.screen(Self.state(keys, size), size).last?.text ?? ""
        }
        #expect(foot("d") == "Move lighthouse to the trash? y/n" + String(repeating: " ", count: 39) + "1 of 20")
        #expect(foot("/fox").hasPrefix("search: fox_"))
        #expect(foot("t" + String(repeating: "a", count: 100) + "end").contains("aend_"))
        #expect(foot("/tga:x", [.enter]).contains("is not a key"))
        #expect(foot("t+", [.enter]).contains("can't be a tag"))
        var state = Self.state([], size)
        state.show(ArtworkList(artworks: Self.samples, next: "a"), of: "fox tag:sea")
        #expect(Self.screen(state, size).last?.text.hasPrefix("search: fox tag:sea  ? help") == true)
        #expect(Self.screen(state, size).last?.text.hasSuffix("1 of 20+") == true)
        _ = state.press(.end, GridLayout(screen: size))
        #expect(Self.screen(state, size).last?.text.hasPrefix("loading all results: 20;") == true)
        state.show(ArtworkList(artworks: []), of: "none")
        #expect(Self.screen(state, size).first?.text == "Nothing found")
    }

    @Test("Words for positions group digits") func positions() {
        let words = Wording(.english)
        #expect(words.position(17, of: 1_234, isComplete: true) == "17 of 1,234")
        #expect(words.position(17, of: 10_000, isComplete: false) == "17 of 10,000+")
    }
}

@Suite("Thumbnails in memory")
struct ThumbnailStoreTests {
    private static func key(_ number: Int) -> ThumbnailStore.Key {
        ThumbnailStore.Key("\(number)", TerminalSize(columns: 24, rows: 10))
    }

    @Test("The number is bounded, and what was used last stays") func bounded() {
        var store = ThumbnailStore()
        for number in 0..<ThumbnailStore.most { store.store(.note("\(number)"), Self.key(number)) }
        store.use([Self.key(0), Self.key(1)])
        for number in 1_000..<1_010 { store.store(.note(""), Self.key(number)) }
        #expect(store[Self.key(0)] == .note("0") && store[Self.key(1)] == .note("1"))
        #expect(store[Self.key(2)] == nil && store[Self.key(11)] == nil && store[Self.key(12)] == .note("12"))
        store.removeAll()
        #expect(store[Self.key(0)] == nil)
    }

    @Test("Another size is another thumbnail, and a second one replaces the first") func sizes() {
        var store = ThumbnailStore()
        store.store(.note("a"), Self.key(1))
        store.store(.note("b"), Self.key(1))
        #expect(store[Self.key(1)] == .note("b"))
        #expect(store[ThumbnailStore.Key("1", TerminalSize(columns: 25, rows: 10))] == nil)
    }

    @Test("Rows of art are clipped, and coloured ones end their colours") func clipped() {
        let red = "\u{1B}[31m"
        let art = ScreenArt(title: "", red + "고양이\u{1B}[0m\nx\n")
        let rows = art.rows(centredIn: TerminalSize(columns: 5, rows: 9))
        #expect(rows.map(\.width) == [4, 1])
        #expect(rows.first?.text.text == red + "고양\u{1B}[0m")
        #expect(art.rows(centredIn: TerminalSize(columns: 10, rows: 1)).map(\.width) == [8])
    }
}
