import Domain
import Testing

@testable import TextArt

@Suite("Text with gaps")
struct TextMaskTests {
    private let text = "It was the best of times, it was the worst of times, it was the age of wisdom."
    /// Dark on the left, light on the right.
    private let halves = Picture(160, 80) { x, _ in x < 80 ? .black : .white }

    private func art(_ picture: Picture, _ text: String, columns: Int = 60) -> ArtGrid {
        picture.art(ArtOptions(columns: columns, characters: text, mode: .holes, levels: .none))
    }

    @Test("words keep their order, none is omitted, and short ones aren't broken")
    func order() {
        var rng = SplitMix64(seed: 4)
        let picture = Picture(120, 120) { x, y in .grey(UInt8((x * 2 + Int(rng.next() % 60)) % 256)) }
        let words = text.split(separator: " ").map(String.init)
        let found = art(picture, text).lines.joined(separator: " ").split(separator: " ").map(String.init)
        #expect(found.count > 20)
        for (index, word) in found.enumerated() { #expect(word == words[index % words.count]) }
    }

    @Test("black is blank, white is full of words except for their separators")
    func tones() {
        for line in art(halves, text).lines {
            let cells = Array(line)
            #expect(cells.prefix(24).allSatisfy { $0 == " " })
            #expect(cells.suffix(30).count { $0 != " " } >= 20, "\(line)")
        }
    }

    @Test("a lighter picture has more text, and a half-lit one has whole lines")
    func between() {
        let counts = [UInt8(40), 120, 160, 200, 250].map { code in
            art(Picture(80, 80) { _, _ in .grey(code) }, text).cells.count { !$0.isBlank }
        }
        #expect(counts == counts.sorted() && Set(counts).count == 5)
    }

    @Test("inverted, words are where the picture is dark")
    func inverted() {
        let options = ArtOptions(columns: 60, characters: text, mode: .holes, levels: .none, invert: true)
        for line in halves.art(options).lines {
            #expect(line.suffix(24).allSatisfy { $0 == " " } && line.prefix(32).count { $0 != " " } >= 20, "\(line)")
        }
    }

    @Test(
        "a long word may be split, with at least three letters on each side",
        arguments: ["incomprehensibilities", "dampfschifffahrt"])
    func long(word: String) {
        let stripes = Picture(200, 100) { x, _ in x % 40 < 20 ? .white : .black }
        let parts = art(stripes, word, columns: 40).lines.flatMap { $0.split(separator: " ") }
        #expect(parts.count > 4)
        #expect(parts.allSatisfy { $0.count >= 3 })
        let joined = parts.joined()
        #expect((word + word).hasPrefix(joined.prefix(word.count)))
    }

    @Test(
        "short Hangul words stay whole, ideographs may be split anywhere",
        arguments: ["나 보기가 역겨워 가실 때에는", "床前明月光疑是地上霜"])
    func wide(text: String) {
        let words = UserText(text).clusters.split { $0.isBlank }.map { $0.map { String($0.scalar) }.joined() }
        var rng = SplitMix64(seed: 9)
        let picture = Picture(120, 120) { _, _ in .grey(UInt8(120 + rng.next() % 136)) }
        let grid = art(picture, text, columns: 41)
        for row in 0..<grid.rows { #expect(grid.row(row).map(\.cells).reduce(0, +) == 41) }
        let found = grid.lines.flatMap { $0.split(separator: " ").map(String.init) }
        #expect(found.count > 10)
        if words.count > 1 {
            for (index, word) in found.enumerated() { #expect(word == words[index % words.count]) }
        } else {
            let all = found.joined()
            #expect(String(repeating: words[0], count: all.count / words[0].count + 1).hasPrefix(all))
        }
    }

    @Test("colours don't move the words, and blanks have none")
    func colors() {
        let plain = art(halves, text)
        let colored = halves.art(
            ArtOptions(columns: 60, characters: text, mode: .holes, levels: .none), color: .full)
        #expect(colored.lines == plain.lines && colored.isText)
        #expect(colored.cells.allSatisfy { $0.background == nil && ($0.foreground == nil) == $0.isInvisible })
    }

    @Test("no other layout of a line's words is closer to the target", arguments: UInt64(0)..<20)
    func optimal(seed: UInt64) {
        var rng = SplitMix64(seed: seed)
        let words = WordStream(UserText("ab c def gh").clusters)
        let wanted = (0..<9).map { _ in Float(rng.unit()) }
        var line = LineLayout(words, columns: 9)
        let filled = line.fill(wanted, from: 0)
        let given = filled.cells.map { $0?.isBlank == true }
        #expect(abs(cost(given, wanted, filled.used) - least(wanted, 0, 0, words)) < 1e-4)
    }

    /// The cost of a line's blanks: word separators count less.
    private func cost(_ blanks: [Bool], _ wanted: [Float], _ used: Int) -> Float {
        var sum: Float = 0
        for (index, want) in wanted.enumerated() {
            let parts = blanks[index] && index > 0 && !blanks[index - 1]
            sum += blanks[index] ? want * want * (parts ? 0.3 : 1) : (want - 1) * (want - 1)
        }
        return sum
    }

    /// The least cost from a column on, by exhaustive search.
    private func least(_ wanted: [Float], _ column: Int, _ used: Int, _ words: WordStream) -> Float {
        guard column < wanted.count else { return 0 }
        let blank = wanted[column] * wanted[column] + least(wanted, column + 1, used, words)
        let count = words.left[used % words.letters.count]
        let end = column + count
        guard end <= wanted.count else { return blank }
        var sum = wanted[column..<end].reduce(Float(0)) { $0 + ($1 - 1) * ($1 - 1) }
        if end < wanted.count { sum += wanted[end] * wanted[end] * 0.3 }
        return min(blank, sum + least(wanted, end + 1, used + count, words))
    }
}
