import Domain
import TextArt

/// A clip of generated frames.
struct Clip {
    let width: Int
    let height: Int
    let frames: [Picture]

    /// A still scene of soft shapes with Gaussian-like noise of this deviation, new in every frame.
    static func noisy(deviation: Double, frames count: Int = 12, width: Int = 160, height: Int = 96) -> Clip {
        var rng = SplitMix64(seed: 7)
        return Clip(
            width: width, height: height,
            frames: (0..<count).map { _ in
                Picture(width, height) { x, y in
                    func noisy(_ code: Double) -> UInt8 {
                        // The sum of twelve evenly spread numbers is nearly normal.
                        let sum = (0..<12).reduce(-6.0) { sum, _ in sum + Double(rng.next() >> 11) / Double(1 << 53) }
                        return UInt8(min(max(code + sum * deviation, 0), 255).rounded())
                    }
                    let scene = Self.scene(x, y)
                    return RGBA(red: noisy(scene.0), green: noisy(scene.1), blue: noisy(scene.2), alpha: 255)
                }
            })
    }

    /// A bright square that moves 16 pixels a frame over a still scene.
    static func sprite(frames count: Int = 8, width: Int = 160, height: Int = 96) -> Clip {
        Clip(
            width: width, height: height,
            frames: (0..<count).map { frame in
                Picture(width, height) { x, y in
                    let isInside = (frame * 16..<frame * 16 + 16).contains(x) && (32..<48).contains(y)
                    let scene = isInside ? (250, 240, 60) : Self.scene(x, y)
                    return RGBA(red: UInt8(scene.0), green: UInt8(scene.1), blue: UInt8(scene.2), alpha: 255)
                }
            })
    }

    /// A flat picture that becomes lighter by one code a frame.
    static func fade(frames count: Int) -> Clip {
        Clip(
            width: 80, height: 48,
            frames: (0..<count).map { frame in
                Picture(80, 48) { _, _ in .grey(UInt8(60 + frame)) }
            })
    }

    private static func scene(_ x: Int, _ y: Int) -> (Double, Double, Double) {
        let disc = (x - 60) * (x - 60) + (y - 50) * (y - 50) < 900
        return disc ? (200, 90 + Double(y) / 2, 60) : (30 + Double(x) / 2, 60 + Double(y), 120)
    }

    /// The art of every frame, 100 ms apart; `nil` for those that look like the one before.
    func art(_ options: ArtOptions, _ color: ArtColor) -> [ArtGrid?] {
        var art = motion(options, color)
        for frame in frames {
            art.take(frame)
            art.addToSurvey()
        }
        art.settle()
        return frames.enumerated().map { index, frame in
            art.take(frame)
            return art.frame(at: index * 100)
        }
    }

    private func motion(_ options: ArtOptions, _ color: ArtColor) -> MotionArt {
        MotionArt(
            info: frames[0].info, options: options, colors: OutputColors(color, palette: options.palette))
    }
}

extension MotionArt {
    mutating func take(_ picture: Picture) {
        for y in 0..<picture.height { take(row: picture.row(y).span) }
    }
}
