internal import CArchives

/// Reads the files of a tar archive, compressed or not, in their order. Links, folders and devices are left out.
@safe
package final class TarReader {
    private let reader: OpaquePointer

    /// `descriptor` must stay open as long as the reader is used.
    package init(from descriptor: Int32) throws(ArchiveReadingFailure) {
        guard let made = unsafe car_read_open(descriptor) else { throw ArchiveReadingFailure(detail: "out of memory") }
        unsafe reader = unsafe made
    }

    deinit {
        unsafe car_read_free(reader)
    }

    /// Goes on to the next file. Returns its path as written; `nil` at the end of the archive.
    package func next() throws(ArchiveReadingFailure) -> String? {
        switch unsafe car_read_next(reader) {
        case 0: return nil
        case 1: return unsafe car_read_name(reader).map { unsafe String(cString: $0) } ?? ""
        default: throw failure
        }
    }

    /// The next bytes of the file, at most `size`; empty at its end.
    package func chunk(_ size: Int) throws(ArchiveReadingFailure) -> [UInt8] {
        var count: Int64 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            guard let start = buffer.baseAddress else { return }
            count = unsafe car_read(reader, start, size)
            filled = Int(max(0, count))
        }
        guard count >= 0 else { throw failure }
        return bytes
    }

    /// The rest of the file. Throws if it has more than `limit` bytes.
    package func all(limit: Int) throws(ArchiveReadingFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let chunk = try chunk(1 << 18)
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= limit else {
                throw ArchiveReadingFailure(detail: "a file has more than \(limit) bytes")
            }
        }
    }

    private var failure: ArchiveReadingFailure {
        let detail = unsafe car_read_error(reader).map { unsafe String(cString: $0) }
        return ArchiveReadingFailure(detail: detail ?? "not a tar archive")
    }
}

/// Why an archive can't be read, in libarchive's words.
package struct ArchiveReadingFailure: Error, Equatable, Sendable {
    package let detail: String

    package init(detail: String) { self.detail = detail }
}
