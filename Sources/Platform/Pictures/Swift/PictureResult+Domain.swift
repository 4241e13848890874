internal import CPictures
internal import Domain
internal import Glibc

extension PictureResult {
    /// The result in the domain's words, with the format that the first bytes told; `nil` when all went well or a callback
    /// ended it.
    func failure(_ format: PictureFormat?) -> PictureFailure? {
        switch (status, format) {
        case (.notAPicture, let format?): .unsupported(format)
        case (.unsupportedKind, let format?): .unsupportedKind(format, said: words)
        case (.missingLibrary, let format?): .missingLibrary(format)
        default: failure
        }
    }

    /// The same, where the format says no more.
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
        case .readFailed: .unreadable(.failed(code: code))
        }
    }

    private var words: String {
        unsafe withUnsafeBytes(of: message) { buffer in
            unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension PictureFailure {
    /// The data are broken, but some of the picture may be there.
    var isDamage: Bool {
        switch self {
        case .truncated, .corrupt: true
        default: false
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
    /// What an `open` that follows no link and takes regular files alone means by its errno.
    init(openCode code: Int32) {
        switch code {
        case ENOENT, ENOTDIR: self = .missing
        case EACCES, EPERM: self = .denied
        case ELOOP, EINVAL, EISDIR, ENXIO: self = .notRegular
        case ENAMETOOLONG: self = .nameTooLong
        default: self = .failed(code: code)
        }
    }
}
