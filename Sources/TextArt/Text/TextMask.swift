internal import Domain

/// Art from a running text: words where the picture is light, blanks where it is dark.
///
/// A line's surplus or shortage of text is carried over to the lines below: at half the possible light every second
/// line has text, so that whole words stay readable.
struct TextMask {
    let text: [Cluster]
    let options: ArtOptions

    /// Below and above these tones a cell is all blank or all text, whatever its neighbours need.
    private static let (black, white): (Float, Float) = (0.08, 0.92)

    func cells(_ grid: SampleGrid, isColored: Bool) -> [ArtCell] {
        let words = WordStream(text)
        let tones = TextMask.tones(grid, options)
        var line = LineLayout(words, columns: grid.columns)
        var lacks = [Float](repeating: 0, count: grid.columns)
        var next = 0
        var cells: [ArtCell] = []
        for row in 0..<grid.rows {
            let tones = Array(tones[row * grid.columns..<(row + 1) * grid.columns])
            let wanted = zip(tones, lacks).map(TextMask.wanted)
            let filled = line.fill(wanted, from: next)
            next = (next + filled.used) % words.letters.count
            let given = filled.cells.map { $0?.isBlank == true ? Float(0) : 1 }
            lacks = TextMask.spread(zip(wanted, given).map { $0 - $1 })
            cells += filled.cells.map { $0.map { ArtCell($0) } ?? ArtCell(nil) }
        }
        if isColored { color(&cells, grid) }
        return cells
    }

    private static func wanted(_ tone: Float, _ lack: Float) -> Float {
        let wanted = min(max(tone + lack, 0), 1.2)
        return tone < black ? min(wanted, tone) : tone > white ? max(wanted, tone) : wanted
    }

    /// Carries the differences of a line over to the cells below and diagonally below.
    private static func spread(_ lacks: [Float]) -> [Float] {
        lacks.indices.map { index in
            let sides = lacks[max(index - 1, 0)] + lacks[min(index + 1, lacks.count - 1)]
            return min(max(0.25 * sides + 0.5 * lacks[index], -0.9), 0.9)
        }
    }

    /// The desired amount of text per cell, from 0 to 1: the geometric mean of the light, with which blanks and ink
    /// would mix to the right tone from afar, and the perceived lightness, which leaves more text to read.
    private static func tones(_ grid: SampleGrid, _ options: ArtOptions) -> [Float] {
        let luminance = grid.luminance()
        let curve = grid.curve(luminance, options.levels)
        return (0..<grid.columns * grid.rows).map { cell in
            let (across, down) = (grid.density.across, grid.density.down)
            let first = cell / grid.columns * down * grid.width + cell % grid.columns * across
            var sum: Float = 0
            for y in 0..<down {
                for x in 0..<across { sum += Float(luminance[first + y * grid.width + x]) }
            }
            let light = curve.light(sum / Float(across * down) / Float(LinearLight.full))
            let shown = options.invert ? 1 - light : light
            return (LinearLight.unitCode(of: shown) * shown).squareRoot()
        }
    }

    /// Gives the ink twice the light of the picture, because half of each cell is paper.
    private func color(_ cells: inout [ArtCell], _ grid: SampleGrid) {
        var lights = CellLights()
        for index in cells.indices {
            guard cells[index].scalar != nil, !cells[index].isBlank else { continue }
            lights.load(grid, column: index % grid.columns, row: index / grid.columns, count: cells[index].cells)
            let color = TextMask.ink(lights.mean, isInverted: options.invert)
            cells[index].foreground = color
            if cells[index].cells == 2 { cells[index + 1].foreground = color }
        }
    }

    private static func ink(_ mean: SIMD3<Float>, isInverted: Bool) -> RGB {
        let full = Float(LinearLight.full)
        let amount = isInverted ? full - mean : mean
        let most = max(amount.max(), 1)
        // Never too faint to read, and never out of range.
        let strong = amount * (min(max(2 * most, 0.15 * full), full) / most)
        return RGB(light: isInverted ? full - strong : strong)
    }
}

/// Fills one line with the next words so that text falls where the picture wants it: dynamic programming finds the
/// least sum of squared differences from the desired amounts. Any two words may have blanks between them.
struct LineLayout {
    private let words: WordStream
    private let columns: Int
    /// Weight of the blank that separates two words, which is unavoidable.
    private static let separatorWeight: Float = 0.3
    /// The cost of breaking a long word, in wrong cells.
    private static let breakCost: Float = 2.5
    private var costs: [Float]
    /// For each state, the letters placed by the last step of the best way there, and the cells they took, including a
    /// blank.
    private var letters: [Int16]
    private var widths: [Int16]

    init(_ words: WordStream, columns: Int) {
        self.words = words
        self.columns = columns
        let states = (columns + 1) * (columns + 1)
        costs = Array(repeating: .infinity, count: states)
        letters = Array(repeating: 0, count: states)
        widths = Array(repeating: 0, count: states)
    }

    /// The cluster of each cell (`nil` for the right half of a wide one) and the number of letters used. `wanted` is 1
    /// for text and 0 for a blank.
    mutating func fill(_ wanted: [Float], from start: Int) -> (cells: [Cluster?], used: Int) {
        for index in costs.indices { costs[index] = .infinity }
        costs[0] = 0
        var lacking: [Float] = [0]
        for want in wanted { lacking.append(lacking[lacking.count - 1] + (want - 1) * (want - 1)) }
        for column in 0..<columns {
            for used in 0...column where costs[state(column, used)] < .infinity {
                extend(column, used, start, wanted, lacking)
            }
        }
        var best = 0
        for used in 1...columns where costs[state(columns, used)] < costs[state(columns, best)] { best = used }
        return (trace(best, start), best)
    }

    private func state(_ column: Int, _ used: Int) -> Int { column * (columns + 1) + used }

    private mutating func extend(_ column: Int, _ used: Int, _ start: Int, _ wanted: [Float], _ lacking: [Float]) {
        let cost = costs[state(column, used)]
        offer(cost + wanted[column] * wanted[column], column, used, cells: 1, count: 0)
        let place = (start + used) % words.letters.count
        var (width, count) = (0, 0)
        for part in words.parts(from: place) {
            while count < part {
                width += words.widths[(place + count) % words.letters.count]
                count += 1
            }
            let end = column + width
            guard end <= columns else { return }
            let isWhole = part == words.left[place]
            var sum = cost + lacking[end] - lacking[column] + (isWhole ? 0 : LineLayout.breakCost)
            let hasBlank = end < columns && (!isWhole || words.needsBlank[place])
            if hasBlank { sum += wanted[end] * wanted[end] * LineLayout.separatorWeight }
            offer(sum, column, used, cells: width + (hasBlank ? 1 : 0), count: part)
        }
    }

    private mutating func offer(_ cost: Float, _ column: Int, _ used: Int, cells: Int, count: Int) {
        let target = state(column + cells, used + count)
        guard cost < costs[target] else { return }
        costs[target] = cost
        letters[target] = Int16(count)
        widths[target] = Int16(cells)
    }

    private func trace(_ used: Int, _ start: Int) -> [Cluster?] {
        var cells = [Cluster?](repeating: .blank, count: columns)
        var (column, used) = (columns, used)
        while column > 0 {
            let state = state(column, used)
            column -= Int(widths[state])
            used -= Int(letters[state])
            var place = column
            for letter in 0..<Int(letters[state]) {
                let cluster = words.letters[(start + used + letter) % words.letters.count]
                cells[place] = cluster
                if cluster.cells == 2 { cells[place + 1] = nil }
                place += cluster.cells
            }
        }
        return cells
    }
}

/// A text as an endless sequence of words, for filling one line after the other.
struct WordStream {
    /// Clusters other than blanks.
    let letters: [Cluster]
    /// The width of each letter, in cells.
    let widths: [Int]
    /// For each letter, the number of letters to the end of its word, including itself.
    let left: [Int]
    /// For each letter, whether its word must be followed by a blank.
    let needsBlank: [Bool]

    /// - Precondition: the text has at least one cluster that is not a blank.
    init(_ text: [Cluster]) {
        var letters: [Cluster] = []
        var left: [Int] = []
        var needsBlank: [Bool] = []
        for run in text.split(whereSeparator: \.isBlank) {
            let words = WordStream.words(Array(run))
            for (index, word) in words.enumerated() {
                letters += word
                left += word.indices.map { word.count - $0 }
                let isLast = index == words.count - 1
                needsBlank += word.map { _ in isLast && !word[0].standsAlone }
            }
        }
        self.letters = letters
        self.left = left
        self.needsBlank = needsBlank
        widths = letters.map(\.cells)
    }

    /// Splits a run of letters where it may break without a hyphen: around every ideograph or kana.
    private static func words(_ run: [Cluster]) -> [[Cluster]] {
        var words: [[Cluster]] = []
        for letter in run {
            if let last = words.last?.last, !last.standsAlone, !letter.standsAlone {
                words[words.count - 1].append(letter)
            } else {
                words.append([letter])
            }
        }
        return words
    }

    /// The lengths at which the word at `place` may end a line or meet a gap: all of it, or for long words a part that
    /// leaves at least three letters (two for wide ones) on both sides.
    func parts(from place: Int) -> [Int] {
        let count = left[place]
        let isWide = widths[place] == 2
        let (least, long) = isWide ? (2, 4) : (3, 8)
        guard count >= long else { return [count] }
        return Array(least...(count - least)) + [count]
    }
}
