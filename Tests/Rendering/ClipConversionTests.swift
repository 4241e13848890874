import Domain
import PlatformPictures
import TestPictures
import TextArt
import Testing

@testable import Rendering

@Suite("Art of clips")
struct ClipConversionTests {
    private let budget = MemoryBudget(256 << 20)
    private let art = ArtOptions(columns: 16)

    private func converted(
        _ picture: [UInt8], _ outputs: [OutputKind] = [.cast], _ change: (inout ArtOptions) -> Void = { _ in },
        lenient: Bool = false
    ) async throws(PictureFailure) -> ConversionResult {
        var art = art
        change(&art)
        return try await Conversion(art: art, outputs: outputs, isLenient: lenient).run(.bytes(picture), in: budget)
    }

    /// The times at which a cast shows something, in milliseconds, without the cursor's two events.
    private func times(_ output: RenderedOutput?) throws -> [Int] {
        var reader = AsciicastReader()
        reader.append(try #require(output).bytes)
        reader.finish()
        var (now, times): (Double, [Int]) = (0, [])
        while let event = try reader.next() {
            now += event.interval
            times.append(Int(now.rounded()))
        }
        return Array(times.dropFirst())
    }

    @Test("A cast has all frames of a clip; stills have the first one, as if it were alone")
    func kinds() async throws {
        let clip = GIFMaker.film(frames: 4)
        let result = try await converted(clip, [.txt, .cast, .artPNG])
        #expect(result.outputs.map(\.kind) == [.txt, .cast, .artPNG])
        #expect(try times(result.outputs[1]) == [0, 100, 200, 300, 400])
        #expect(result.warnings == [])
        let alone = try await converted(GIFMaker.film(frames: 1), [.txt, .artPNG])
        #expect([result.outputs[0], result.outputs[2]] == alone.outputs)
        #expect(result.outputs[0].likeness != nil)
        #expect(budget.free == budget.limit)
    }

    @Test("A GIF and a page have all frames too, and are played as often as the picture or the option says")
    func files() async throws {
        let clip = GIFMaker.film(frames: 4, before: GIFMaker.loops(2))
        let asked = try await converted(clip, [.artGIF, .player])
        var decoder = try ClipDecoder(.bytes(asked.outputs[0].bytes), limits: PictureLimits())
        #expect(decoder.info.delays == [100, 100, 100, 100] && decoder.info.plays == .times(3))
        var count = 0
        while try decoder.next() != nil { count += 1 }
        #expect(count == 4)
        let page = String(decoding: asked.outputs[1].bytes, as: UTF8.self)
        #expect(page.contains("[400]]") && page.contains("default-src 'none'"))
        let endless = try await converted(clip, [.artGIF]) { $0.animation.loop = 0 }
        #expect(try ClipDecoder(.bytes(endless.outputs[0].bytes), limits: PictureLimits()).info.plays == .forever)
        let effect = try await converted(Tiny.png(), [.artGIF]) { $0.animation.effect = .wave }
        #expect(try ClipDecoder(.bytes(effect.outputs[0].bytes), limits: PictureLimits()).info.delays.count > 20)
    }

    @Test("Stills show the frame of a time; after the end the last one, and of a still picture the only one")
    func frame() async throws {
        func text(_ milliseconds: Int, of picture: [UInt8]) async throws -> [UInt8]? {
            try await converted(picture, [.txt]) { $0.animation.frame = .milliseconds(milliseconds) }.outputs.first?
                .bytes
        }
        let clip = GIFMaker.film(frames: 4)
        var texts: [[UInt8]?] = []
        for time in [0, 99, 100, 350, 9_000] { texts.append(try await text(time, of: clip)) }
        #expect(texts[0] == texts[1] && texts[0] != texts[2] && texts[2] != texts[3] && texts[3] == texts[4])
        #expect(try await text(350, of: Tiny.png()) == text(0, of: Tiny.png()))
    }

    @Test("A still picture gives a cast with one frame")
    func still() async throws {
        #expect(try times(try await converted(GIFMaker.film(frames: 1)).outputs.first) == [0, 0])
        #expect(try times(try await converted(Tiny.png()).outputs.first) == [0, 0])
    }

    @Test("An effect sets a still in motion, the same one each time, and leaves clips alone")
    func effects() async throws {
        func effect(_ shuffle: UInt64) async throws -> [RenderedOutput] {
            try await converted(Tiny.png()) {
                $0.animation.effect = .dissolve
                $0.animation.effectSeconds = 0.5
                $0.animation.effectSeed = shuffle
            }.outputs
        }
        let first = try await effect(1)
        #expect(try times(first.first).count > 10 && times(first.first).last == 500 + EffectFrames.hold)
        #expect(try await effect(1) == first)
        #expect(try await effect(2) != first)
        let clip = GIFMaker.film(frames: 2)
        #expect(try await converted(clip).outputs == converted(clip) { $0.animation.effect = .rain }.outputs)
    }

    @Test("Speed changes the times, and the limits leave frames out evenly and say so")
    func limits() async throws {
        let clip = GIFMaker.film(frames: 12, delay: 2)
        let fast = try await converted(GIFMaker.film(frames: 3)) { $0.animation.speed = 4 }
        #expect(try times(fast.outputs.first) == [0, 25, 50, 75])
        let rate = try await converted(clip) { $0.animation.fps = 25 }
        #expect(try times(rate.outputs.first) == [0, 40, 80, 120, 160, 200, 240])
        #expect(rate.warnings == [])
        let few = try await converted(clip) { ($0.animation.fps, $0.animation.maxFrames) = (60, 4) }
        #expect(try times(few.outputs.first) == [0, 60, 120, 180, 240])
        #expect(few.warnings == [.fewerFrames(kept: 4, of: 12)])
    }

    @Test("A clip that doesn't fit into memory is refused, and one whose frames don't has fewer of them")
    func memory() async throws {
        // Every cell changes in every frame.
        let frames = (0..<240).map { frame in
            GIFMaker.Frame(
                width: 8, height: 8, colors: [frame * 40 % 256 * 0x1_0101, 0, 0, 0], delay: 4,
                indices: Array(repeating: 0, count: 64))
        }
        let clip = GIFMaker(width: 8, height: 8, frames: frames).bytes
        var art = art
        (art.columns, art.charset) = (64, .half)
        func run(_ bytes: Int64) async throws -> ConversionResult {
            let limits = PictureLimits(memory: bytes)
            return try await Conversion(art: art, outputs: [.cast], limits: limits)
                .run(.bytes(clip), in: MemoryBudget(bytes))
        }
        await #expect(throws: PictureFailure.self) { _ = try await run(1 << 20) }
        let few = try await run(40 << 20)
        #expect(try times(few.outputs.first).count == 121 && few.warnings == [.fewerFrames(kept: 120, of: 240)])
        let all = try await run(128 << 20)
        #expect(try times(all.outputs.first).count == 241 && all.warnings == [])
    }

    @Test("A damaged clip is refused, or shown up to the damage")
    func damage() async throws {
        let clip = Array(GIFMaker.film(frames: 6).dropLast(600))
        await #expect(throws: PictureFailure.truncatedClip(frames: 5)) { _ = try await converted(clip) }
        let shown = try await converted(clip, lenient: true)
        #expect(try (2...6).contains(times(shown.outputs.first).count))
        #expect(shown.damage == .truncatedClip(frames: 5))
    }

    @Test("Moving art is replayed frame by frame as it was added")
    func replay() throws {
        let grids = (0..<5).map { frame in
            ArtGrid(columns: 3, rows: 1, cells: (0..<3).map { ArtCell($0 == frame % 3 ? "x" : ".") })
        }
        var motion = MovingArt(grids[0])
        for (index, grid) in grids.enumerated().dropFirst() { motion.add(grid, at: index * 10) }
        var shown: [(ArtGrid, Int)] = []
        try motion.forEach { shown.append(($0, $1)) }
        #expect(shown.map(\.0) == grids && shown.map(\.1) == [0, 10, 20, 30, 40])
    }

    @Test("A player gets frames one at a time, skips those that are over, and can start again")
    func pulled() async throws {
        let conversion = Conversion(art: art, outputs: [.ansi])
        let source = PictureSource.bytes(GIFMaker.film(frames: 6, before: GIFMaker.loops(3)))
        guard var frames = try await MovingFrames.open(source, conversion, mostPerSecond: 60, in: budget) else {
            Issue.record("the clip doesn't move")
            return
        }
        #expect(frames.plays == .times(4) && frames.rows == 8 && frames.end == 600)
        #expect(try await frames.next(at: 0)?.start == 0)
        #expect(try await frames.next(at: 350)?.start == 300)
        #expect(try await frames.next(at: 0)?.start == 400)
        try frames.rewind()
        #expect(try await frames.next(at: 0)?.start == 0)
        #expect(budget.free < budget.limit)
        let still = try await MovingFrames.open(.bytes(Tiny.png()), conversion, mostPerSecond: 60, in: budget)
        let moves = still != nil
        #expect(!moves)
    }
}
