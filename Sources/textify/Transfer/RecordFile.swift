import Domain
import FoundationEssentials
import PlatformDigest
import PlatformSystem

/// The lines of an export in a temporary file without a name: a library may be larger than the memory.
final class RecordFile {
    private static let chunkSize = 1 << 18

    private let file: FileDescriptor
    private(set) var size: Int64 = 0

    /// `TMPDIR`, or the folder for large temporary files.
    static var folder: FolderPath {
        let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
        return FolderPath(named.isEmpty ? "/var/tmp" : named)
    }

    init() throws(FileFailure) { file = try FileDescriptor.folder(Self.folder).createNameless() }

    func append(_ bytes: [UInt8]) throws(FileFailure) {
        try file.write(bytes)
        size += Int64(bytes.count)
    }

    /// The bytes at a place, fewer at the end of the file.
    func bytes(_ count: Int, at offset: Int64) throws(FileFailure) -> [UInt8] { try file.chunk(count, at: offset) }

    /// The parts of the file, one after the other; `nil` at its end.
    func chunk(at offset: inout Int64) throws(FileFailure) -> [UInt8]? {
        let bytes = try file.chunk(Self.chunkSize, at: offset)
        offset += Int64(bytes.count)
        return bytes.isEmpty ? nil : bytes
    }

    func digest() throws(FileFailure) -> Digest {
        var hasher = SHA256Hasher()
        var offset: Int64 = 0
        while let bytes = try chunk(at: &offset) { hasher.update(bytes.span) }
        return hasher.finalize()
    }
}
