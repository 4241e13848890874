@testable import ControlAPI
import Domain
import PlatformSystem
import Testing
import Words

@testable import textify

@Suite("Keys of textify top")
struct TopStateTests {
    private let jobs = ["cat", "boat", "fox", "boathouse"].enumerated().map { index, name in
        JobSummary(
            id: "0\(index)", state: index == 2 ? "failed" : "done", folder: "inbox", name: name + ".txt",
            created: WireTime(0), changed: WireTime(0), attempts: 1, prompt: "a " + name, tags: [])
    }

    /// Presses keys one after the other and returns the last effect.
    private func press(_ keys: [TerminalKey], _ state: inout TopState) -> TopState.Effect {
        keys.map { state.press($0, jobs, page: 2) }.last ?? .none
    }

    private func typed(_ text: String) -> [TerminalKey] { text.unicodeScalars.map { .character($0) } }

    @Test(
        "Arrows select a job, and stop at the ends",
        arguments: [
            ([.down], "00"), ([.up], "00"), ([.down, .down], "01"), ([.down, .up], "00"), ([.end], "03"),
            ([.end, .down], "03"), ([.end, .home], "00"), ([.down, .pageDown], "02"), ([.end, .pageUp], "01"),
            ([.down, .escape], nil),
        ] as [([TerminalKey], String?)])
    func selects(keys: [TerminalKey], selected: String?) {
        var state = TopState()
        #expect(press(keys, &state) == .none && state.selected == selected && state.mode == .list)
    }

    @Test("Enter opens the selected job, or the newest, and Esc goes back")
    func opens() {
        var state = TopState()
        _ = press([.enter], &state)
        #expect(state.mode == .job && state.selected == "00")
        _ = press([.down], &state)
        #expect(state.mode == .job && state.selected == "01")
        _ = press([.escape], &state)
        #expect(state.mode == .list && state.selected == "01")
    }

    @Test("An act on a job happens only after a yes; any other key leaves everything as it was")
    func confirms() {
        for (key, act) in [("r", TopState.Act.retry), ("x", .cancel)] {
            var state = TopState()
            #expect(press(typed(key), &state) == .none && state.mode == .list)
            #expect(press([.down, .enter] + typed(key), &state) == .none && state.mode == .question(act))
            #expect(press(typed("n"), &state) == .none && state.mode == .job)
            #expect(press(typed(key + "y"), &state) == .act(act, job: "00") && state.mode == .job)
        }
        var state = TopState()
        #expect(press([.down] + typed("x") + [.enter], &state) == .none && state.mode == .list)
    }

    @Test("A filter keeps the jobs whose name, prompt, state or ID contains it; arrows move among them")
    func filters() {
        var state = TopState()
        _ = press(typed("/boax") + [.backspace], &state)
        #expect(state.mode == .filter && state.filter == "boa")
        _ = press([.enter, .down, .down], &state)
        #expect(state.matching(jobs).map(\.id) == ["01", "03"] && state.selected == "03" && state.mode == .list)
        _ = press([.escape, .escape], &state)
        #expect(state.filter.isEmpty && state.selected == nil)
        _ = press(typed("/FAILED"), &state)
        #expect(state.matching(jobs).map(\.id) == ["02"])
        _ = press([.escape], &state)
        #expect(state.filter.isEmpty && state.mode == .list)
        // While the filter is typed, letters are no commands.
        #expect(press(typed("/q"), &state) == .none && state.filter == "q")
    }

    @Test("q and Ctrl-C quit, from every mode but the filter; ? shows the keys until the next one")
    func quits() {
        for keys in [[], [.enter], [.down, .enter]] as [[TerminalKey]] {
            var state = TopState()
            #expect(press(keys + typed("q"), &state) == .quit)
        }
        for keys in [typed("/a"), typed("?"), [.down] + typed("x")] {
            var state = TopState()
            #expect(press(keys + [.interrupt], &state) == .quit)
        }
        var state = TopState()
        _ = press(typed("?"), &state)
        #expect(state.mode == .help)
        _ = press(typed("q"), &state)
        #expect(state.mode == .list)
    }

    @Test(
        "Art has a place on every screen that is not tiny, whether or not there is art yet",
        arguments: [
            (100, 30, true), (80, 24, true), (60, 40, true), (40, 30, true), (60, 12, false), (8, 40, false),
        ])
    func artRoom(columns: Int, rows: Int, hasRoom: Bool) {
        let size = TerminalSize(columns: columns, rows: rows)
        for art in [nil, ScreenArt(title: "cat", "@@\n@@")] {
            let screen = TopScreen(
                words: Wording(.english), status: ScreenSamples.well, jobs: jobs, art: art, trouble: nil,
                now: ScreenSamples.noon)
            let room = screen.artRoom(size)
            #expect((room != nil) == hasRoom, "\(String(describing: room))")
            if let room { #expect(room.columns <= columns && room.rows < rows) }
        }
    }

    @Test("A message stays until the next key")
    func message() {
        var state = TopState()
        state.message = "done"
        _ = press([.down], &state)
        #expect(state.message == nil)
    }
}
