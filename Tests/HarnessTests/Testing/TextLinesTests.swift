@testable import MVITesting
import Testing

@Suite("TextLines")
struct TextLinesTests {
    private enum Phase { case idle, busy(since: Duration, with: [String]) }
    private struct Whole {
        var phase = Phase.idle
        var names: Set<String> = ["b", "a", "c"]
        var counts = ["y": 2, "x": 1]
        var none: Int?
        var some: Int? = 4
        var empty: [Int] = []
    }

    @Test("each leaf is a line with its whole path, in a fixed order")
    func leaves() {
        #expect(
            TextLines.of(Whole()) == [
                ".phase: idle", ".names{a}", ".names{b}", ".names{c}", #".counts["x"]: 1"#, #".counts["y"]: 2"#,
                ".none: nil",
                ".some: 4", ".empty: []",
            ])
    }

    @Test("a case with a payload shows its parts")
    func payload() {
        #expect(
            TextLines.of(Phase.busy(since: .seconds(2), with: ["a b "])) == [
                ".busy.since: 2.0 seconds", ".busy.with[0]: \"a b \"",
            ])
    }

    @Test("a diff shows only the changed lines, old before new, in order")
    func diff() {
        let diff = LineDiff(from: ["a", "b", "c", "d"], to: ["a", "x", "c", "d", "e"])
        #expect(diff.lines == ["- b", "+ x", "+ e"])
        #expect(LineDiff(from: ["a"], to: ["a"]).description.contains("the same text"))
    }
}
