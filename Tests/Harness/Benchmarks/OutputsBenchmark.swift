import Domain
import Glibc
import PlatformPictures
import PlatformSystem
import Rendering

/// Processor time of converting one small picture: the default outputs together, and what each kind adds to the text
/// alone. The kinds with colours are measured beside ANSI, with which they share their art.
enum OutputsBenchmark: Benchmark {
    static let name = "outputs"
    static let usage = "[SIDE=64] [COLUMNS=80] [ROUNDS=30]"

    static func run(_ arguments: [String]) throws {
        let numbers = try IntegerArguments(arguments, atLeast: [1, 10, 1])
        let side = numbers.at(0, usually: 64)
        let art = ArtOptions(columns: numbers.at(1, usually: 80))
        let rounds = numbers.at(2, usually: 30)
        let picture = try SyntheticPhoto.png(width: side, height: side)
        Report.line("\(side) x \(side) pixels to \(art.columns) columns, fastest of \(rounds) rounds")
        let convert = { (kinds: [OutputKind]) in try time(picture, art, kinds, rounds) }
        let text = try convert([.txt])
        show("txt", text.milliseconds, text.outputs)
        let terminal = try convert([.ansi])
        show("ansi", terminal.milliseconds, terminal.outputs)
        for kind in [OutputKind.html, .svg, .artPNG] {
            let both = try convert([.ansi, kind])
            show("ansi + \(kind.rawValue)", both.milliseconds, both.outputs)
            let added = both.milliseconds - terminal.milliseconds
            Report.line("  \(kind.rawValue) adds \(Report.number(added)) ms")
        }
        let all = try convert([.txt, .html, .artPNG])
        show("txt + html + art.png", all.milliseconds, all.outputs)
        Report.line("ratio of all to txt \(Report.number(all.milliseconds / text.milliseconds))")
    }

    private static func show(_ what: String, _ milliseconds: Double, _ outputs: [RenderedOutput]) {
        let sizes = outputs.map { String($0.bytes.count) }.joined(separator: " + ")
        Report.line("\(what): \(Report.number(milliseconds)) ms, \(sizes) bytes")
    }

    /// The shortest processor time of `rounds` conversions, in milliseconds, after one that fills the caches.
    private static func time(
        _ picture: [UInt8], _ art: ArtOptions, _ kinds: [OutputKind], _ rounds: Int
    ) throws -> (milliseconds: Double, outputs: [RenderedOutput]) {
        let conversion = Conversion(art: art, outputs: kinds)
        let tables = RecentTables()
        var outputs = try conversion.run(.bytes(picture), recentTables: tables).outputs
        var shortest = Double.infinity
        for _ in 0..<rounds {
            let start = processorTime()
            outputs = try conversion.run(.bytes(picture), recentTables: tables).outputs
            shortest = min(shortest, processorTime() - start)
        }
        return (shortest, outputs)
    }

    /// The processor time of this process so far, in milliseconds.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
