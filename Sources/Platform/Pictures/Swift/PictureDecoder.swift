internal import CPictures
package import Domain
internal import Glibc

/// Decodes pictures row by row. Memory use is one row and the decoder's window for PNG, JPEG, GIF, BMP and PPM, and a
/// strip or a row of tiles for TIFF. The following are held completely, within `heldPixels`: interlaced PNG and GIF,
/// the coefficients of a progressive JPEG, the indices of a run-length encoded BMP, WebP, HEIC and AVIF. Limits are
/// checked on the header, before any allocation.
package enum PictureDecoder {
    /// Decodes the first frame.
    ///
    /// Rows are delivered as stored, from the top, without applying the orientation, in sRGB: 16 bits are rounded to 8.
    /// Colours are converted by cICP or an embedded profile, otherwise by a PNG's gamma and primaries unless it
    /// declares sRGB. CMYK without a profile is converted by multiplying the light that each ink leaves. A profile that
    /// can't be read is reported in `PictureInfo`.
    ///
    /// `aim` returns the smallest useful size, in pixels as stored, or `nil` for the full size: a JPEG is then decoded
    /// at a half, a quarter or an eighth, but never smaller than that. `begin` is called once before the first row,
    /// `row` with `rowWidth` pixels for each row; if one returns `false`, decoding stops without a failure. Returns the
    /// damage found under `DamagePolicy.show`, `nil` if the picture is intact.
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
        // Part of a damaged picture may be readable.
        switch failure {
        case .truncated, .corrupt: if damage == .show, result.width > 0 { return failure }
        default: break
        }
        throw failure
    }

    /// Returns a picture's properties without decoding past the first row.
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
        case .file(let name, let folder):
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

    /// The closures passed as the context of the C callbacks; all return before the C function does.
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
        // RGBA is four bytes without padding, with an alignment of 1.
        let pixels = unsafe UnsafeRawPointer(bytes).assumingMemoryBound(to: RGBA.self)
        let row = unsafe Span(_unsafeStart: pixels, count: Int(width))
        return unsafe context.assumingMemoryBound(to: Calls.self).pointee.row(row)
    }
}

/// The handling of a picture whose data are truncated or damaged.
package enum DamagePolicy: Sendable {
    /// Decoding fails, after the rows before the damage were delivered.
    case refuse
    /// The readable rows are delivered, and the failure is returned instead of thrown.
    case show
}

/// An open regular file, closed at the end of its lifetime.
struct PictureFileHandle: ~Copyable {
    let descriptor: Int32

    init(folder: FolderPath, name: FileName) throws(PictureFailure) {
        let path = folder.appending(name).bytes.map { CChar(bitPattern: $0) } + [0]
        descriptor = unsafe picture_open(path)
        if descriptor < 0 { throw .unreadable(FileFailure(openCode: -descriptor)) }
    }

    deinit {
        picture_close(descriptor)
    }
}

extension PictureKind {
    /// The decoder for a format; `.none` for formats that are only recognised.
    init(_ format: PictureFormat?) {
        self =
            switch format {
            case .png: .PNG
            case .jpeg: .JPEG
            case .gif: .GIF
            case .webp: .webP
            case .heic, .avif: .HEIF
            case .tiff: .TIFF
            case .bmp: .BMP
            case .pnm: .PNM
            default: .none
            }
    }
}

extension PictureResult {
    /// Maps the result to the domain's failure, using the detected format; `nil` on success or if a callback stopped
    /// the decode.
    func failure(_ format: PictureFormat?) -> PictureFailure? {
        switch (status, format) {
        case (.notAPicture, let format?): .unsupported(format)
        case (.unsupportedKind, let format?): .unsupportedKind(format, message: words)
        case (.missingLibrary, let format?): .missingLibrary(format)
        default: failure
        }
    }

    /// The failure without regard to the format.
    var failure: PictureFailure? {
        switch status {
        case .done, .stopped: nil
        case .notAPicture, .unsupportedKind, .missingLibrary: .notAPicture
        case .tooManyPixels: .tooManyPixels(width: Int(width), height: Int(height), limit: limit)
        case .tooManyBytes: .unreadable(.tooLarge(bytes: bytes, limit: limit))
        case .tooMuchMemory: .tooMuchMemory(bytes: bytes, limit: limit)
        case .truncated: .truncated(rows: Int(rows), height: Int(height))
        case .corrupt: .corrupt(words)
        case .outOfMemory: .outOfMemory
        case .readFailed: .unreadable(.failed(code: Errno(code)))
        }
    }

    private var words: String {
        unsafe withUnsafeBytes(of: message) { buffer in
            unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension PictureInfo {
    init(_ head: PictureHead, _ format: PictureFormat) {
        let reduced = PictureSize(width: Int(head.row_width), height: Int(head.row_count))
        self.init(
            format: format, width: Int(head.width), height: Int(head.height),
            orientation: Orientation(rawValue: head.orientation) ?? .up, hasAlpha: head.has_alpha,
            hasBrokenProfile: head.has_broken_profile, reduced: head.row_width > 0 ? reduced : nil,
            memory: head.memory)
    }
}

extension PictureBounds {
    init(_ limits: PictureLimits) {
        self.init(
            file_bytes: limits.fileBytes, streamed_pixels: limits.streamedPixels, held_pixels: limits.heldPixels,
            memory: limits.memory)
    }
}

extension FileFailure {
    /// Maps the errno of `picture_open`, which follows no links and opens only regular files.
    init(openCode code: Int32) {
        switch code {
        case ENOENT, ENOTDIR: self = .missing
        case EACCES, EPERM: self = .denied
        case ELOOP, EINVAL, EISDIR, ENXIO: self = .notRegular
        case ENAMETOOLONG: self = .nameTooLong
        default: self = .failed(code: Errno(code))
        }
    }
}
