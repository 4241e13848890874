internal import CTextArt

/// How good art of few colours is, by its own samples.
struct PenScore {
    /// Of areas of two cells by one, from near; 1 is perfect.
    let structure: Float
    /// The mean difference of colours after a blur of half a cell, as it looks: Oklab, a hundred times.
    let difference: Float

    /// The difference that counts as much as all structure.
    private static let worst: Float = 5

    var value: Float { structure - difference / PenScore.worst }

    /// `matcher` knows what the choices show in light.
    init(_ choices: [PenChoice], of target: PenTarget, matcher: PenMatcher) {
        var field = PenField(columns: target.columns, rows: target.rows)
        var shown = target
        var (own, cell) = ([Float](repeating: 0, count: 96), [Float](repeating: 0, count: 96))
        for row in 0..<target.rows {
            for column in 0..<target.columns {
                target.take(column: column, row: row, into: &own)
                matcher.show(choices[row * target.columns + column], into: &cell)
                shown.put(cell, column: column, row: row)
                field.add(own, sign: 1, column: column, row: row)
                field.add(cell, sign: -1, column: column, row: row)
            }
        }
        var sum: Float = 0
        var matrix = [Float](repeating: 0, count: 9)
        let blurs = [ToneLook.Blur(weight: 1, taps: PenScore.taps)]
        for row in 0..<target.rows {
            for column in 0..<target.columns {
                textart_look_matrix(target.mean(column: column, row: row), &matrix)
                field.blurred(blurs, column: column, row: row, into: &cell)
                sum += textart_mean_length(matrix, cell)
            }
        }
        difference = 100 * sum / Float(max(choices.count, 1))
        structure = BlockLikeness.mean(shown.near.luma, target.near.luma, width: target.width)
    }

    /// Gaussian, sigma 2 samples: half of a cell's width.
    private static let taps: [Float] = [0.199676, 0.176213, 0.121109, 0.064825, 0.027023, 0.008773, 0.002218]
}

extension PenTarget {
    fileprivate mutating func put(_ cell: [Float], column: Int, row: Int) {
        let first = row * ToneTable.down * width + column * ToneTable.across
        for index in cell.indices {
            let (channel, sample) = (index / ToneTable.samples, index % ToneTable.samples)
            let place = channel * plane + first + sample / ToneTable.across * width + sample % ToneTable.across
            set(cell[index], at: place)
        }
    }

    fileprivate func mean(column: Int, row: Int) -> [Float] {
        var cell = [Float](repeating: 0, count: 3 * ToneTable.samples)
        take(column: column, row: row, into: &cell)
        return (0..<3).map { channel in
            cell[channel * ToneTable.samples..<(channel + 1) * ToneTable.samples].reduce(0, +)
                / Float(ToneTable.samples)
        }
    }
}
