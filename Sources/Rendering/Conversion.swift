package import Domain
internal import PlatformPictures
package import TextArt

/// One picture to text art, in one pass over its rows, on the thread that asks.
package struct Conversion: Sendable {
    package let art: ArtOptions
    package let outputs: [OutputKind]
    package let writing: WritingOptions
    package let caption: ArtCaption
    package let limits: PictureLimits
    /// Shows a damaged picture as far as it came, instead of failing.
    package let isLenient: Bool

    /// Of `outputs`, those that are not made of art are left out.
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

    /// Decodes and renders. `shelf` keeps what the next conversion may need too, and `companion` does a part of the work
    /// where it can. `isCancelled` is asked at every row; once it says yes, there are no outputs. What it would hold is
    /// known before it is allocated, and more than `limits.memory` is refused.
    package func run(
        _ picture: PictureFile, shelf: TableShelf? = nil, companion: (any Companion)? = nil,
        isCancelled: () -> Bool = { false }
    ) throws(PictureFailure) -> ConvertedPicture {
        switch try attempt(picture, { _ in true }, shelf, companion, isCancelled) {
        case .converted(let converted): return converted
        case .lacks(let bytes): throw .tooMuchMemory(bytes: bytes, limit: limits.memory)
        }
    }

    /// The same with memory of a budget that others share. One that there is enough for begins at once; else the picture
    /// is opened once more when its turn has come. `canRepeat` is `false` for a source that can be read only once: it
    /// waits for all there is before it is opened. Without outputs when the task was cancelled.
    package func run(
        _ picture: PictureFile, in budget: MemoryBudget, canRepeat: Bool = true, shelf: TableShelf? = nil,
        companion: (any Companion)? = nil
    ) async throws(PictureFailure) -> ConvertedPicture {
        var held: Int64 = 0
        var wanted = canRepeat ? 0 : budget.limit
        while true {
            if wanted > 0 {
                guard await budget.take(wanted) else { return ConvertedPicture(outputs: []) }
                held = wanted
            }
            defer {
                budget.giveBack(held)
                held = 0
            }
            let outcome = try attempt(
                picture,
                { bytes in
                    if held == 0, budget.takeAtOnce(bytes) { held = bytes }
                    return bytes <= held
                }, shelf, companion, { Task.isCancelled })
            switch outcome {
            case .converted(let converted): return converted
            case .lacks(let bytes):
                guard bytes <= budget.limit else { throw .tooMuchMemory(bytes: bytes, limit: budget.limit) }
                wanted = bytes
            }
        }
    }

    private enum Outcome {
        case converted(ConvertedPicture)
        /// It wasn't begun: so many bytes were not granted.
        case lacks(Int64)
    }

    /// `grant` is asked once, before anything is allocated that grows with the picture.
    private func attempt(
        _ picture: PictureFile, _ grant: (Int64) -> Bool, _ shelf: TableShelf?, _ companion: (any Companion)?,
        _ isCancelled: () -> Bool
    ) throws(PictureFailure) -> Outcome {
        let font = try LoadedFont(art)
        let conversion = shaped(by: font)
        var feed: ArtFeed?
        var refused: Int64?
        let damage = try PictureDecoder.decode(
            picture.source, limits: limits, damage: isLenient ? .show : .refuse,
            aim: { ArtFeed.usefulSize(info: $0, conversion: conversion) }
        ) { info in
            let bytes = info.memory + ArtFeed.memory(info: info, conversion: conversion)
            guard bytes <= limits.memory, grant(bytes) else {
                refused = bytes
                return false
            }
            feed = ArtFeed(
                info: info, conversion: conversion, face: font.face, shelf: shelf, companion: companion)
            return true
        } row: { row in
            feed?.take(row)
            return !isCancelled()
        }
        if let refused {
            guard refused <= limits.memory else { throw .tooMuchMemory(bytes: refused, limit: limits.memory) }
            return .lacks(refused)
        }
        if isCancelled() { return .converted(ConvertedPicture(outputs: [], damage: damage)) }
        // Nothing at all to show is no picture, however lenient; without a header there is not even a feed.
        if let damage, (feed?.rows ?? 0) == 0 { throw damage }
        guard var feed else { return .converted(ConvertedPicture(outputs: [])) }
        let outputs = try feed.finish()
        return .converted(
            ConvertedPicture(
                outputs: outputs, damage: damage, hasBrokenProfile: feed.info.hasBrokenProfile,
                warnings: feed.warnings))
    }

    private func shaped(by font: LoadedFont) -> Conversion {
        Conversion(
            art: font.art, outputs: outputs, writing: writing, caption: caption, limits: limits, isLenient: isLenient)
    }
}

extension PictureFile {
    var source: PictureSource {
        switch self {
        case .file(let name, let folder): .file(folder, name)
        case .bytes(let bytes): .bytes(bytes)
        case .descriptor(let descriptor): .descriptor(descriptor)
        }
    }
}
