internal import Domain
internal import TextArt

/// Takes the rows of one picture into one sampler a colour mode, and makes the outputs of the grids.
struct ArtFeed {
    private let info: PictureInfo
    private let background: RGB
    private let color: ArtColor
    private var samplers: [(color: ArtColor, sampler: ArtSampler)]
    private(set) var rows = 0

    init(info: PictureInfo, art: ArtOptions, outputs: [OutputKind]) {
        self.info = info
        background = art.background
        color = art.color
        let wanted = outputs.map { Self.color(of: $0, art.color) }
        samplers = ArtColor.allCases.filter(wanted.contains).map { color in
            (color, ArtSampler(info: info, options: art, color: color))
        }
    }

    mutating func take(_ row: Span<RGBA>) {
        rows += 1
        for index in samplers.indices { samplers[index].sampler.take(row: row) }
    }

    /// What never came is background.
    mutating func finish(
        _ outputs: [OutputKind], _ caption: ArtCaption
    ) throws(PictureFailure) -> [RenderedOutput] {
        fill()
        let grids = samplers.map { (color: $0.color, grid: $0.sampler.grid()) }
        var finished: [RenderedOutput] = []
        for kind in outputs {
            let mode = Self.color(of: kind, color)
            guard let grid = grids.first(where: { $0.color == mode })?.grid else { continue }
            finished.append(RenderedOutput(kind: kind, bytes: try grid.bytes(as: kind, caption)))
        }
        return finished
    }

    private mutating func fill() {
        let pixel = RGBA(red: background.red, green: background.green, blue: background.blue)
        guard rows < info.height else { return }
        let row = [RGBA](repeating: pixel, count: info.width)
        while rows < info.height { take(row.span) }
    }

    /// Plain text is plain, whatever was asked.
    private static func color(of kind: OutputKind, _ asked: ArtColor) -> ArtColor {
        kind == .txt ? .none : asked
    }
}
