import Domain

/// A wood: rows of firs from pale and small to dark and tall, open where the eye should rest.
enum WoodPainter {
    static func paintFar(_ stage: Stage) {
        let isWood = stage.scene.land == .forest
        for row in 0..<(isWood ? 3 : 2) {
            paintRow(stage, row, isWood)
        }
    }

    private static func paintRow(_ stage: Stage, _ row: Int, _ isWood: Bool) {
        var dice = stage.dice(13 + UInt64(row))
        let near = Float(row) / 2
        var x: Float = -0.02
        while x < 1.02 {
            let open = isWood ? min(abs(x - stage.layout.focus) * 2.4 + 0.25, 1) : 0.6
            let tall = stage.unit * (0.2 + 0.24 * near) * (isWood ? 0.5 + 0.7 * open : 0.5) * dice.between(0.75, 1.2)
            let foot = Point(x * stage.width, stage.horizon + stage.height * (0.01 + 0.05 * near))
            let pen = Pen(
                canvas: stage.canvas, frame: Frame(origin: foot, scale: tall), light: stage.light,
                depth: 0.72 - 0.55 * near)
            TreeThings.fir(pen, needle(stage, &dice))
            x += tall * 0.36 / stage.width
        }
    }

    private static func needle(_ stage: Stage, _ dice: inout SplitMix64) -> Ink {
        let autumn: [UInt32] = [0xB4532A, 0xC98A2E, 0x7A3B26, 0x4E5A2E]
        if stage.scene.season == .autumn { return Ink(autumn[Int(dice.next() & 3)]) }
        return Ink(0x1F4A35).times(dice.between(0.7, 1.2))
    }
}
