import Domain
import Testing

@testable import TextArt

@Suite("Grid sampling")
struct GridSamplingTests {
    @Test("every sample is the exact sampler's area mean", arguments: UInt64(0)..<24)
    func exact(seed: UInt64) {
        var rng = SplitMix64(seed: seed)
        let size = (0..<4).map { _ in Int.random(in: 1...40, using: &rng) }
        let picture = Picture.random(size[0], size[1], seed: seed, hasAlpha: seed.isMultiple(of: 2))
        let color = RGB(red: 30, green: 200, blue: 90)
        var fine = sampler(picture, size[2], size[3], color)
        var areas = AreaSampler(
            width: size[0], height: size[1], across: size[2], down: size[3], hasAlpha: picture.hasAlpha)
        for y in 0..<picture.height {
            fine.take(row: picture.row(y).span)
            areas.take(row: picture.row(y).span)
        }
        let grid = fine.grid(.up)
        for index in 0..<size[2] * size[3] {
            let light = areas.mean(across: index % size[2], down: index / size[2], over: Light(color))
            for (channel, value) in [light.red, light.green, light.blue].enumerated() {
                #expect(abs(Double(grid.channels[channel][index]) - value * LinearLight.full) <= 1)
            }
        }
    }

    @Test("the sampler holds its samples and two lines, however tall the picture")
    func streamed() {
        let picture = Picture(10, 1) { _, _ in .grey(200) }
        var fine = GridSampler(
            width: 10, height: 20_000, across: 16, down: 16, hasAlpha: false, background: .black)
        for _ in 0..<20_000 { fine.take(row: picture.row(0).span) }
        let light = UInt16(LinearLight.ofCode[200])
        #expect(fine.grid(.up).channels.allSatisfy { $0.allSatisfy { abs(Int($0) - Int(light)) <= 1 } })
        let held = Mirror(reflecting: fine).children.compactMap { ($0.value as? any Collection)?.count }
        #expect(held.allSatisfy { $0 <= 3 * 256 })
    }

    @Test("missing rows are background, also within a sample")
    func partial() {
        let picture = Picture(16, 8) { _, _ in .white }
        var fine = sampler(picture, 8, 4, RGB(.white))
        for y in 0..<3 { fine.take(row: picture.row(y).span) }
        #expect(fine.grid(.up).channels.allSatisfy { $0.allSatisfy { $0 == 65_535 } })
        var black = sampler(picture, 8, 4, .black)
        for y in 0..<3 { black.take(row: picture.row(y).span) }
        let rows = black.grid(.up).channels[0]
        #expect(rows[0] >= 65_534 && abs(Int(rows[8]) - 32_768) <= 1 && rows[16] == 0)
    }

    private func sampler(
        _ picture: Picture, _ across: Int, _ down: Int, _ color: RGB
    ) -> GridSampler {
        GridSampler(
            width: picture.width, height: picture.height, across: across, down: down, hasAlpha: picture.hasAlpha,
            background: color)
    }
}
