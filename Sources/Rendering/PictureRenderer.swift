package import Domain
package import TextArt

/// Renders with the engine of this program, on threads of its own where it is given some.
package struct PictureRenderer: Renderer {
    private let limits: PictureLimits
    private let executor: (any TaskExecutor)?
    private let companion: (any Companion)?
    private let shelf = TableShelf()
    /// What all renderings share, and whoever else decodes pictures.
    package let budget: MemoryBudget

    /// `executor` keeps pictures off the pool that answers requests; `nil` is for programs that do nothing else.
    /// `companion` is asked to do a part of a picture's work.
    package init(
        limits: PictureLimits = PictureLimits(), executor: (any TaskExecutor)? = nil,
        companion: (any Companion)? = nil
    ) {
        self.limits = limits
        budget = MemoryBudget(limits.memory)
        self.executor = executor
        self.companion = companion
    }

    /// A cancelled task gets no outputs.
    package func render(
        _ picture: PictureFile, art: ArtOptions, outputs: [OutputKind], caption: ArtCaption
    ) async throws(PictureFailure) -> [RenderedOutput] {
        let conversion = Conversion(art: art, outputs: outputs, caption: caption, limits: limits)
        return try await run(conversion, picture).outputs
    }

    package func show(
        _ picture: PictureFile, art: ArtOptions, output: OutputKind
    ) async throws(PictureFailure) -> ConvertedPicture {
        try await run(Conversion(art: art, outputs: [output], limits: limits, isLenient: true), picture)
    }

    private func run(
        _ conversion: Conversion, _ picture: PictureFile
    ) async throws(PictureFailure) -> ConvertedPicture {
        try await withTaskExecutorPreference(executor) { () async throws(PictureFailure) in
            try await Self.convert(conversion, picture, budget, shelf, companion)
        }
    }

    @concurrent
    private static func convert(
        _ conversion: Conversion, _ picture: PictureFile, _ budget: MemoryBudget, _ shelf: TableShelf,
        _ companion: (any Companion)?
    ) async throws(PictureFailure) -> ConvertedPicture {
        try await conversion.run(picture, in: budget, shelf: shelf, companion: companion)
    }
}
