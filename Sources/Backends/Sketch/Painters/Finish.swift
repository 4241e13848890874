import Domain

/// The last touch: edges a little darker, and a fine grain like paper's.
enum Finish {
    static func paint(_ stage: Stage) {
        for row in 0..<stage.canvas.height {
            let y = (Float(row) / stage.height - 0.5) * 2
            var dice = stage.dice(0x6000 + UInt64(row))
            stage.canvas.mapRow(row) { column, old in
                let x = (Float(column) / stage.width - 0.5) * 2
                let far = x * x + y * y
                let grain = Float(dice.next() >> 40) * (1.0 / 16_777_216) - 0.5
                return old * ((1 - 0.1 * far * far * 0.5) * (1 + 0.035 * grain))
            }
        }
    }
}
