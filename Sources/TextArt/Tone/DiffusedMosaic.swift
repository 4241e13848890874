internal import Domain

/// The look of tones for mosaics of parts too large to make up for each other within a blur: the error of each part
/// goes on to its neighbours (Floyd and Steinberg 1976), back and forth, in linear light.
struct DiffusedMosaic {
    let mosaic: Mosaic
    let options: ArtOptions

    /// The parts that are ink (1), in rows of `columns * mosaic.across`.
    func ink(_ grid: SampleGrid) -> [UInt8] {
        let luminance = grid.luminance()
        let curve = ToneCurve(luminance, levels: options.levels)
        var lights = mosaic.means(of: luminance, columns: grid.columns, rows: grid.rows).map { light in
            let light = curve.light(light)
            return options.invert ? 1 - light : light
        }
        let (width, height) = (grid.columns * mosaic.across, grid.rows * mosaic.down)
        var ink = [UInt8](repeating: 0, count: lights.count)
        for y in 0..<height {
            let step = y.isMultiple(of: 2) ? 1 : -1
            for place in 0..<width {
                let x = step > 0 ? place : width - 1 - place
                let light = lights[y * width + x]
                ink[y * width + x] = light > 0.5 ? 1 : 0
                let error = light - (light > 0.5 ? 1 : 0)
                for (dx, dy, share) in DiffusedMosaic.shares {
                    let (nx, ny) = (x + dx * step, y + dy)
                    if 0..<width ~= nx, ny < height { lights[ny * width + nx] += error * share }
                }
            }
        }
        return ink
    }

    private static let shares: [(Int, Int, Float)] = [
        (1, 0, 7 / 16), (-1, 1, 3 / 16), (0, 1, 5 / 16), (1, 1, 1 / 16),
    ]
}
