import Domain

/// A sign alone: a great heart before rays.
enum EmblemPainter {
    static func paint(_ stage: Stage) {
        let center = Point(stage.width * 0.5, stage.height * 0.52)
        let isNight = stage.light.isNight
        let tint = stage.scene.subject(.heart)?.tint?.ink ?? Ink(0xE0304A)
        let back = isNight ? Ink(0x141433) : Ink(0xFFF0DC)
        let page = stage.page()
        page.box(0, 0, stage.width, stage.height, back)
        let reach = stage.width + stage.height
        for ray in 0..<14 {
            let turn = (Float(ray) + Float(stage.seed % 64) / 64) / 14
            let next = turn + 0.5 / 14
            let one = Point(Turn.cosine(turn), Turn.sine(turn)) * reach
            let two = Point(Turn.cosine(next), Turn.sine(next)) * reach
            page.shape([center, center + one, center + two], isNight ? Ink(0x25255A) : Ink(0xFFD9B0))
        }
        let count = min(stage.scene.subject(.heart)?.count ?? 1, 9)
        for index in 0..<count {
            let part = (Float(index) + 0.5) / Float(count)
            let size = stage.unit * 0.72 / Float(count).squareRoot()
            let foot = Point(part * stage.width, center.y + size * 0.5)
            let pen = Pen(canvas: stage.canvas, frame: Frame(origin: foot, scale: size), light: stage.light)
            SkyThings.heart(pen, tint)
        }
    }
}
