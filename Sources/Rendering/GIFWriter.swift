package import Domain
internal import PlatformPictures
package import TextArt

/// Writes moving art as an animated GIF that shows each frame as `ArtRaster` draws it.
///
/// The file is made piece by piece: the caller takes `out` whenever it likes. Memory is the art's pixels, not those of
/// the clip.
package struct GIFWriter: MotionWriter, Sendable {
    /// What has been written since the caller last took it.
    package var out: [UInt8] = []
    private let plays: ClipPlays
    private let caption: ArtCaption
    private var frames: IndexedFrames?
    private var encoder: GIFEncoder?
    /// The last frame, and the time that it is shown from; another one may come too soon after it.
    private var waiting: (frame: ArtGrid, start: Int)?
    /// The last picture, whose delay isn't known yet.
    private var held: (forms: [IndexedPicture], start: Int)?

    package init(plays: ClipPlays = .forever, caption: ArtCaption = ArtCaption()) {
        self.plays = plays
        self.caption = caption
    }

    /// Adds a frame that is shown from `now` on, in milliseconds since the first one. All frames have one size. A frame
    /// that is followed by another one within less than 20 ms is left out, because browsers would slow it down.
    package mutating func add(_ frame: ArtGrid, at now: Int) throws(PictureFailure) {
        let start = Self.hundredths(now)
        if let waiting, waiting.frame.cells == frame.cells { return }
        if let waiting, start - waiting.start < GIFEncoder.leastDelay {
            self.waiting = (frame, waiting.start)
            return
        }
        try draw()
        waiting = (frame, start)
    }

    /// Ends the clip: the last frame is shown until `now`. Without any frame, there is no file.
    package mutating func finish(at now: Int) throws(PictureFailure) {
        try draw()
        try write(until: Self.hundredths(now))
        encoder?.finish()
        take()
    }

    /// The nearest time that a GIF can say. Delays are differences of these, so that their errors don't add up.
    private static func hundredths(_ milliseconds: Int) -> Int { (milliseconds + 5) / 10 }

    /// Draws the waiting frame.
    private mutating func draw() throws(PictureFailure) {
        guard let (frame, start) = waiting else { return }
        waiting = nil
        var frames = self.frames ?? IndexedFrames(frame, caption: caption)
        self.frames = nil
        let forms = frames.next(frame)
        self.frames = frames
        guard !forms.isEmpty else { return }
        try write(until: start)
        held = (forms, start)
    }

    /// Writes the picture that is held.
    private mutating func write(until end: Int) throws(PictureFailure) {
        guard let (forms, start) = held, let frames else { return }
        held = nil
        if encoder == nil {
            encoder = try GIFEncoder(
                width: frames.width, height: frames.height, plays: plays, palette: frames.palette,
                comment: caption.label)
        }
        try encoder?.add(forms, delay: end - start)
        take()
    }

    private mutating func take() {
        guard let bytes = encoder?.out else { return }
        encoder?.out = []
        out += bytes
    }
}
