import Domain
import TextArt
import Testing

@Suite("A parallel helper")
struct ParallelRunnerTests {
    /// Does the second piece of work first.
    private struct SecondFirst: ParallelRunner {
        func both<One: Sendable, Other: Sendable>(
            _ one: () -> One, _ other: @escaping @Sendable () -> Other
        ) -> (One, Other) {
            let second = other()
            return (one(), second)
        }
    }

    @Test("doesn't change the art", arguments: [Look.auto, .tone, .sharp], [Charset.ascii, .braille])
    func same(look: Look, charset: Charset) {
        let options = ArtOptions(columns: 20, charset: charset, look: look)
        #expect(grid(options, nil).cells == grid(options, SecondFirst()).cells)
    }

    private func grid(_ options: ArtOptions, _ parallelRunner: (any ParallelRunner)?) -> ArtGrid {
        let info = PictureInfo(format: .png, width: 64, height: 64, orientation: .up, hasAlpha: false)
        var sampler = ArtSampler(info: info, options: options, colors: .none, parallelRunner: parallelRunner)
        for y in 0..<64 {
            let row = (0..<64).map { x in
                let code = UInt8((x * 3 + y * 2 + (x / 9 + y / 13) % 2 * 90) % 256)
                return RGBA(red: code, green: code, blue: UInt8(x * 4))
            }
            sampler.take(row: row.span)
        }
        return sampler.grid()
    }
}
