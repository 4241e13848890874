internal import Domain

/// Makes art of few colours in the look and with the dither that were asked for.
struct PenArt {
    let options: ArtOptions
    /// The blank first.
    let symbols: [Symbol]
    let inks: [RGB]
    let papers: [RGB]

    private struct Result {
        let choices: [PenChoice]
        let matcher: PenMatcher
    }

    func cells(_ grid: SampleGrid) -> [ArtCell] {
        let result = result(grid)
        return result.choices.map { cell($0, result.matcher.shapes.clusters) }
    }

    private func result(_ grid: SampleGrid) -> Result {
        if let dither = DotDither(options.dither, charset: options.charset) {
            // Dots are of the colours that there are: nothing is left to be mixed.
            let colors = inks == papers ? inks : inks + papers.filter { !inks.contains($0) }
            return result(PenTarget(dither.samples(grid, colors: colors)), .dots)
        }
        let target = PenTarget(grid)
        return
            switch options.look
        {
        case .tone: result(target, tone)
        case .sharp: result(target, .sharp)
        case .auto: better(target)
        }
    }

    private var tone: PenLook { .tone(colors: max(inks.count, papers.count)) }

    private func better(_ target: PenTarget) -> Result {
        let (tone, sharp) = (result(target, tone), result(target, .sharp))
        let score = PenScore(tone.choices, of: target, matcher: tone.matcher)
        let other = PenScore(sharp.choices, of: target, matcher: tone.matcher)
        return score.value < other.value ? sharp : tone
    }

    private func result(_ target: PenTarget, _ look: PenLook) -> Result {
        var look = look
        switch options.dither {
        case .none: look.hasContext = false
        case .cell: look.hasContext = true
        default: break
        }
        let matcher = PenMatcher(PenShapes(symbols, look: look), look: look, inks: inks, papers: papers)
        return Result(choices: matcher.choices(look.isNear ? target.near : target), matcher: matcher)
    }

    private func cell(_ choice: PenChoice, _ clusters: [Cluster]) -> ArtCell {
        let paper = papers[choice.paper]
        guard let ink = choice.ink else { return ArtCell(" ", foreground: paper, background: paper) }
        var cell = ArtCell(inks[ink] == paper ? .blank : clusters[choice.glyph])
        (cell.foreground, cell.background) = (inks[ink], paper)
        return cell
    }
}
