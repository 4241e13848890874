import Domain
import TextArt

/// Times text art of rows already in memory: the whole rendering against adding up the same bytes, and separately the
/// choice of each cell's glyph once all rows have been sampled.
enum ArtBenchmark: Benchmark {
    static let name = "art"
    static let usage = "[COLUMNS=200]"
    private static let rounds = 9

    private static let cases: [(name: String, charset: Charset, look: Look, color: ArtColor)] = [
        ("96 glyphs, no colours", .ascii, .tone, .none), ("640 glyphs, no colours", .all, .tone, .none),
        ("half blocks, all colours", .half, .tone, .full), ("96 glyphs, all colours", .ascii, .tone, .full),
        ("640 glyphs, all colours", .all, .tone, .full),
    ]

    static func run(_ arguments: [String]) throws {
        let columns = arguments.first.flatMap { Int($0) } ?? 200
        let picture = SyntheticPhoto(width: 3_840, height: 2_160)
        Report.line(
            "3840 x 2160 pixels in memory to \(columns) columns, one core, fastest of \(rounds) alternating rounds"
        )
        for one in cases {
            var options = ArtOptions(columns: columns, charset: one.charset, look: one.look)
            options.color = one.color
            measure(one.name, picture, options)
        }
    }

    private static func measure(_ name: String, _ picture: SyntheticPhoto, _ options: ArtOptions) {
        let clock = ContinuousClock()
        var (sum, cells) = (0, 1)
        var choices: [Duration] = []
        let rounds = Rounds(rounds) {
            sum &+= picture.sum()
        } work: {
            var sampler = ArtSampler(
                info: picture.info, options: options, colors: OutputColors(options.color, palette: options.palette))
            picture.rows { sampler.take(row: $0) }
            let start = clock.now
            let grid = sampler.grid()
            choices.append(clock.now - start)
            cells = grid.cells.count
        }
        let whole = (rounds.work.min() ?? .zero) / .milliseconds(1)
        let choice = (choices.min() ?? .zero) / .microseconds(1)
        let padded = name + String(repeating: " ", count: max(0, 26 - name.count))
        Report.line(
            "\(padded)\(Report.number(whole)) ms, \(Report.number(rounds.minimumRatio)) x summing \(sum == 0 ? "nothing" : "the bytes");"
                + " \(Report.number(choice / Double(cells))) us per cell to choose glyphs")
    }
}
