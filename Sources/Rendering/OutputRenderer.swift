internal import Domain
internal import TextArt

/// Passes a picture's rows to one sampler for each size and kind of samples that the outputs need, and turns the
/// resulting grids into output files.
struct OutputRenderer {
    /// The input to a grid; outputs with equal needs share one.
    private struct Need: Equatable {
        var art: ArtOptions
        var colors: OutputColors

        init(_ kind: OutputKind, _ conversion: Conversion) {
            art = conversion.art
            colors = OutputColors(art.color, palette: art.palette)
            switch kind {
            // Plain text never has colours, whatever the options say.
            case .txt, .discord: colors = .none
            case .discordANSI where colors != .none: colors = .discord
            case .irc:
                art.columns = min(art.columns, IRCWriter.maxColumns)
                colors = .irc(art.color)
            case .artPNG, .artBMP: adjust(to: conversion.writing, hasCredit: conversion.caption.credit != nil)
            default: break
            }
            art.charset = art.charset(for: kind, hasColors: colors != .none)
        }

        /// What the samples depend on. Outputs with different charsets share samples of the same kind.
        var sampling: Sampling {
            var shared = art
            shared.charset = .auto
            return Sampling(art: shared, kind: SampleKind(art, colors))
        }

        /// Limits the art to what fits on a page of an exact size. The page's greys become the palette; pure black and
        /// white is rendered without colours.
        private mutating func adjust(to writing: WritingOptions, hasCredit: Bool) {
            if colors != .none, let bits = writing.depth.bits { colors = bits == 1 ? .none : .greys(1 << bits) }
            guard let size = writing.pixels else { return }
            let room = ArtPage.room(on: size, writing: writing, cellAspect: art.cellAspect, hasCredit: hasCredit)
            art.columns = min(art.columns, room.columns)
            art.rows = min(art.rows ?? room.rows, room.rows)
        }
    }

    private struct Sampling: Equatable {
        let art: ArtOptions
        let kind: SampleKind
    }

    let info: PictureInfo
    private var conversion: Conversion
    private var samplers: [(sampling: Sampling, sampler: ArtSampler)] = []
    private var likeness: LikenessSampler
    var samplerCount: Int { samplers.count }
    private(set) var rows = 0
    /// The warnings of all grids without duplicates; empty before `finish`.
    private(set) var warnings: [ArtWarning] = []

    /// The smallest stored size that is enough for all outputs.
    static func sufficientSize(info: PictureInfo, conversion: Conversion) -> PictureSize? {
        let sizes = conversion.outputs.map { kind -> PictureSize in
            let need = Need(kind, conversion)
            return ArtSampler.sufficientSize(info: info, options: need.art, colors: need.colors)
        }
        guard let width = sizes.map(\.width).max(), let height = sizes.map(\.height).max() else { return nil }
        let least = LikenessSampler.sufficient
        return PictureSize(width: max(width, least), height: max(height, least))
    }

    /// An upper bound, in bytes, on the samples of all outputs, the rendering of one art and the output files.
    static func memory(info: PictureInfo, conversion: Conversion) -> Int64 {
        var known: [Need] = []
        var (samples, choosing, files): (Int64, Int64, Int64) = (0, 0, 0)
        for kind in conversion.outputs {
            let need = Need(kind, conversion)
            let memory = ArtMemoryEstimate(info: info, options: need.art, colors: need.colors)
            files += ArtFileWriter.memory(
                of: kind, cells: memory.cells, writing: conversion.writing, animation: conversion.art.animation)
            choosing = max(choosing, memory.choosing)
            guard !known.contains(where: { $0.sampling == need.sampling }) else { continue }
            known.append(need)
            samples += memory.samples
        }
        return samples + choosing + files
    }

    init(
        info: PictureInfo, conversion: Conversion, face: Face, recentTables: RecentTables?,
        parallelRunner: (any ParallelRunner)?
    ) {
        self.info = info
        self.conversion = conversion
        likeness = LikenessSampler(info: info)
        let needs = conversion.outputs.map { Need($0, conversion) }
        for need in needs where sampler(need) == nil {
            let tables = ArtTables.Key(need.art, need.colors, face).flatMap { recentTables?.tables($0) }
            let sampler = ArtSampler(
                info: info, options: need.art, colors: need.colors, face: face, tables: tables,
                parallelRunner: parallelRunner)
            samplers.append((need.sampling, sampler))
        }
    }

    /// An upper bound on the memory of all samples, in bytes.
    var sampleBytes: Int {
        conversion.outputs.reduce(0) { sum, kind in
            let need = Need(kind, conversion)
            let estimate = ArtMemoryEstimate(info: info, options: need.art, colors: need.colors)
            return sum + Int(clamping: estimate.samples)
        }
    }

    /// What the samples of one output depend on.
    static func sampleKey(_ kind: OutputKind, _ conversion: Conversion) -> ArtSampler.Key {
        let need = Need(kind, conversion)
        return ArtSampler.Key(need.art, need.colors)
    }

    /// The same samples for one output of another conversion.
    /// - Precondition: the output has the same sample key as the only one of this renderer.
    func adapted(
        to conversion: Conversion, face: Face, recentTables: RecentTables?, parallelRunner: (any ParallelRunner)?
    ) -> OutputRenderer {
        var adapted = self
        adapted.conversion = conversion
        adapted.samplers = zip(conversion.outputs, samplers).map { kind, known in
            let need = Need(kind, conversion)
            let tables = ArtTables.Key(need.art, need.colors, face).flatMap { recentTables?.tables($0) }
            return (
                need.sampling,
                known.sampler.adapted(
                    to: need.art, need.colors, face: face, tables: tables, parallelRunner: parallelRunner)
            )
        }
        return adapted
    }

    private func sampler(_ need: Need) -> ArtSampler? {
        samplers.first { $0.sampling == need.sampling }?.sampler
    }

    mutating func take(_ row: Span<RGBA>) {
        rows += 1
        likeness.take(row: row)
        for index in samplers.indices { samplers[index].sampler.take(row: row) }
    }

    /// Chooses the cells of all outputs. Missing rows show the background.
    mutating func finish() -> RenderedCells {
        // Of the rows that arrived: the look of a damaged picture isn't known.
        let likeness = likeness.likeness
        fillMissingRows()
        var known: [(need: Need, art: ArtSampler.Chosen)] = []
        var cells = RenderedCells(
            colors: conversion.art.color, palette: conversion.art.palette, writing: conversion.writing,
            animation: conversion.art.animation, likeness: likeness)
        for kind in conversion.outputs {
            let need = Need(kind, conversion)
            guard let sampler = sampler(need) else { continue }
            let earlier = known.first { $0.need == need }?.art
            let (grid, choice) = earlier ?? sampler.art(need.colors, charset: need.art.charset)
            if earlier == nil {
                known.append((need, (grid, choice)))
                warnings += grid.warnings.filter { !warnings.contains($0) }
            }
            cells.outputs.append(
                RenderedCells.Output(
                    kind: kind, grid: grid, score: kind.isArt ? sampler.score(of: grid) : nil,
                    choice: kind.isArt ? choice : nil))
        }
        return cells
    }

    private mutating func fillMissingRows() {
        guard rows < info.rowCount else { return }
        let row = [RGBA](repeating: RGBA(conversion.art.background), count: info.rowWidth)
        while rows < info.rowCount { take(row.span) }
    }
}
