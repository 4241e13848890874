/// A stone bridge of arches from side to side.
enum BridgePainter {
    static func paint(_ stage: Stage) {
        let page = stage.page(depth: 0.15)
        let deck = stage.horizon - stage.height * 0.06
        let foot = stage.horizon + stage.height * 0.1
        let stone = stage.scene.subject(.bridge)?.tint?.ink ?? Ink(0x9A8674)
        let thick = stage.unit * 0.05
        let count = 4
        let span = stage.width / Float(count)
        for arch in 0...count {
            let x = Float(arch) * span
            page.box(x - thick * 0.7, deck, thick * 1.4, foot - deck, page.lit(stone.times(0.7)))
            guard arch < count else { break }
            let curve = (0...20).map { step in
                let turn = 0.5 * Float(step) / 20
                return Point(
                    x + span * (0.5 - 0.5 * Turn.cosine(turn)), foot - (foot - deck) * 0.78 * Turn.sine(turn))
            }
            page.shape(curve + [Point(x + span, deck), Point(x, deck)], page.lit(stone))
        }
        page.box(0, deck - thick * 0.6, stage.width, thick * 0.9, page.lit(stone.times(1.4)))
    }
}
