internal import CPictures
package import Domain

/// Decodes a moving picture (GIF, APNG, animated WebP) frame by frame onto one canvas, which starts out transparent.
///
/// Frames are pulled: between two of them, the caller may suspend and continue on another thread. Memory is the canvas,
/// the pixels under a frame that will be removed again, and the decoder's for a single frame. A GIF is streamed; of the
/// other formats one compressed frame is held. A source that can't seek is read into memory.
package struct ClipDecoder: ~Copyable, Sendable {
    package let info: ClipInfo
    /// The damage that ended the clip early under `DamagePolicy.show`, once `next` has found it.
    package private(set) var damage: PictureFailure?

    private let source: ClipSource
    private let clip: ClipHandle
    private var count = 0

    /// Reads the container, without decoding pixels. A descriptor must stay open while the decoder is used.
    ///
    /// Under `DamagePolicy.refuse`, a damaged container is refused here and a damaged frame by `next`. Under `show`, the
    /// clip ends before the damage; a damaged first frame is shown as far as it can be read. A picture that doesn't
    /// move fails with `unsupportedKind`, except a GIF, whose one frame is a clip.
    package init(
        _ source: PictureSource, limits: PictureLimits, damage: DamagePolicy = .refuse
    ) throws(PictureFailure) {
        let source = try ClipSource(source)
        var result = PictureResult()
        var format: PictureFormat?
        let opened = unsafe source.withInput { input in
            var input = unsafe input
            var bounds = PictureBounds(limits)
            return unsafe clip_open(&input, &bounds, damage == .show, ClipSource.findFormat, &format, &result)
        }
        guard let opened = unsafe opened, let format else { throw result.failure(format) ?? .notAPicture }
        clip = unsafe ClipHandle(opened)
        info = unsafe ClipInfo(opened, format)
        self.source = source
    }

    /// Whether a source has more than one frame, so that it should be decoded as a clip. `false` if the format can't move
    /// or no second frame is found. A pipe is left unread: the result is `false`.
    package static func isClip(_ source: PictureSource, limits: PictureLimits) -> Bool {
        guard let source = try? ClipSource(source) else { return false }
        return unsafe source.withInput { input in
            var input = unsafe input
            var bounds = PictureBounds(limits)
            var format: PictureFormat?
            return unsafe clip_moves(&input, &bounds, ClipSource.findFormat, &format)
        }
    }

    /// Composes the next frame onto the canvas. Returns `nil` at the end, and at the damage under `DamagePolicy.show`;
    /// the canvas is then undefined.
    package mutating func next() throws(PictureFailure) -> ClipFrame? {
        var changed = ClipArea()
        var result = PictureResult()
        let step = unsafe source.withInput { input in
            unsafe clip.next(input.bytes, &changed, &result)
        }
        let failure = result.failure(info.picture.format)
        if step == .failed { throw failure ?? .outOfMemory }
        if let failure { damage = failure }
        guard step == .frame else { return nil }
        defer { count += 1 }
        return ClipFrame(
            index: count, columns: Int(changed.left)..<Int(changed.right), rows: Int(changed.top)..<Int(changed.bottom))
    }

    /// Lends row `y` of the canvas: `info.picture.width` pixels in sRGB, not premultiplied.
    package borrowing func withRow<Result>(_ y: Int, _ body: (Span<RGBA>) -> Result) -> Result {
        precondition((0..<info.picture.height).contains(y), "a row of the canvas")
        return clip.withRow(y, width: info.picture.width, body)
    }
}

/// A clip in C, closed at the end of its lifetime.
///
/// Not private: other modules destroy decoders that they store, and an optimised build would not find the type.
@safe package struct ClipHandle: ~Copyable, Sendable {
    // The compiler takes no pointer for Sendable. The clip belongs to no thread, and its only owner can't be copied, so
    // that it is never used on two threads at once.
    private nonisolated(unsafe) let clip: OpaquePointer

    init(_ clip: OpaquePointer) {
        unsafe self.clip = clip
    }

    deinit {
        unsafe clip_close(clip)
    }

    func next(_ bytes: UnsafePointer<UInt8>?, _ changed: inout ClipArea, _ result: inout PictureResult) -> ClipStep {
        unsafe clip_next(clip, bytes, &changed, &result)
    }

    func withRow<Result>(_ y: Int, width: Int, _ body: (Span<RGBA>) -> Result) -> Result {
        // RGBA is four bytes without padding, with an alignment of 1.
        let pixels = unsafe UnsafeRawPointer(clip_row(clip, UInt32(y))).assumingMemoryBound(to: RGBA.self)
        return unsafe body(Span(_unsafeStart: pixels, count: width))
    }
}

/// An open source. Bytes are lent to C for one call at a time. Not private for the same reason as `ClipHandle`.
package struct ClipSource: ~Copyable, Sendable {
    private let bytes: [UInt8]?
    private let descriptor: Int32
    /// Keeps the descriptor of a file open.
    private let file: PictureFileHandle?

    init(_ source: PictureSource) throws(PictureFailure) {
        switch source {
        case .bytes(let bytes):
            if bytes.isEmpty { throw .notAPicture }
            self.bytes = bytes
            descriptor = -1
            file = nil
        case .descriptor(let descriptor):
            bytes = nil
            self.descriptor = descriptor
            file = nil
        case .file(let name, let folder):
            let file = try PictureFileHandle(folder: folder, name: name)
            bytes = nil
            descriptor = file.descriptor
            self.file = consume file
        }
    }

    func withInput<Result>(_ body: (PictureInput) -> Result) -> Result {
        guard let bytes else { return unsafe body(PictureInput(bytes: nil, count: 0, descriptor: descriptor)) }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe body(PictureInput(bytes: buffer.baseAddress, count: buffer.count, descriptor: -1))
        }
    }

    static let findFormat: PictureSniff = { context, bytes, count in
        let format = unsafe PictureFormat(magic: UnsafeBufferPointer(start: bytes, count: count))
        unsafe context.assumingMemoryBound(to: PictureFormat?.self).pointee = format
        return PictureKind(format)
    }
}

extension ClipInfo {
    init(_ clip: OpaquePointer, _ format: PictureFormat) {
        var head = unsafe ClipHead()
        unsafe clip_head(clip, &head)
        let delays = unsafe UnsafeBufferPointer(start: head.delays, count: Int(head.frame_count))
        self.init(
            picture: unsafe PictureInfo(head.picture, format),
            plays: unsafe head.plays == 0 ? .forever : .times(Int(head.plays)), delays: unsafe Array(delays))
    }
}
