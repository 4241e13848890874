package import Domain

/// Turns the frames of a clip into text art in which still parts stay still.
///
/// Unless the art `isSettled`, first pass the rows of some frames from all over the clip, with `addToSurvey()` after
/// each, and call `settle()`. Then pass the rows of every frame, with `frame(at:)` after each. Memory grows with the cells of the
/// art, not with the clip's pixels or its length.
package struct MotionArt: Sendable {
    /// Frames that are enough to know a clip, and the most cells in all of them.
    private static let (surveyedFrames, surveyedCells) = (16, 16_384)

    private let info: PictureInfo
    private let size: GridSize
    private let colors: OutputColors
    private let options: ArtOptions
    private var art: SampleRenderer
    private let isHalfBlocks: Bool
    private var sampler: GridSampler
    private var taken = 0
    private var survey: SampleGrid?
    private var clip: ClipMeasures?
    private var steady: SteadySamples?
    private var last: ArtGrid?

    package init(
        info: PictureInfo, options: ArtOptions, colors: OutputColors, face: Face? = nil, tables: ArtTables? = nil
    ) {
        self.info = info
        self.options = options
        self.colors = colors
        size = GridSize(info: info, options: options)
        art = SampleRenderer(options: options, face: face ?? Face(options.font), size: size, tables: tables)
        let kind = SampleKind(options, colors)
        isHalfBlocks = kind == .areas
        let density = kind.density ?? .halves
        sampler = ArtSampler.samples(info, options, size, density, kind.channels)
    }

    /// The height of the art, in cells.
    package var rows: Int { size.rows }

    /// The number of frames for the survey.
    package var surveyed: Int { Self.surveyed(of: size) }

    private static func surveyed(of size: GridSize) -> Int {
        max(1, min(surveyedFrames, surveyedCells / max(1, size.columns * size.rows)))
    }

    /// An upper bound, in bytes, on the memory for the art of a clip with frames like `info`.
    package static func memory(info: PictureInfo, options: ArtOptions, colors: OutputColors) -> Int64 {
        let art = ArtMemoryEstimate(info: info, options: options, colors: colors)
        let surveyed = Int64(surveyed(of: GridSize(info: info, options: options)))
        // The samples that are held, their changes, and those that are rendered.
        let kept: Int64 = 6
        return art.samples * (surveyed + kept) + art.choosing + art.choosingCells * (surveyed - 1)
    }

    /// Whether the art takes nothing from the clip as a whole, so that no survey is needed.
    package var isSettled: Bool { isHalfBlocks }

    /// Adds the next row of the current frame from the top.
    /// - Precondition: the row has `info.rowWidth` pixels.
    package mutating func take(row: Span<RGBA>) {
        defer { taken += 1 }
        guard size.crop.rows.contains(taken) else { return }
        sampler.take(row: row.extracting(size.crop.columns))
    }

    /// Keeps the frame whose rows were taken as one of those that the clip is measured by.
    package mutating func addToSurvey() {
        let samples = art.adjusted(samples(), colors)
        survey = survey?.above(samples) ?? samples
    }

    /// Ends the survey.
    package mutating func settle() {
        guard let survey, !isHalfBlocks else { return }
        let measured = ClipMeasures(survey, options: options)
        var picture = survey
        picture.clip = measured
        if options.look == .auto { art.options.look = settledLook(picture) }
        clip = measured
        self.survey = nil
    }

    /// The art of the frame whose rows were taken, shown `now` milliseconds after the first one; `nil` if it looks like
    /// the one before.
    package mutating func frame(at now: Int) -> ArtGrid? {
        let samples = samples()
        guard let last, let changed = steady?.take(samples, at: now) else {
            steady = SteadySamples(samples)
            last = rendered(samples)
            return last
        }
        guard changed.contains(true), let held = steady?.held else { return nil }
        let grid = last.replacing(changed, by: rendered(held))
        guard grid.cells != last.cells else { return nil }
        self.last = grid
        return grid
    }

    private mutating func samples() -> SampleGrid {
        taken = 0
        defer { sampler.restart() }
        return sampler.grid(info.orientation)
    }

    private func rendered(_ held: SampleGrid) -> ArtGrid {
        var samples = art.adjusted(held, colors)
        guard !isHalfBlocks else { return art.grid(samples.halfBlocks()) }
        samples.clip = clip
        return art.art(art.detailed(samples, colors), colors).grid
    }

    /// The look that suits the surveyed frames best.
    private func settledLook(_ frames: SampleGrid) -> Look {
        var art = art
        art.size = GridSize(columns: size.columns, rows: frames.rows, crop: size.crop)
        return art.art(frames, colors).look?.name ?? .auto
    }
}

extension SampleDensity {
    /// Two samples, one above the other.
    static let halves = SampleDensity(across: 1, down: 2)
}

extension GridSize {
    fileprivate init(columns: Int, rows: Int, crop: PictureCrop) {
        (self.columns, self.rows, self.crop) = (columns, rows, crop)
    }
}

extension SampleGrid {
    /// Upper half blocks in full colour.
    /// - Precondition: the density is `.halves`.
    fileprivate func halfBlocks() -> [ArtCell] {
        func color(_ index: Int) -> RGB {
            RGB(light: SIMD3(Float(channels[0][index]), Float(channels[1][index]), Float(channels[2][index])))
        }
        return (0..<columns * rows).map { cell in
            let first = cell / columns * 2 * width + cell % columns
            return ArtCell("▀", foreground: color(first), background: color(first + width))
        }
    }
}

extension ArtGrid {
    /// This art with the marked cells of another one of the same size. A wide character is taken, or given up, whole.
    func replacing(_ marked: [Bool], by other: ArtGrid) -> ArtGrid {
        var marked = marked
        var grows = other.cells.contains { $0.scalar == nil } || cells.contains { $0.scalar == nil }
        while grows {
            grows = false
            for index in cells.indices where marked[index] {
                for neighbour in [index - 1, index + 1] where isJoined(index, neighbour, other) && !marked[neighbour] {
                    marked[neighbour] = true
                    grows = true
                }
            }
        }
        return with(cells.indices.map { marked[$0] ? other.cells[$0] : cells[$0] })
    }

    /// Whether two neighbouring cells of a row show one character in either art.
    private func isJoined(_ one: Int, _ two: Int, _ other: ArtGrid) -> Bool {
        let right = max(one, two)
        guard cells.indices.contains(two), right % columns != 0 else { return false }
        return cells[right].scalar == nil || other.cells[right].scalar == nil
    }
}
