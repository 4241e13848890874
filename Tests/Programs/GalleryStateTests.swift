@testable import ControlAPI
import Domain
import PlatformSystem
import Testing

@testable import textify

@Suite("Keys of textify gallery")
struct GalleryStateTests {
    /// Three cells side by side, two rows of them.
    private let grid = GridLayout(screen: TerminalSize(columns: 80, rows: 24))

    /// Eleven artworks: the last row has two.
    private func loaded(_ count: Int = 11, next: String? = nil) -> GalleryState {
        var state = GalleryState()
        state.show(Self.page(0..<count, next: next), of: "")
        return state
    }

    private static func page(_ numbers: Range<Int>, next: String? = nil) -> ArtworkList {
        ArtworkList(artworks: numbers.map { ScreenSamples.artwork($0, "cat-\($0)") }, next: next)
    }

    /// Presses keys one after the other and returns the last effect.
    @discardableResult
    private func press(_ keys: [TerminalKey], _ state: inout GalleryState) -> GalleryState.Effect {
        keys.map { state.press($0, grid) }.last ?? .none
    }

    private func typed(_ text: String) -> [TerminalKey] { text.unicodeScalars.map { .character($0) } }

    @Test(
        "Arrows select a cell, stop at the ends and keep their column",
        arguments: [
            ([], 0), ([.right], 1), ([.left], 0), ([.down], 3), ([.up], 0), ([.right, .down, .up], 1),
            ([.right, .right, .right], 3), ([.end], 10), ([.end, .right], 10), ([.end, .down], 10),
            ([.end, .up, .right, .down], 10), ([.right, .right, .down, .down, .down], 10), ([.end, .home], 0),
            ([.pageDown], 6), ([.right, .pageDown, .pageUp], 1), ([.right, .down, .pageUp], 1),
            ([.right, .pageDown, .pageDown], 10), ([.end, .pageDown], 10),
        ] as [([TerminalKey], Int)])
    func selects(keys: [TerminalKey], selected: Int) {
        var state = loaded()
        #expect(press(keys, &state) == .none && state.selected == selected)
    }

    @Test("h, j, k and l are arrows") func letters() {
        var state = loaded()
        press(typed("ljlk"), &state)
        #expect(state.selected == 2)
        press(typed("h"), &state)
        #expect(state.selected == 1)
    }

    @Test("The screen scrolls by rows, as far as the selection needs, and never beyond the results")
    func scrolls() {
        var state = loaded()
        press([.down], &state)
        #expect(state.firstRow == 0 && state.visible(grid) == 0..<6)
        press([.down], &state)
        #expect(state.firstRow == 1 && state.visible(grid) == 3..<9)
        press([.up], &state)
        #expect(state.firstRow == 1)
        press([.end], &state)
        #expect(state.firstRow == 2 && state.visible(grid) == 6..<11)
        press([.home], &state)
        #expect(state.firstRow == 0)
        // On a wider screen the same artwork is in another row.
        press([.end], &state)
        let wide = GridLayout(screen: TerminalSize(columns: 200, rows: 24))
        state.fit(wide)
        #expect(state.visible(wide).contains(10))
    }

    @Test("Enter opens the selected artwork, arrows lead to its neighbours, Esc and q go back")
    func opens() {
        var state = loaded()
        press([.right, .enter], &state)
        #expect(state.isOpen && state.selected == 1 && state.wanted(grid) == [1, 2, 0])
        press([.right, .down, .pageDown, .left], &state)
        #expect(state.isOpen && state.selected == 3)
        #expect(press([.escape], &state) == .none && !state.isOpen)
        #expect(press([.enter] + typed("q"), &state) == .none && !state.isOpen)
        #expect(press(typed("q"), &state) == .quit)
    }

    @Test("Art is wanted for this screen and then for the next") func wanted() {
        var state = loaded()
        #expect(state.wanted(grid) == Array(0..<11))
        press([.down, .down], &state)
        #expect(state.wanted(grid) == Array(3..<11))
    }

    @Test("A page is needed within two screens of the end of what is loaded, unless there is no more")
    func pages() {
        var state = loaded(40, next: "a")
        #expect(!state.needsPage(grid))
        press([.pageDown, .pageDown, .pageDown, .pageDown, .pageDown], &state)
        #expect(state.needsPage(grid) && state.results.known == ArtworkTotal(artworks: 40, isComplete: false))
        state.stall("unreachable")
        #expect(!state.needsPage(grid) && state.notice == .text("unreachable"))
        press([.left], &state)
        #expect(state.needsPage(grid) && state.notice == nil)
        state.append(Self.page(40..<50, next: "a"))
        #expect(state.results.next == nil && !state.needsPage(grid))
        #expect(state.results.known == ArtworkTotal(artworks: 50, isComplete: true))
    }

    @Test("End loads all pages and selects the last artwork; any key stops it") func end() {
        var state = loaded(40, next: "a")
        press([.end], &state)
        #expect(state.isGoingToEnd && state.selected == 0 && state.needsPage(grid))
        press([.right], &state)
        #expect(!state.isGoingToEnd && state.selected == 1 && !state.needsPage(grid))
        press([.end], &state)
        state.append(Self.page(40..<60, next: "b"))
        #expect(state.isGoingToEnd && state.selected == 1)
        state.append(Self.page(60..<61))
        #expect(!state.isGoingToEnd && state.selected == 60)
    }

    @Test("A number that was counted is shown until more is loaded") func counts() {
        var state = loaded(40, next: "a")
        #expect(state.results.isCountMissing)
        state.count(ArtworkTotal(artworks: 50, isComplete: true))
        #expect(state.results.known == ArtworkTotal(artworks: 50, isComplete: true))
        state.append(Self.page(40..<60, next: "b"))
        #expect(state.results.known == ArtworkTotal(artworks: 60, isComplete: false) && !state.results.isCountMissing)
        #expect(!loaded().results.isCountMissing)
    }

    @Test("A search is typed on; a mistake is shown, and what was typed stays") func search() {
        var state = loaded()
        #expect(
            press(typed("/tag:sae") + [.backspace, .backspace] + typed("ea") + [.enter], &state) == .search("tag:sea"))
        #expect(state.mode == .browsing)
        state.show(Self.page(0..<2), of: "tag:sea")
        #expect(press(typed("/ tga:x") + [.enter], &state) == .none)
        let isMistake = if case .mistake = state.notice { true } else { false }
        #expect(isMistake, "\(String(describing: state.notice))")
        #expect(state.mode == .search && state.input == "tag:sea tga:x" && state.results.artworks.count == 2)
        press([.escape], &state)
        #expect(state.mode == .browsing && state.notice == nil && state.results.search == "tag:sea")
        let erased = Array(repeating: TerminalKey.backspace, count: 7)
        #expect(press(typed("/") + erased + [.enter], &state) == .search(""))
        // While the search is typed, letters are no commands.
        #expect(press(typed("/q"), &state) == .none && state.input == "tag:seaq")
    }

    @Test("Reloading keeps the selected artwork; another search begins at its first result") func reloads() {
        var state = loaded()
        press([.right, .right, .enter], &state)
        #expect(press(typed("r"), &state) == .search(""))
        state.show(Self.page(1..<11), of: "")
        #expect(state.selected == 1 && state.isOpen)
        state.show(Self.page(1..<11), of: "cat")
        #expect(state.selected == 0 && !state.isOpen && state.results.search == "cat")
        state.show(Self.page(0..<0), of: "dog")
        #expect(state.selection == nil && press([.right, .down, .end, .enter] + typed("ftduo"), &state) == .none)
        #expect(state.mode == .browsing && !state.isOpen)
    }

    @Test("f toggles the mark, o opens the picture, and d moves to the trash after a yes") func acts() {
        var state = loaded()
        let id = ScreenSamples.artwork(0, "").id
        #expect(press(typed("f"), &state) == .change(.favourite(true), artwork: id))
        state.replace(ScreenSamples.artwork(0, "cat", isFavourite: true))
        #expect(press(typed("f"), &state) == .change(.favourite(false), artwork: id))
        #expect(press(typed("o"), &state) == .open(artwork: id))
        #expect(press(typed("u"), &state) == .none)
        #expect(press(typed("d"), &state) == .none && state.mode == .question)
        #expect(press(typed("n"), &state) == .none && state.mode == .browsing)
        #expect(press(typed("dy"), &state) == .change(.trash(true), artwork: id))
        state.replace(ScreenSamples.artwork(0, "cat", trashed: WireTime(ScreenSamples.noon)))
        #expect(press(typed("d"), &state) == .none && state.mode == .browsing)
        #expect(press(typed("u"), &state) == .change(.trash(false), artwork: id))
    }

    @Test("Tags are typed with and without signs, and in quotation marks") func tags() throws {
        var state = loaded()
        let text = "sea +\"two words\" -draft -밤"
        let edit = try TagEdit(text)
        #expect(edit.added.map(\.shown) == ["sea", "two words"] && edit.removed.map(\.shown) == ["draft", "밤"])
        let id = ScreenSamples.artwork(0, "").id
        #expect(press(typed("t" + text) + [.enter], &state) == .change(.tags(edit), artwork: id))
        #expect(press(typed("tsea +") + [.enter], &state) == .none)
        #expect(state.notice == .notATag("+") && state.mode == .tags && state.input == "sea +")
        #expect(
            press([.backspace, .backspace, .enter], &state)
                == .change(.tags(try TagEdit("sea")), artwork: ScreenSamples.artwork(0, "").id))
        #expect(press(typed("t ") + [.enter], &state) == .none && state.mode == .browsing && state.notice == nil)
        #expect(press(typed("tx") + [.escape], &state) == .none && state.mode == .browsing)
    }

    @Test("Ctrl-C quits from everywhere; help ends with any key") func quits() {
        for keys in [[], [.enter], typed("/a"), typed("tx"), typed("d"), typed("?")] as [[TerminalKey]] {
            var state = loaded()
            #expect(press(keys + [.interrupt], &state) == .quit)
        }
        var state = loaded()
        press(typed("?"), &state)
        #expect(state.mode == .help)
        #expect(press(typed("q"), &state) == .none && state.mode == .browsing)
    }
}
