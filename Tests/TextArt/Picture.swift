import Domain
import TextArt

/// A small generated picture, row by row from the top.
struct Picture {
    let width: Int
    let height: Int
    var pixels: [RGBA]
    var orientation = Orientation.up
    var hasAlpha = false

    init(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> RGBA) {
        self.width = width
        self.height = height
        pixels = (0..<width * height).map { pixel($0 % width, $0 / width) }
    }

    /// Noise: every pixel has a random colour.
    static func random(_ width: Int, _ height: Int, seed: UInt64, hasAlpha: Bool = false) -> Picture {
        var rng = SplitMix64(seed: seed)
        var picture = Picture(width, height) { _, _ in
            let grain = rng.next()
            return RGBA(
                red: UInt8(truncatingIfNeeded: grain), green: UInt8(truncatingIfNeeded: grain >> 8),
                blue: UInt8(truncatingIfNeeded: grain >> 16),
                alpha: hasAlpha ? UInt8(truncatingIfNeeded: grain >> 24) : 255)
        }
        picture.hasAlpha = hasAlpha
        return picture
    }

    var info: PictureInfo {
        PictureInfo(format: .png, width: width, height: height, orientation: orientation, hasAlpha: hasAlpha)
    }

    func row(_ y: Int) -> [RGBA] { Array(pixels[y * width..<(y + 1) * width]) }

    /// The art of the first `rows` rows, or of all by default.
    func art(_ options: ArtOptions, color: ArtColor = .none, rows: Int? = nil) -> ArtGrid {
        sampled(options, color: color, rows: rows).grid()
    }

    func chosen(_ options: ArtOptions, color: ArtColor = .none) -> ArtChoice {
        let colors = OutputColors(color, palette: options.palette)
        return sampled(options, color: color, rows: nil).art(colors).choice
    }

    private func sampled(_ options: ArtOptions, color: ArtColor, rows: Int?) -> ArtSampler {
        var sampler = ArtSampler(info: info, options: options, colors: OutputColors(color, palette: options.palette))
        for y in 0..<(rows ?? height) { sampler.take(row: row(y).span) }
        return sampler
    }
}

extension RGBA {
    static var white: RGBA { .grey(255) }
    static var black: RGBA { .grey(0) }

    static func grey(_ code: UInt8, alpha: UInt8 = 255) -> RGBA {
        RGBA(red: code, green: code, blue: code, alpha: alpha)
    }
}

extension ArtGrid {
    /// The lines of characters with their trailing blanks.
    var lines: [String] {
        (0..<rows).map { index in
            var line = String.UnicodeScalarView()
            for cell in row(index) { if let scalar = cell.scalar { line.append(scalar) } }
            return String(line)
        }
    }
}

extension Picture {
    /// A bright disc in the dark, lit from the upper left.
    static let ball = Picture(96, 96) { x, y in
        let (left, up) = (Double(x) - 47.5, Double(y) - 47.5)
        let far = (left * left + up * up) / (44 * 44)
        guard far < 1 else { return .black }
        let light = max(0, 0.2 + (-left - up) / 62 * 0.6 + (1 - far) * 0.5)
        return .grey(UInt8(min(255, 40 + light * 215)))
    }
}
