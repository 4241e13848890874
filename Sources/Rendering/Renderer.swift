package import Domain
internal import Synchronization
package import TextArt

/// Renders pictures as text art.
package protocol Renderer: Sendable {
    /// Renders the outputs that are art, in the given order; other kinds are dropped.
    ///
    /// The picture is decoded once for all of them. `caption` is used by formats that have room for text. A damaged
    /// picture fails.
    func render(
        _ picture: PictureSource, art: ArtOptions, outputs: [OutputKind], caption: ArtCaption
    ) async throws(PictureFailure) -> [RenderedOutput]

    /// Renders one output, showing as much of a damaged picture as arrived.
    func show(
        _ picture: PictureSource, art: ArtOptions, output: OutputKind
    ) async throws(PictureFailure) -> ConversionResult
}

/// Renders with the built-in engine, on its own executor if it has one.
package struct PictureRenderer: Renderer {
    private let limits: PictureLimits
    private let executor: (any TaskExecutor)?
    private let parallelRunner: (any ParallelRunner)?
    private let recentTables = RecentTables()
    /// Shared by all renderings, and by other code that decodes pictures.
    package let budget: MemoryBudget

    /// `executor` keeps rendering off the threads that answer requests; `nil` suits programs that do nothing else.
    /// `parallelRunner` can do part of a picture's work in parallel.
    package init(
        limits: PictureLimits = PictureLimits(), executor: (any TaskExecutor)? = nil,
        parallelRunner: (any ParallelRunner)? = nil
    ) {
        self.limits = limits
        budget = MemoryBudget(limits.memory)
        self.executor = executor
        self.parallelRunner = parallelRunner
    }

    /// Returns no outputs if the task was cancelled.
    package func render(
        _ picture: PictureSource, art: ArtOptions, outputs: [OutputKind], caption: ArtCaption
    ) async throws(PictureFailure) -> [RenderedOutput] {
        let conversion = Conversion(art: art, outputs: outputs, caption: caption, limits: limits)
        return try await run(conversion, picture).outputs
    }

    package func show(
        _ picture: PictureSource, art: ArtOptions, output: OutputKind
    ) async throws(PictureFailure) -> ConversionResult {
        try await run(Conversion(art: art, outputs: [output], limits: limits, isLenient: true), picture)
    }

    /// Reads a picture for art of one output, so that `show` can make it with other options of the same key. `nil` if the
    /// task was cancelled. `isLenient`: reads as much of a damaged picture as there is.
    package func samples(
        _ picture: PictureSource, art: ArtOptions, output: OutputKind, isLenient: Bool
    ) async throws(PictureFailure) -> PictureSamples? {
        let conversion = Conversion(art: art, outputs: [output], limits: limits, isLenient: isLenient)
        return try await withTaskExecutorPreference(executor) { () async throws(PictureFailure) in
            try await sample(conversion, picture)
        }
    }

    /// The art of a picture that was read before. Without outputs if the task was cancelled.
    /// - Precondition: the options and the output have the key with which the picture was read.
    package func show(
        _ samples: PictureSamples, art: ArtOptions, output: OutputKind, caption: ArtCaption = ArtCaption()
    ) async throws(PictureFailure) -> ConversionResult {
        let conversion = Conversion(art: art, outputs: [output], caption: caption, limits: limits)
        let bytes = min(OutputRenderer.memory(info: samples.renderer.info, conversion: conversion), budget.limit)
        guard await budget.take(bytes) else { return ConversionResult(outputs: [], warnings: []) }
        defer { budget.unreserve(bytes) }
        return try await withTaskExecutorPreference(executor) { () async throws(PictureFailure) in
            try await finish(conversion, samples)
        }
    }

    @concurrent
    private func sample(
        _ conversion: Conversion, _ picture: PictureSource
    ) async throws(PictureFailure) -> PictureSamples? {
        try await conversion.samples(picture, in: budget, recentTables: recentTables)
    }

    @concurrent
    private func finish(
        _ conversion: Conversion, _ samples: PictureSamples
    ) async throws(PictureFailure) -> ConversionResult {
        try conversion.result(of: samples, recentTables: recentTables, parallelRunner: parallelRunner)
    }

    /// The first half of `render`: everything that doesn't depend on the caption. Empty if the task was cancelled.
    package func cells(
        _ picture: PictureSource, art: ArtOptions, outputs: [OutputKind]
    ) async throws(PictureFailure) -> RenderedCells {
        let conversion = Conversion(art: art, outputs: outputs, limits: limits)
        return try await withTaskExecutorPreference(executor) { () async throws(PictureFailure) in
            try await choose(conversion, picture)
        }
    }

    /// The second half of `render`. Empty if the task was cancelled.
    package func files(
        of cells: RenderedCells, caption: ArtCaption
    ) async throws(PictureFailure) -> [RenderedOutput] {
        // No more than what the conversion itself was granted.
        let bytes = min(cells.writingMemory, budget.limit)
        guard await budget.take(bytes) else { return [] }
        defer { budget.unreserve(bytes) }
        return try await withTaskExecutorPreference(executor) { () async throws(PictureFailure) in
            try await write(cells, caption)
        }
    }

    /// The picture itself, reduced to at most `side` pixels along its longer side, as a JPEG, or as a PNG if it is tiny
    /// or has alpha. Empty if the task was cancelled. A damaged picture fails.
    package func thumbnail(
        _ picture: PictureSource, side: Int
    ) async throws(PictureFailure) -> [UInt8] {
        try await withTaskExecutorPreference(executor) { () async throws(PictureFailure) in
            try await reduce(picture, side)
        }
    }

    @concurrent
    private func reduce(_ picture: PictureSource, _ side: Int) async throws(PictureFailure) -> [UInt8] {
        let thumbnail = Thumbnail(side: side, limits: limits)
        let bytes = try thumbnail.memory(of: picture)
        guard await budget.take(bytes) else { return [] }
        defer { budget.unreserve(bytes) }
        return try thumbnail.file(of: picture) { Task.isCancelled }
    }

    @concurrent
    private func choose(
        _ conversion: Conversion, _ picture: PictureSource
    ) async throws(PictureFailure) -> RenderedCells {
        try await conversion.cells(picture, in: budget, recentTables: recentTables, parallelRunner: parallelRunner)
    }

    @concurrent
    private func write(_ cells: RenderedCells, _ caption: ArtCaption) async throws(PictureFailure) -> [RenderedOutput] {
        try cells.files(caption)
    }

    private func run(
        _ conversion: Conversion, _ picture: PictureSource
    ) async throws(PictureFailure) -> ConversionResult {
        try await withTaskExecutorPreference(executor) { () async throws(PictureFailure) in
            try await convert(conversion, picture)
        }
    }

    @concurrent
    private func convert(
        _ conversion: Conversion, _ picture: PictureSource
    ) async throws(PictureFailure) -> ConversionResult {
        try await conversion.run(picture, in: budget, recentTables: recentTables, parallelRunner: parallelRunner)
    }
}

/// The most recently used tables. Most pictures are rendered with the same options.
package final class RecentTables: Sendable {
    /// The tables of a large charset take 2 MiB. A conversion needs up to two, for text and for colours.
    private static let most = 4

    private let kept = Mutex<[ArtTables]>([])

    package init() {}

    /// Concurrent calls for the same key may both build the tables, so that no call waits for another.
    func tables(_ key: ArtTables.Key) -> ArtTables {
        if let known = kept.withLock({ kept in kept.first { $0.key == key } }) { return known }
        let made = ArtTables(key)
        kept.withLock { kept in
            kept.removeAll { $0.key == key }
            kept = [made] + kept.prefix(RecentTables.most - 1)
        }
        return made
    }
}
