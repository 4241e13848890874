package import Domain
internal import PlatformFonts
internal import PlatformPictures
package import TextArt

/// Converts one picture to text art, in one pass over its rows, on the calling thread.
package struct Conversion: Sendable {
    package private(set) var art: ArtOptions
    package private(set) var outputs: [OutputKind]
    package let writing: WritingOptions
    package let caption: ArtCaption
    package let limits: PictureLimits
    /// Renders as much of a damaged picture as arrived, instead of failing.
    package let isLenient: Bool

    /// Kinds in `outputs` that are not art are dropped.
    package init(
        art: ArtOptions, outputs: [OutputKind], writing: WritingOptions = WritingOptions(),
        caption: ArtCaption = ArtCaption(), limits: PictureLimits = PictureLimits(), isLenient: Bool = false
    ) {
        self.art = art
        self.outputs = outputs.filter(\.isArt)
        self.writing = writing
        self.caption = caption
        self.limits = limits
        self.isLenient = isLenient
    }

    /// Decodes and renders. `recentTables` keeps tables for later conversions; `parallelRunner` can do part of the work in
    /// parallel. `isCancelled` is called for every row; once it returns `true`, the result has no outputs. The memory
    /// needed is computed before it is allocated, and a picture that needs more than `limits.memory` is rejected. Of a
    /// moving picture, all outputs show one frame.
    package func run(
        _ picture: PictureSource, recentTables: RecentTables? = nil, parallelRunner: (any ParallelRunner)? = nil,
        isCancelled: () -> Bool = { false }
    ) throws(PictureFailure) -> ConversionResult {
        switch try attempt(picture, { _ in true }, recentTables, parallelRunner, isCancelled) {
        case .sampled(let samples): return try converted(samples).result(caption)
        case .needs(let bytes): throw .tooMuchMemory(bytes: bytes, limit: limits.memory)
        }
    }

    /// Decodes and renders with memory from a shared budget. If there is enough, work starts at once; otherwise the
    /// picture is opened again when its turn comes. For a source that can be read only once, `canReopen` is `false`:
    /// the whole budget is reserved before it is opened. Returns no outputs if the task was cancelled.
    package func run(
        _ picture: PictureSource, in budget: MemoryBudget, canReopen: Bool = true, recentTables: RecentTables? = nil,
        parallelRunner: (any ParallelRunner)? = nil
    ) async throws(PictureFailure) -> ConversionResult {
        if canReopen, needsAllFrames(of: picture) {
            let moving = try await moving(picture, in: budget, recentTables, parallelRunner)
            let memory = min(moving.cells.writingMemory, budget.limit)
            guard let reservation = await MemoryReservation(memory, of: budget) else {
                return try Converted(nothing).result(caption)
            }
            defer { _ = reservation }
            return try moving.result(caption)
        }
        return try await run(picture, in: budget, canReopen: canReopen, recentTables, parallelRunner) {
            samples throws(PictureFailure) in
            try converted(samples).result(caption)
        }
    }

    /// Like `run`, without writing files.
    func cells(
        _ picture: PictureSource, in budget: MemoryBudget, recentTables: RecentTables?,
        parallelRunner: (any ParallelRunner)?
    ) async throws(PictureFailure) -> RenderedCells {
        if needsAllFrames(of: picture) {
            return try await moving(picture, in: budget, recentTables, parallelRunner).cells
        }
        return try await run(picture, in: budget, canReopen: true, recentTables, parallelRunner) {
            converted($0).cells
        }
    }

    /// The outputs of a clip. The source is read several times.
    private func moving(
        _ clip: PictureSource, in budget: MemoryBudget, _ recentTables: RecentTables?,
        _ parallelRunner: (any ParallelRunner)?
    ) async throws(PictureFailure) -> Converted {
        let stills = stills
        var converted = try await stills.run(clip, in: budget, canReopen: true, recentTables, parallelRunner) {
            stills.converted($0)
        }
        guard let (motion, damage, warnings) = try await movingArt(clip, in: budget) else { return Converted(nothing) }
        converted.damage = converted.damage ?? damage
        converted.warnings += warnings.filter { !converted.warnings.contains($0) }
        converted.cells.outputs = outputs.compactMap { kind in
            guard kind.isMoving else { return converted.cells.outputs.first { $0.kind == kind } }
            return RenderedCells.Output(kind: kind, grid: motion.first, motion: motion, score: nil, choice: nil)
        }
        return converted
    }

    /// Reads the picture only, so that art with other options can be made of it; see `result(of:)`. `nil` if the task
    /// was cancelled.
    func samples(
        _ picture: PictureSource, in budget: MemoryBudget, recentTables: RecentTables?
    ) async throws(PictureFailure) -> PictureSamples? {
        try await run(picture, in: budget, canReopen: true, recentTables, nil) { $0 }
    }

    /// The art of a picture that was read before, for the same output and options with the same `PictureSamples.Key`.
    func result(
        of samples: PictureSamples, recentTables: RecentTables?, parallelRunner: (any ParallelRunner)?
    ) throws(PictureFailure) -> ConversionResult {
        let font = try ConversionFont(art)
        var conversion = self
        conversion.art = font.art
        var adapted = samples
        adapted.renderer = samples.renderer.adapted(
            to: conversion, face: font.face, recentTables: recentTables, parallelRunner: parallelRunner)
        return try conversion.converted(adapted).result(caption)
    }

    /// `finish` runs while the memory is reserved.
    private func run<Answer>(
        _ picture: PictureSource, in budget: MemoryBudget, canReopen: Bool, _ recentTables: RecentTables?,
        _ parallelRunner: (any ParallelRunner)?, finish: (PictureSamples?) throws(PictureFailure) -> Answer
    ) async throws(PictureFailure) -> Answer {
        var held: Int64 = 0
        var wanted = canReopen ? 0 : budget.limit
        while true {
            if wanted > 0 {
                guard await budget.take(wanted) else { return try finish(nil) }
                held = wanted
            }
            defer {
                budget.unreserve(held)
                held = 0
            }
            let outcome = try attempt(
                picture,
                { bytes in
                    if held == 0, budget.reserveImmediately(bytes) { held = bytes }
                    return bytes <= held
                }, recentTables, parallelRunner, { Task.isCancelled })
            switch outcome {
            case .sampled(let samples): return try finish(samples)
            case .needs(let bytes):
                guard bytes <= budget.limit else { throw .tooMuchMemory(bytes: bytes, limit: budget.limit) }
                wanted = bytes
            }
        }
    }

    /// The same conversion with the outputs that show one frame.
    private var stills: Conversion {
        var conversion = self
        conversion.outputs.removeAll(where: \.isMoving)
        return conversion
    }

    /// A conversion whose files are not written yet.
    private struct Converted {
        var cells: RenderedCells
        var damage: PictureFailure?
        var hasBrokenProfile = false
        var warnings: [ArtWarning] = []

        init(_ cells: RenderedCells) { self.cells = cells }

        init(_ samples: PictureSamples) {
            var renderer = samples.renderer
            cells = renderer.finish()
            damage = samples.damage
            hasBrokenProfile = renderer.info.hasBrokenProfile
            warnings = renderer.warnings
        }

        func result(_ caption: ArtCaption) throws(PictureFailure) -> ConversionResult {
            ConversionResult(
                outputs: try cells.files(caption), damage: damage, hasBrokenProfile: hasBrokenProfile,
                warnings: warnings)
        }
    }

    /// The cells of no outputs, when a conversion was cancelled.
    private var nothing: RenderedCells {
        RenderedCells(colors: art.color, palette: art.palette, writing: writing, animation: art.animation)
    }

    private func converted(_ samples: PictureSamples?) -> Converted {
        samples.map { Converted($0) } ?? Converted(nothing)
    }

    private enum Outcome {
        /// `nil` if the conversion was cancelled.
        case sampled(PictureSamples?)
        /// The conversion was not started, because this many bytes were not granted.
        case needs(Int64)
    }

    /// `grant` is called once, before anything is allocated that grows with the picture.
    private func attempt(
        _ picture: PictureSource, _ grant: (Int64) -> Bool, _ recentTables: RecentTables?,
        _ parallelRunner: (any ParallelRunner)?,
        _ isCancelled: () -> Bool
    ) throws(PictureFailure) -> Outcome {
        let font = try ConversionFont(art)
        var conversion = self
        conversion.art = font.art
        var renderer: OutputRenderer?
        var refused: Int64?
        let damage = try decode(
            picture, aim: { OutputRenderer.sufficientSize(info: $0, conversion: conversion) }
        ) { info in
            let bytes = info.memory + OutputRenderer.memory(info: info, conversion: conversion)
            guard bytes <= limits.memory, grant(bytes) else {
                refused = bytes
                return false
            }
            renderer = OutputRenderer(
                info: info, conversion: conversion, face: font.face, recentTables: recentTables,
                parallelRunner: parallelRunner)
            return true
        } row: { row in
            renderer?.take(row)
            return !isCancelled()
        }
        if let refused {
            guard refused <= limits.memory else { throw .tooMuchMemory(bytes: refused, limit: limits.memory) }
            return .needs(refused)
        }
        if isCancelled() { return .sampled(nil) }
        // A picture without a single row fails even if lenient. Without a header there is no renderer either.
        if let damage, (renderer?.rows ?? 0) == 0 { throw damage }
        return .sampled(renderer.map { PictureSamples(renderer: $0, damage: damage) })
    }
}

/// The result of a conversion.
package struct ConversionResult: Equatable, Sendable {
    package let outputs: [RenderedOutput]
    /// The damage found by a lenient conversion; `nil` if the picture was intact.
    package let damage: PictureFailure?
    /// The picture's colour profile was unusable; sRGB was assumed.
    package var hasBrokenProfile = false
    /// Reasons why the art may disappoint, without duplicates.
    package let warnings: [ArtWarning]

    package init(
        outputs: [RenderedOutput], damage: PictureFailure? = nil, hasBrokenProfile: Bool = false,
        warnings: [ArtWarning] = []
    ) {
        self.outputs = outputs
        self.damage = damage
        self.hasBrokenProfile = hasBrokenProfile
        self.warnings = warnings
    }
}

/// One finished output file.
package struct RenderedOutput: Equatable, Sendable {
    package let kind: OutputKind
    /// The file extension, without the first dot: `txt`, `art.png`.
    package var ending: String { kind.rawValue }
    package let bytes: [UInt8]
    /// The similarity to the picture; `nil` if no score was requested.
    package let score: ArtScore?
    /// `nil` for files that aren't art.
    package let choice: ArtChoice?
    /// The look of the picture, the same in all its outputs; `nil` if the picture is damaged.
    package let likeness: Likeness?

    package init(
        kind: OutputKind, bytes: [UInt8], score: ArtScore? = nil, choice: ArtChoice? = nil, likeness: Likeness? = nil
    ) {
        self.kind = kind
        self.bytes = bytes
        self.score = score
        self.choice = choice
        self.likeness = likeness
    }
}

/// The font of one conversion, and the options adapted to its cells.
struct ConversionFont {
    let face: Face
    let art: ArtOptions

    /// Loads a font file every time, because it may have changed. The font sets the cell's shape, unless the options
    /// have a cell aspect other than the default.
    init(_ art: ArtOptions) throws(PictureFailure) {
        guard case .file(let path) = art.font else {
            (face, self.art) = (Face(art.font), art)
            return
        }
        let drawing = try ConversionFont.draw(Face.characters(of: art), path)
        var glyphs = FontFileGlyphs()
        for glyph in drawing.glyphs { glyphs.add(glyph.scalar, glyph.coverage) }
        face = Face(own: glyphs)
        var shaped = art
        if art.cellAspect == ArtOptions().cellAspect { shaped.cellAspect = min(max(drawing.cellAspect, 0.2), 2) }
        self.art = shaped
    }

    private static func draw(
        _ characters: [Unicode.Scalar], _ path: String
    ) throws(PictureFailure) -> FontFile.Drawing {
        do {
            return try FontFile.draw(characters, from: path) { Face.isWide($0) }
        } catch {
            throw .font(path: path, error)
        }
    }
}
