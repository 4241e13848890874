internal import CTextArt
internal import Domain

/// A picture as it is shown, in samples of linear light from 0 to 65,535.
struct SampleGrid: Equatable {
    /// In samples.
    let width: Int
    let height: Int
    /// Red, green and blue one after the other, or luminance alone; each row by row.
    var channels: [[UInt16]]
    /// Whether anything at all of the picture shows in each sample; `nil` when all of it does.
    var seen: [UInt8]?
    var density = SampleDensity.fine

    var columns: Int { width / density.across }
    var rows: Int { height / density.down }

    /// Whether nothing of the picture shows in a cell.
    func isHidden(column: Int, row: Int) -> Bool {
        guard let seen else { return false }
        let corner = row * density.down * width + column * density.across
        return (0..<density.down).allSatisfy { y in
            !seen[(corner + y * width)..<(corner + y * width + density.across)].contains(1)
        }
    }

    /// Relative luminance (Rec. 709).
    func luminance() -> [UInt16] {
        guard channels.count == 3 else { return channels[0] }
        var luminance = [UInt16](repeating: 0, count: channels[0].count)
        let shares = [LinearLight.redShare, LinearLight.greenShare, LinearLight.blueShare]
        textart_luminance(channels[0], channels[1], channels[2], shares, Int64(luminance.count), &luminance)
        return luminance
    }

    /// Luminance from 0 to 1, in as many samples as tones are matched in.
    func tones() -> ScorePlane {
        let (across, down) = (columns * ToneTable.across, rows * ToneTable.down)
        var values = [Float].unset(across * down)
        if density == .tone {
            textart_shares(luminance(), Int64(values.count), &values)
        } else {
            textart_quarter(luminance(), Int32(across), Int32(down), &values)
        }
        return ScorePlane(width: across, height: down, values: values)
    }

    /// The same in grey.
    func withoutColors() -> SampleGrid {
        guard channels.count > 1 else { return self }
        var grey = self
        grey.channels = [luminance()]
        return grey
    }

    /// Grey with its own range of light stretched, as `levels` ask.
    func withLevels(_ levels: Levels) -> SampleGrid {
        var grey = withoutColors()
        let curve = ToneCurve(grey.channels[0], levels: levels)
        let table = (0...UInt16.max).map { light in
            UInt16(curve.light(Float(light) / Float(LinearLight.full)) * Float(LinearLight.full) + 0.5)
        }
        for index in grey.channels[0].indices { grey.channels[0][index] = table[Int(grey.channels[0][index])] }
        return grey
    }

    mutating func apply(_ adjustment: ToneAdjustment) {
        guard !adjustment.isNeutral else { return }
        let table = adjustment.table()
        for channel in channels.indices {
            for index in channels[channel].indices {
                channels[channel][index] = table[Int(channels[channel][index])]
            }
        }
    }
}
