internal import CPictures
package import Domain

/// Reads pictures row by row. Memory is one row and the decoder's own window for PNG, JPEG, GIF, BMP and PPM, a strip or a
/// row of tiles for TIFF. Held as a whole, within `heldPixels`, are interlaced PNG and GIF, the coefficients of a progressive
/// JPEG, the indices of a run-length coded BMP, WebP, HEIC and AVIF. Limits are checked on the header, before any allocation.
package enum PictureDecoder {
    /// Decodes the first frame.
    ///
    /// Rows come as stored, from the top, not yet turned by the orientation, in sRGB: 16 bits are rounded to 8; a profile
    /// counts, or cICP; else a PNG's gamma and primaries where it does not say sRGB. Inks without a profile become the
    /// light that each leaves. A profile that can't be read is told in `PictureInfo`.
    /// `aim` says the fewest pixels, as stored, that are of use, `nil` for all: a JPEG is then decoded at a half, a quarter
    /// or an eighth of its size, never with fewer.
    /// `begin` is called once before the first row, `row` with `rowWidth` pixels each time; when one of them says `false` the
    /// decode ends there, without a failure. Returned is the damage that was met under `DamagePolicy.show`, `nil` when the
    /// picture was whole.
    @discardableResult
    package static func decode(
        _ source: PictureSource, limits: PictureLimits, damage: DamagePolicy = .refuse,
        aim: (PictureInfo) -> PictureSize? = { _ in nil }, begin: (PictureInfo) -> Bool, row: (Span<RGBA>) -> Bool
    ) throws(PictureFailure) -> PictureFailure? {
        let (result, format) = try withoutActuallyEscaping(aim) { aim throws(PictureFailure) in
            try withoutActuallyEscaping(begin) { begin throws(PictureFailure) in
                try withoutActuallyEscaping(row) { row throws(PictureFailure) in
                    try read(
                        source, limits: limits, damage: damage, calls: Calls(aim: aim, begin: begin, row: row))
                }
            }
        }
        guard let failure = result.failure(format) else { return nil }
        guard damage == .show, failure.isDamage, result.width > 0 else { throw failure }
        return failure
    }

    /// Reads no further than the first row.
    package static func inspect(_ source: PictureSource, limits: PictureLimits) throws(PictureFailure) -> PictureInfo {
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
        _ source: PictureSource, limits: PictureLimits, damage: DamagePolicy, calls: Calls
    ) throws(PictureFailure) -> (PictureResult, PictureFormat?) {
        switch source {
        case .bytes(let bytes):
            guard !bytes.isEmpty else { throw .notAPicture }
            return unsafe bytes.withUnsafeBufferPointer { buffer in
                let input = unsafe PictureInput(bytes: buffer.baseAddress, count: buffer.count, descriptor: -1)
                return unsafe run(input, limits: limits, damage: damage, calls: calls)
            }
        case .descriptor(let descriptor):
            let input = unsafe PictureInput(bytes: nil, count: 0, descriptor: descriptor)
            return unsafe run(input, limits: limits, damage: damage, calls: calls)
        case .file(let folder, let name):
            let file = try PictureFileHandle(folder: folder, name: name)
            let input = unsafe PictureInput(bytes: nil, count: 0, descriptor: file.descriptor)
            return unsafe run(input, limits: limits, damage: damage, calls: calls)
        }
    }

    private static func run(
        _ input: PictureInput, limits: PictureLimits, damage: DamagePolicy, calls: Calls
    ) -> (PictureResult, PictureFormat?) {
        var input = unsafe input
        var bounds = PictureBounds(limits)
        var result = PictureResult()
        var calls = calls
        unsafe withUnsafeMutablePointer(to: &calls) { context in
            unsafe picture_decode(
                &input, &bounds, damage == .show, passHead, passAim, passBegin, passRow, context, &result)
        }
        return (result, calls.format)
    }

    /// The closures behind the C callbacks' context; all return before the C function does.
    private struct Calls {
        let aim: (PictureInfo) -> PictureSize?
        let begin: (PictureInfo) -> Bool
        let row: (Span<RGBA>) -> Bool
        var format: PictureFormat?
    }

    private static let passHead: PictureSniff = { context, bytes, count in
        let format = unsafe PictureFormat(magic: UnsafeBufferPointer(start: bytes, count: count))
        unsafe context.assumingMemoryBound(to: Calls.self).pointee.format = format
        return PictureKind(format)
    }

    private static let passAim: PictureAim = { context, head, columns, rows in
        let calls = unsafe context.assumingMemoryBound(to: Calls.self)
        guard let format = unsafe calls.pointee.format else { return }
        guard let size = unsafe calls.pointee.aim(PictureInfo(head.pointee, format)) else { return }
        unsafe columns.pointee = UInt32(clamping: size.width)
        unsafe rows.pointee = UInt32(clamping: size.height)
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
