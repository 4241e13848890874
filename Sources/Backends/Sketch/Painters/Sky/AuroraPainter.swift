import Domain

/// Curtains of light: each column glows upwards from a wandering lower edge.
enum AuroraPainter {
    static func paint(_ stage: Stage) {
        var dice = stage.dice(3)
        let inks: [UInt32] = [0x46F0A0, 0x3CE0C8, 0xA05CF0]
        let tint = stage.scene.subject(.aurora)?.tint?.ink
        for curtain in 0..<3 {
            let base = stage.horizon * (0.78 - 0.2 * Float(curtain))
            let shift = Float(dice.unit())
            let edges = (0..<stage.canvas.width).map { column in
                let x = Float(column) / stage.width
                let slow = Turn.sine(x * 0.9 + shift)
                let fast = Turn.sine(x * 2.3 + shift * 3) * 0.4
                return base + (slow + fast) * stage.horizon * 0.11
            }
            let rays = (0..<stage.canvas.width).map { column in
                let x = Float(column) / stage.width
                return 0.55 + 0.3 * Turn.sine(x * 11 + shift) * Turn.sine(x * 3.7) + 0.15 * Turn.sine(x * 41)
            }
            let ink = (tint ?? Ink(inks[curtain])).light * (curtain == 0 ? 0.75 : 0.5)
            draw(stage, edges, rays, ink)
        }
    }

    private static func draw(_ stage: Stage, _ edges: [Float], _ rays: [Float], _ ink: SIMD4<Float>) {
        let tall = stage.horizon * 0.42
        for row in 0..<min(stage.canvas.height, Int(stage.horizon) + 1) {
            stage.canvas.mapRow(row) { column, old in
                let above = (edges[column] - Float(row)) / tall
                guard above > -0.06, above < 1 else { return old }
                let strength = above < 0 ? 1 + above / 0.06 : (1 - above) * (1 - above)
                return old + ink * (strength * rays[column])
            }
        }
    }
}
