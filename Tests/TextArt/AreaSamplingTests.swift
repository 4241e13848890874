import Domain
import Testing

@testable import TextArt

@Suite("Area sampling")
struct AreaSamplingTests {
    @Test("the mean of black and white is half the light, sRGB 188 and not 128")
    func linear() {
        let checks = Picture(4, 4) { x, y in (x + y).isMultiple(of: 2) ? .white : .black }
        for light in lights(checks, 2, 2) {
            #expect(light == Light(red: 0.5, green: 0.5, blue: 0.5))
            #expect(light.color == RGB(red: 188, green: 188, blue: 188))
        }
    }

    @Test("a pixel on a box's edge counts with the part inside")
    func fractions() {
        // Five pixels in two boxes: 2.5 each. The middle pixel is shared.
        let line = Picture(5, 1) { x, _ in x == 2 ? .white : .black }
        #expect(lights(line, 2, 1).map(\.red) == [0.2, 0.2])
        // The same vertically, and in both directions at once.
        let column = Picture(1, 5) { _, y in y == 2 ? .white : .black }
        #expect(lights(column, 1, 2).map(\.red) == [0.2, 0.2])
        let square = Picture(3, 3) { x, y in x == 1 && y == 1 ? .white : .black }
        #expect(lights(square, 2, 2).map(\.red) == Array(repeating: 1.0 / 9, count: 4))
    }

    @Test("boxes smaller than a pixel repeat it, and one across two pixels mixes them")
    func upscaling() {
        let pair = Picture(2, 1) { x, _ in x == 0 ? .white : .black }
        #expect(lights(pair, 6, 2).map(\.red) == [1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0])
        #expect(lights(pair, 3, 1).map(\.red) == [1, 0.5, 0])
        #expect(lights(Picture(1, 1) { _, _ in .white }, 7, 5) == Array(repeating: white, count: 35))
    }

    @Test("one box per pixel changes no colour", arguments: [UInt64(1), 2, 3])
    func identity(seed: UInt64) {
        let picture = Picture.random(13, 7, seed: seed)
        #expect(lights(picture, 13, 7).map { RGBA($0.color) } == picture.pixels)
    }

    @Test("the mean of all samples is the mean of all pixels, whatever the boxes")
    func conserved() {
        var rng = SplitMix64(seed: 11)
        for round in 0..<60 {
            let size = (0..<4).map { _ in Int.random(in: 1...40, using: &rng) }
            let picture = Picture.random(size[0], size[1], seed: UInt64(round), hasAlpha: round.isMultiple(of: 2))
            let over = Light(red: 0.25, green: 0.5, blue: 1)
            let whole = lights(picture, 1, 1, over: over)[0]
            let samples = lights(picture, size[2], size[3], over: over)
            let mean = Light(meanOf: samples[...])
            #expect(abs(mean.red - whole.red) < 1e-9 && abs(mean.green - whole.green) < 1e-9, "\(size)")
            #expect(abs(mean.blue - whole.blue) < 1e-9, "\(size)")
        }
    }

    @Test("every sample is the sum of light times shared area, as computed naively")
    func slowly() {
        var rng = SplitMix64(seed: 12)
        for round in 0..<20 {
            let (width, height, across, down) = (
                Int.random(in: 1...12, using: &rng), Int.random(in: 1...12, using: &rng),
                Int.random(in: 1...20, using: &rng), Int.random(in: 1...20, using: &rng)
            )
            let picture = Picture.random(width, height, seed: UInt64(100 + round))
            let samples = lights(picture, across, down)
            for index in samples.indices {
                let expected = slow(picture, index % across, index / across, across, down)
                #expect(abs(samples[index].red - expected) < 1e-9, "\(width)x\(height) to \(across)x\(down)")
            }
        }
    }

    @Test("the boxes of a line cover each pixel exactly once")
    func boxes() {
        for length in 1...24 {
            for count in 1...24 {
                let boxes = Boxes(length: length, count: count)
                for pixel in 0..<length {
                    let units = boxes.boxes(ofPixel: pixel).map { boxes.units(ofPixel: pixel, inBox: $0) }
                    #expect(units.reduce(0, +) == boxes.pixel && units.allSatisfy { $0 > 0 })
                }
                for box in (0..<count).map(boxes.box) {
                    let whole = UInt64(box.whole.count) * boxes.pixel
                    #expect(whole + box.leading + box.trailing == UInt64(length))
                }
            }
        }
    }

    @Test("light and code are inverse to each other for every code, and increasing")
    func codes() {
        for code in 0...255 {
            #expect(LinearLight.code(of: Double(LinearLight.ofCode[code])) == Double(code))
            #expect(LinearLight.light(of: Double(code)) == Double(LinearLight.ofCode[code]))
        }
        #expect(zip(LinearLight.ofCode, LinearLight.ofCode.dropFirst()).allSatisfy { $0 < $1 })
        #expect(LinearLight.code(of: -1) == 0 && LinearLight.code(of: 70_000) == 255)
    }

    private var white: Light { Light(red: 1, green: 1, blue: 1) }

    private func lights(_ picture: Picture, _ across: Int, _ down: Int, over: Light = Light(.black)) -> [Light] {
        var sampler = AreaSampler(
            width: picture.width, height: picture.height, across: across, down: down, hasAlpha: picture.hasAlpha)
        for y in 0..<picture.height { sampler.take(row: picture.row(y).span) }
        return (0..<across * down).map { sampler.mean(across: $0 % across, down: $0 / across, over: over) }
    }

    private func slow(_ picture: Picture, _ x: Int, _ y: Int, _ across: Int, _ down: Int) -> Double {
        let (wide, high) = (Double(picture.width) / Double(across), Double(picture.height) / Double(down))
        var sum = 0.0
        for row in 0..<picture.height {
            let inside = min(Double(row + 1), Double(y + 1) * high) - max(Double(row), Double(y) * high)
            for (column, pixel) in picture.row(row).enumerated() where inside > 0 {
                let share = min(Double(column + 1), Double(x + 1) * wide) - max(Double(column), Double(x) * wide)
                sum += max(0, share) * inside * Double(LinearLight.ofCode[Int(pixel.red)]) / LinearLight.full
            }
        }
        return sum / (wide * high)
    }
}

extension RGBA {
    init(_ color: RGB) { self.init(red: color.red, green: color.green, blue: color.blue) }
}

extension Light {
    /// - Precondition: `lights` isn't empty.
    init(meanOf lights: ArraySlice<Light>) {
        let sum = lights.reduce(Light(.black)) {
            Light(red: $0.red + $1.red, green: $0.green + $1.green, blue: $0.blue + $1.blue)
        }
        self = sum.map { $0 / Double(lights.count) }
    }
}
