internal import Domain
internal import PlatformPictures
internal import TextArt

/// The outputs that show all frames of a moving picture.
extension Conversion {
    /// The most memory for the frames of one clip, in bytes. Of a clip that needs more, fewer frames are kept.
    private static let mostFrameBytes = 64 << 20

    /// Whether the picture moves and an output can show that.
    func needsAllFrames(of picture: PictureSource) -> Bool {
        outputs.contains(where: \.isMoving) && ClipFrames.isClip(picture, limits: limits)
    }

    /// Decodes the picture, or the frame of a moving one that stills show; as `PictureDecoder.decode`.
    func decode(
        _ picture: PictureSource, aim: (PictureInfo) -> PictureSize?, begin: (PictureInfo) -> Bool,
        row: (Span<RGBA>) -> Bool
    ) throws(PictureFailure) -> PictureFailure? {
        let damage: DamagePolicy = isLenient ? .show : .refuse
        guard art.animation.frame > .zero, ClipFrames.isClip(picture, limits: limits) else {
            return try PictureDecoder.decode(
                picture, limits: limits, damage: damage, aim: aim, begin: begin, row: row)
        }
        var decoder = try ClipDecoder(picture, limits: limits, damage: damage)
        guard begin(decoder.info.picture) else { return nil }
        let wanted = decoder.info.index(at: art.animation.frame)
        repeat {
            guard let frame = try decoder.next() else { throw decoder.damage ?? .corrupt("a frame is missing") }
            if frame.index == wanted { break }
        } while true
        for y in 0..<decoder.info.picture.height {
            guard decoder.withRow(y, row) else { break }
        }
        return decoder.damage
    }

    /// Reads all frames of a clip, as few as fit. `nil` if the task was cancelled.
    func movingArt(
        _ picture: PictureSource, in budget: MemoryBudget
    ) async throws(PictureFailure) -> (art: MovingArt, damage: PictureFailure?, warnings: [ArtWarning])? {
        let most = min(Int64(Self.mostFrameBytes), min(budget.limit, limits.memory) / 4)
        var mostFrames = art.animation.maxFrames
        while true {
            guard
                var clip = try await ClipFrames.open(
                    picture, art: art, mostFrames: mostFrames, mostPerSecond: art.animation.fileRate,
                    limits: limits, budget: budget, extra: most)
            else { return nil }
            guard let art = try await clip.movingArt(most: Int(most)) else {
                mostFrames = max(1, clip.plan.frames.count / 2)
                continue
            }
            if Task.isCancelled { return nil }
            if let damage = clip.damage, !isLenient { throw damage }
            let (kept, all) = (clip.plan.frames.count, clip.info.delays.count)
            let isThinned = all > mostFrames
            return (art, clip.damage, clip.warnings + (isThinned ? [.fewerFrames(kept: kept, of: all)] : []))
        }
    }
}

extension ClipFrames {
    /// All frames; `nil` if they take more than `most` bytes.
    fileprivate mutating func movingArt(most: Int) async throws(PictureFailure) -> MovingArt? {
        guard let first = try await next() else { throw .corrupt("the file has no frame") }
        var art = MovingArt(first.grid)
        while let frame = try await next() {
            art.add(frame.grid, at: frame.start)
            guard art.bytes <= most else { return nil }
        }
        art.duration = plan.duration
        art.plays = info.plays
        return art
    }
}
