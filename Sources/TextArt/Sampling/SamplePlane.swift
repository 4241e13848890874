internal import Domain

/// The samples of a whole picture as it is shown: turned upright, over its background, with its tones adjusted.
struct SamplePlane {
    let width: Int
    let height: Int
    private(set) var lights: [Light]

    subscript(x: Int, y: Int) -> Light { lights[y * width + x] }

    init(width: Int, height: Int, lights: [Light]) {
        self.width = width
        self.height = height
        self.lights = lights
    }

    /// Boxes of equal size are symmetric, so turning the small plane is the same as turning the picture.
    init(
        _ sampler: AreaSampler, width: Int, height: Int, orientation: Orientation, options: ArtOptions
    ) {
        let adjustment = ToneAdjustment(options)
        let background = Light(options.background)
        var lights: [Light] = []
        lights.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width {
                let (across, down) = orientation.stored(x: x, y: y, width: width, height: height)
                lights.append(adjustment.light(sampler.mean(across: across, down: down, over: background)))
            }
        }
        self.init(width: width, height: height, lights: lights)
    }
}

extension Orientation {
    /// Where the sample that is shown at `x`, `y` of a plane `width` by `height` was stored.
    func stored(x: Int, y: Int, width: Int, height: Int) -> (across: Int, down: Int) {
        let left = width - 1 - x
        let up = height - 1 - y
        switch self {
        case .up: return (x, y)
        case .upMirrored: return (left, y)
        case .down: return (left, up)
        case .downMirrored: return (x, up)
        case .leftMirrored: return (y, x)
        case .right: return (y, left)
        case .rightMirrored: return (up, left)
        case .left: return (up, x)
        }
    }
}
