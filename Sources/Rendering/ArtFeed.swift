internal import Domain
internal import TextArt

/// Takes the rows of one picture into one sampler for each grid that the outputs need, and makes the outputs of the
/// grids.
struct ArtFeed {
    /// What makes a grid; outputs that agree in it share one.
    private struct Need: Equatable {
        var art: ArtOptions
        var color: ArtColor

        init(_ kind: OutputKind, _ art: ArtOptions) {
            self.art = art
            color = art.color
            switch kind {
            // Plain text is plain, whatever was asked.
            case .txt, .discord: color = .none
            case .irc: self.art.columns = min(art.columns, IRCWriter.mostColumns)
            default: break
            }
            // Writers choose among the colours that a medium has.
            if color != .none { color = .full }
        }
    }

    private let info: PictureInfo
    private let art: ArtOptions
    private var samplers: [(need: Need, sampler: ArtSampler)] = []
    private(set) var rows = 0

    init(info: PictureInfo, art: ArtOptions, outputs: [OutputKind]) {
        self.info = info
        self.art = art
        for need in outputs.map({ Need($0, art) }) where !samplers.contains(where: { $0.need == need }) {
            samplers.append((need, ArtSampler(info: info, options: need.art, color: need.color)))
        }
    }

    mutating func take(_ row: Span<RGBA>) {
        rows += 1
        for index in samplers.indices { samplers[index].sampler.take(row: row) }
    }

    /// What never came is background.
    mutating func finish(
        _ outputs: [OutputKind], _ writing: WritingOptions, _ caption: ArtCaption
    ) throws(PictureFailure) -> [RenderedOutput] {
        fill()
        let grids = samplers.map { (need: $0.need, grid: $0.sampler.grid()) }
        var finished: [RenderedOutput] = []
        for kind in outputs {
            let need = Need(kind, art)
            guard let grid = grids.first(where: { $0.need == need })?.grid else { continue }
            let file = ArtFile(kind: kind, colors: art.color, writing: writing, caption: caption)
            finished.append(RenderedOutput(kind: kind, bytes: try file.bytes(of: grid)))
        }
        return finished
    }

    private mutating func fill() {
        let background = art.background
        let pixel = RGBA(red: background.red, green: background.green, blue: background.blue)
        guard rows < info.height else { return }
        let row = [RGBA](repeating: pixel, count: info.width)
        while rows < info.height { take(row.span) }
    }
}
