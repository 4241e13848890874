internal import Domain

/// Art of a text that runs on in reading order where the picture is light, with blanks where it is dark.
///
/// What a line has too much or too little of is made up for by the lines below: where the picture is half as light as it
/// can be, every second line has text, so that whole words stay readable.
struct HolesArt {
    let text: [Cluster]
    let options: ArtOptions

    /// Below and above this, a cell is all blank or all text, whatever its neighbours lack.
    private static let (black, white): (Float, Float) = (0.08, 0.92)

    func cells(_ grid: SampleGrid, isColored: Bool) -> [ArtCell] {
        let words = TextWords(text)
        let tones = HolesArt.tones(grid, options)
        var line = WordLine(words, columns: grid.columns)
        var lacks = [Float](repeating: 0, count: grid.columns)
        var next = 0
        var cells: [ArtCell] = []
        for row in 0..<grid.rows {
            let tones = Array(tones[row * grid.columns..<(row + 1) * grid.columns])
            let wanted = zip(tones, lacks).map(HolesArt.wanted)
            let filled = line.fill(wanted, from: next)
            next = (next + filled.used) % words.letters.count
            let given = filled.cells.map { $0?.isBlank == true ? Float(0) : 1 }
            lacks = HolesArt.spread(zip(wanted, given).map { $0 - $1 })
            cells += filled.cells.map { $0.map { ArtCell($0) } ?? ArtCell(nil) }
        }
        if isColored { color(&cells, grid) }
        return cells
    }

    private static func wanted(_ tone: Float, _ lack: Float) -> Float {
        let wanted = min(max(tone + lack, 0), 1.2)
        return tone < black ? min(wanted, tone) : tone > white ? max(wanted, tone) : wanted
    }

    /// To the cells below and beside.
    private static func spread(_ lacks: [Float]) -> [Float] {
        lacks.indices.map { index in
            let sides = lacks[max(index - 1, 0)] + lacks[min(index + 1, lacks.count - 1)]
            return min(max(0.25 * sides + 0.5 * lacks[index], -0.9), 0.9)
        }
    }

    /// How much text each cell shall have, from 0 to 1: between the light, by which blanks and ink would mix to the right
    /// tone from afar, and the light as the eye sees it, which leaves more text to be read.
    private static func tones(_ grid: SampleGrid, _ options: ArtOptions) -> [Float] {
        let luminance = grid.luminance()
        let curve = ToneCurve(luminance, levels: options.levels)
        return (0..<grid.columns * grid.rows).map { cell in
            let (across, down) = (grid.density.across, grid.density.down)
            let first = cell / grid.columns * down * grid.width + cell % grid.columns * across
            var sum: Float = 0
            for y in 0..<down {
                for x in 0..<across { sum += Float(luminance[first + y * grid.width + x]) }
            }
            let light = curve.light(sum / Float(across * down) / Float(LinearLight.full))
            let shown = options.invert ? 1 - light : light
            let code = Float(LinearLight.fineCode[Int(shown * Float(LinearLight.full))]) / (255 * 16)
            return (code * shown).squareRoot()
        }
    }

    /// Blanks show how light a place is, and so does the ink, twice as strong as the picture: half of it is paper.
    private func color(_ cells: inout [ArtCell], _ grid: SampleGrid) {
        var lights = CellLights()
        for index in cells.indices {
            guard cells[index].scalar != nil, !cells[index].isBlank else { continue }
            lights.load(grid, column: index % grid.columns, row: index / grid.columns, count: cells[index].cells)
            let color = HolesArt.ink(lights.mean, isInverted: options.invert)
            cells[index].foreground = color
            if cells[index].cells == 2 { cells[index + 1].foreground = color }
        }
    }

    private static func ink(_ mean: SIMD3<Float>, isInverted: Bool) -> RGB {
        let full = Float(LinearLight.full)
        let amount = isInverted ? full - mean : mean
        let most = max(amount.max(), 1)
        // Never so faint that it can't be read, never beyond what there is.
        let strong = amount * (min(max(2 * most, 0.15 * full), full) / most)
        return RGB(light: isInverted ? full - strong : strong)
    }
}
