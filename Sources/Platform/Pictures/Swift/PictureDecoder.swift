internal import CPictures
public import Domain

/// Reads pictures row by row. Memory is one row and the decoder's own window for PNG, JPEG, GIF, BMP and PPM, a strip or a
/// row of tiles for TIFF. Held as a whole, within `heldPixels`, are interlaced PNG and GIF, the coefficients of a progressive
/// JPEG, the indices of a run-length coded BMP, WebP, HEIC and AVIF. Limits are checked on the header, before any allocation.
public enum PictureDecoder {
    /// Decodes the first frame.
    ///
    /// Rows come as stored, from the top, not yet turned by the orientation. 16 bits are scaled to 8, a PNG's file gamma
    /// is applied where it is far from sRGB and no profile speaks, CMYK becomes RGB without a profile.
    /// `begin` is called once before the first row, `row` with `width` pixels each time; when one of them says `false` the
    /// decode ends there, without a failure. Returned is the damage that was met under `DamagePolicy.show`, `nil` when the
    /// picture was whole.
    @discardableResult
    public static func decode(
        _ source: PictureSource, limits: PictureLimits, damage: DamagePolicy = .refuse,
        begin: (PictureInfo) -> Bool, row: (Span<RGBA>) -> Bool
    ) throws(PictureFailure) -> PictureFailure? {
        let (result, format) = try read(source, limits: limits, damage: damage, begin: begin, row: row)
        guard let failure = result.failure(format) else { return nil }
        guard damage == .show, failure.isDamage, result.width > 0 else { throw failure }
        return failure
    }

    /// Reads no further than the first row.
    public static func inspect(_ source: PictureSource, limits: PictureLimits) throws(PictureFailure) -> PictureInfo {
        var found: PictureInfo?
        try decode(source, limits: limits) { info in
            found = info
            return false
        } row: { _ in
            false
        }
        guard let found else { throw .notAPicture }
        return found
    }

    private static func read(
        _ source: PictureSource, limits: PictureLimits, damage: DamagePolicy, begin: (PictureInfo) -> Bool,
        row: (Span<RGBA>) -> Bool
    ) throws(PictureFailure) -> (PictureResult, PictureFormat?) {
        switch source {
        case .bytes(let bytes):
            guard !bytes.isEmpty else { throw .notAPicture }
            return unsafe bytes.withUnsafeBufferPointer { buffer in
                let input = unsafe PictureInput(bytes: buffer.baseAddress, count: buffer.count, descriptor: -1)
                return unsafe run(input, limits: limits, damage: damage, begin: begin, row: row)
            }
        case .descriptor(let descriptor):
            let input = unsafe PictureInput(bytes: nil, count: 0, descriptor: descriptor)
            return unsafe run(input, limits: limits, damage: damage, begin: begin, row: row)
        case .file(let folder, let name):
            let file = try PictureFileHandle(folder: folder, name: name)
            let input = unsafe PictureInput(bytes: nil, count: 0, descriptor: file.descriptor)
            return unsafe run(input, limits: limits, damage: damage, begin: begin, row: row)
        }
    }

    private static func run(
        _ input: PictureInput, limits: PictureLimits, damage: DamagePolicy, begin: (PictureInfo) -> Bool,
        row: (Span<RGBA>) -> Bool
    ) -> (PictureResult, PictureFormat?) {
        withoutActuallyEscaping(begin) { begin in
            withoutActuallyEscaping(row) { row in
                var input = unsafe input
                var bounds = PictureBounds(limits)
                var result = PictureResult()
                var calls = Calls(begin: begin, row: row)
                unsafe withUnsafeMutablePointer(to: &calls) { context in
                    unsafe picture_decode(
                        &input, &bounds, damage == .show, passHead, passBegin, passRow, context, &result)
                }
                return (result, calls.format)
            }
        }
    }

    /// The two closures behind the C callbacks' context; both return before the C function does.
    private struct Calls {
        let begin: (PictureInfo) -> Bool
        let row: (Span<RGBA>) -> Bool
        var format: PictureFormat?
    }

    private static let passHead: PictureSniff = { context, bytes, count in
        let format = unsafe PictureFormat(magic: UnsafeBufferPointer(start: bytes, count: count))
        unsafe context.assumingMemoryBound(to: Calls.self).pointee.format = format
        return PictureKind(format)
    }

    private static let passBegin: PictureBegin = { context, head in
        let calls = unsafe context.assumingMemoryBound(to: Calls.self)
        guard let format = unsafe calls.pointee.format else { return false }
        return unsafe calls.pointee.begin(PictureInfo(head.pointee, format))
    }

    private static let passRow: PictureRow = { context, bytes, width in
        // RGBA is four bytes without padding, and aligned to one.
        let pixels = unsafe UnsafeRawPointer(bytes).assumingMemoryBound(to: RGBA.self)
        let row = unsafe Span(_unsafeStart: pixels, count: Int(width))
        return unsafe context.assumingMemoryBound(to: Calls.self).pointee.row(row)
    }
}
