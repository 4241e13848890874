public import Domain
internal import PlatformPictures
public import TextArt

/// One picture to text art, in one pass over its rows, on the thread that asks.
public struct Conversion: Sendable {
    public let art: ArtOptions
    public let outputs: [OutputKind]
    public let writing: WritingOptions
    public let caption: ArtCaption
    public let limits: PictureLimits
    /// Shows a damaged picture as far as it came, instead of failing.
    public let isLenient: Bool

    /// Of `outputs`, those that are not made of art are left out.
    public init(
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
    /// where it can. `isCancelled` is asked at every row; once it says yes, there are no outputs.
    public func run(
        _ picture: PictureFile, shelf: TableShelf? = nil, companion: (any Companion)? = nil,
        isCancelled: () -> Bool = { false }
    ) throws(PictureFailure) -> ConvertedPicture {
        let font = try LoadedFont(art)
        let conversion = shaped(by: font)
        var feed: ArtFeed?
        let damage = try PictureDecoder.decode(
            picture.source, limits: limits, damage: isLenient ? .show : .refuse,
            aim: { ArtFeed.usefulSize(info: $0, conversion: conversion) }
        ) { info in
            feed = ArtFeed(
                info: info, conversion: conversion, face: font.face, shelf: shelf, companion: companion)
            return true
        } row: { row in
            feed?.take(row)
            return !isCancelled()
        }
        if isCancelled() { return ConvertedPicture(outputs: [], damage: damage) }
        // Nothing at all to show is no picture, however lenient; without a header there is not even a feed.
        if let damage, (feed?.rows ?? 0) == 0 { throw damage }
        guard var feed else { return ConvertedPicture(outputs: []) }
        let outputs = try feed.finish()
        return ConvertedPicture(
            outputs: outputs, damage: damage, hasBrokenProfile: feed.info.hasBrokenProfile, warnings: feed.warnings)
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
