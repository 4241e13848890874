/// Fills one line with the words that come next, so that text stands where the picture wants it: the squared differences
/// from what is wanted are the least that there can be. Blanks may stand between any two words.
struct WordLine {
    private let words: TextWords
    private let columns: Int
    /// A blank that parts two words is no fault of the picture: it counts less than others.
    private static let partingShare: Float = 0.3
    /// What parting a long word costs, in cells that are wrong.
    private static let breakCost: Float = 2.5
    private var costs: [Float]
    /// The letters that were put down last on the best way to a state, and the cells that they took with their blank.
    private var letters: [Int16]
    private var widths: [Int16]

    init(_ words: TextWords, columns: Int) {
        self.words = words
        self.columns = columns
        let states = (columns + 1) * (columns + 1)
        costs = Array(repeating: .infinity, count: states)
        letters = Array(repeating: 0, count: states)
        widths = Array(repeating: 0, count: states)
    }

    /// Each cell's cluster, `nil` where the one before goes on; and how many letters were used. `wanted` is 1 where text
    /// is wanted and 0 where none is.
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
            var sum = cost + lacking[end] - lacking[column] + (isWhole ? 0 : WordLine.breakCost)
            let hasBlank = end < columns && (!isWhole || words.needsBlank[place])
            if hasBlank { sum += wanted[end] * wanted[end] * WordLine.partingShare }
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
