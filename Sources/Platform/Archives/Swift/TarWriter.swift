internal import CArchives
internal import Glibc

/// Writes a tar archive to a descriptor. The same files give the same bytes.
@safe
package final class TarWriter {
    private let writer: OpaquePointer

    /// `descriptor` must stay open as long as the writer is used. Throws an errno.
    package init(to descriptor: Int32) throws(ArchiveWritingFailure) {
        guard let made = unsafe car_write_open(descriptor) else { throw ArchiveWritingFailure(code: ENOMEM) }
        unsafe writer = unsafe made
    }

    deinit {
        unsafe car_write_free(writer)
    }

    /// Begins a file. Its content follows by `write`, in exactly `size` bytes.
    package func begin(_ name: String, size: Int64) throws(ArchiveWritingFailure) {
        try check(unsafe car_write_entry(writer, name, size))
    }

    package func write(_ bytes: [UInt8]) throws(ArchiveWritingFailure) {
        let code = unsafe bytes.withUnsafeBufferPointer { unsafe car_write(writer, $0.baseAddress, $0.count) }
        try check(code)
    }

    /// Writes a whole file.
    package func add(_ name: String, _ bytes: [UInt8]) throws(ArchiveWritingFailure) {
        try begin(name, size: Int64(bytes.count))
        try write(bytes)
    }

    /// Writes the end of the archive. Without it the archive is incomplete.
    package func finish() throws(ArchiveWritingFailure) {
        try check(unsafe car_write_end(writer))
    }

    private func check(_ code: Int32) throws(ArchiveWritingFailure) {
        guard code == 0 else { throw ArchiveWritingFailure(code: code) }
    }
}

/// The errno with which writing an archive failed.
package struct ArchiveWritingFailure: Error, Equatable, Sendable {
    package let code: Int32

    package init(code: Int32) { self.code = code }
}
