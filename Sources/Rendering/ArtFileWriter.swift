internal import Domain
internal import PlatformDigest
internal import PlatformPictures
internal import TextArt

/// Writes a grid as one output file.
struct ArtFileWriter {
    let kind: OutputKind
    let colors: ArtColor
    let palette: ArtPalette?
    let writing: WritingOptions
    let animation: AnimationOptions
    let caption: ArtCaption

    /// Empty for kinds that are not art. `motion` has the frames of a clip, for kinds that move.
    func bytes(
        of grid: ArtGrid, _ motion: MovingArt? = nil, score: ArtScore? = nil
    ) throws(PictureFailure) -> [UInt8] {
        let bytes = try written(grid, motion, score)
        if let limit = writing.bytes, bytes.count > limit {
            throw .artTooLarge(bytes: bytes.count, limit: limit)
        }
        return bytes
    }

    /// An upper bound, in bytes, on the file and its creation. A growing array exists twice while it is reallocated.
    static func memory(
        of kind: OutputKind, cells: Int64, writing: WritingOptions, animation: AnimationOptions
    ) -> Int64 {
        let page = writing.pixels.map { Int64($0.width) * Int64($0.height) } ?? 0
        // Bytes per cell: its characters with their colours, or its pixels, of which there are twice as many along each
        // side as samples.
        let cell: Int64 =
            switch kind {
            case .txt, .discord: 16
            case .irc, .discordANSI: 48
            case .ansi: 64
            case .bbcode, .matrix, .html, .artJSON: 192
            case .svg: 256
            case .cast: 64 * frames(animation)
            case .player: 256 + 16 * frames(animation)
            // The pixels of two frames with the colours of each, and the files of all.
            case .artGIF: 8 * 16 * 6 * 2 + 8 * 16 * frames(animation)
            case .artPNG, .artBMP: 8 * 16 * 4
            case .picture, .json: 0
            }
        return 2 * (cells * cell + page * 4)
    }

    /// An upper bound, in bytes, on the file of moving art and its creation. A cell that changes takes less than four
    /// times as much in a file.
    static func memory(of kind: OutputKind, _ motion: MovingArt, writing: WritingOptions) -> Int64 {
        let still = memory(
            of: kind, cells: Int64(motion.first.cells.count), writing: writing, animation: AnimationOptions())
        return still + 2 * 4 * Int64(motion.bytes)
    }

    /// The most frames of an effect.
    private static func frames(_ animation: AnimationOptions) -> Int64 {
        animation.effect == nil ? 1 : Int64(animation.effectSeconds * Double(animation.fileRate)) + 2
    }

    private func written(
        _ grid: ArtGrid, _ motion: MovingArt?, _ score: ArtScore?
    ) throws(PictureFailure) -> [UInt8] {
        let (tolerance, limit) = (writing.tolerance, writing.bytes)
        switch kind {
        case .txt: return PlainTextWriter.bytes(of: grid, caption: caption, blank: writing.blank)
        case .ansi:
            return ANSIWriter.bytes(
                of: grid, caption: caption, colors: colors, palette: palette, tolerance: tolerance, limit: limit)
        case .html:
            return HTMLWriter.bytes(
                of: grid, caption: caption, fragment: writing.fragment, tolerance: tolerance, limit: limit)
        case .svg: return SVGWriter.bytes(of: grid, caption: caption, tolerance: tolerance, limit: limit)
        case .artPNG, .artBMP: return try pixels(of: grid)
        case .artJSON: return JSONWriter.bytes(of: grid, caption: caption, score: score)
        case .irc: return IRCWriter.bytes(of: grid, caption: caption, colors: colors)
        case .discord: return DiscordWriter.bytes(of: grid, caption: caption, split: writing.split)
        case .discordANSI:
            return DiscordWriter.bytes(of: grid, caption: caption, isColored: true, split: writing.split)
        case .bbcode: return BBCodeWriter.bytes(of: grid, caption: caption, tolerance: tolerance, limit: limit)
        case .matrix: return MatrixWriter.bytes(of: grid, caption: caption, tolerance: tolerance, limit: limit)
        case .cast:
            let writer = CastWriter(
                columns: grid.columns, rows: grid.rows, title: caption.label, version: animation.cast, colors: colors,
                palette: palette)
            return try moving(grid, motion, by: writer)
        case .artGIF: return try moving(grid, motion, by: GIFWriter(plays: plays(motion), caption: caption))
        case .player:
            let writer = PlayerWriter(plays: plays(motion), caption: caption, sha256: { sha256($0) })
            return try moving(grid, motion, by: writer)
        case .picture, .json: return []
        }
    }

    private func plays(_ motion: MovingArt?) -> ClipPlays { animation.plays(asked: motion?.plays ?? .forever) }

    private func moving(
        _ grid: ArtGrid, _ motion: MovingArt?, by writer: some MotionWriter
    ) throws(PictureFailure) -> [UInt8] {
        var writer = writer
        let length = try forEachFrame(of: grid, motion) { frame, start throws(PictureFailure) in
            try writer.add(frame, at: start)
        }
        try writer.finish(at: length)
        return writer.out
    }

    /// Passes the frames of a clip, or those of a still in which the effect sets it, with their starts. Returns the
    /// length. All times are in milliseconds.
    private func forEachFrame(
        of grid: ArtGrid, _ motion: MovingArt?, _ body: (ArtGrid, Int) throws(PictureFailure) -> Void
    ) throws(PictureFailure) -> Int {
        if let motion {
            try motion.forEach { frame, start throws(PictureFailure) in try body(frame, animation.played(start)) }
            return animation.played(motion.duration)
        }
        guard let effect = EffectFrames(grid, animation) else {
            try body(grid, 0)
            return 0
        }
        var now = 0
        for frame in effect {
            try body(frame.grid, animation.played(now))
            now += frame.duration
        }
        return animation.played(now)
    }

    private func pixels(of grid: ArtGrid) throws(PictureFailure) -> [UInt8] {
        let raster = ArtRaster(grid, caption: caption)
        // A bitmap starts with its bottom row, which only a page can provide.
        let natural = kind == .artBMP ? PictureSize(width: raster.width, height: raster.height) : nil
        if let size = writing.pageSize(around: raster.width, raster.height) ?? natural {
            return try page(grid, size)
        }
        var rows = raster.rows()
        return try PNGEncoder.encode(
            width: raster.width, height: raster.height, style: .drawing, texts: texts
        ) { _, pixels in
            rows.next(into: &pixels)
        }
    }

    private func page(_ grid: ArtGrid, _ size: PictureSize) throws(PictureFailure) -> [UInt8] {
        let page = ArtPage(grid, caption: caption, size: size, writing: writing)
        guard kind == .artPNG else {
            return BMPWriter.bytes(width: page.width, height: page.height, depth: writing.depth, row: page.fill)
        }
        return try PNGEncoder.encode(
            width: page.width, height: page.height, greyBits: writing.depth.bits, style: .drawing, texts: texts,
            row: page.fill)
    }

    private var texts: [PNGText] {
        var texts = [PNGText(key: "Software", text: "textify")]
        if !caption.label.isEmpty { texts.append(PNGText(key: "Description", text: caption.label)) }
        if let credit = caption.credit { texts.append(PNGText(key: "Author", text: credit)) }
        if let parameters = caption.parameters {
            texts.append(PNGText(key: PNGParameters.keyword, text: parameters.text))
        }
        return texts
    }
}

extension WritingOptions {
    /// The size of the page if the picture needs one: the requested size, or that of the art with its margins.
    fileprivate func pageSize(around width: Int, _ height: Int) -> PictureSize? {
        if let pixels { return pixels }
        guard depth != .full || rotate != .none || margin > 0 else { return nil }
        let (across, down) = (width + 2 * margin, height + 2 * margin)
        return rotate.swapsAxes ? PictureSize(width: down, height: across) : PictureSize(width: across, height: down)
    }
}
