internal import Domain
internal import PlatformDigest
internal import PlatformSystem

/// A dropped file, opened to be read once.
struct BlobSource: ~Copyable {
    private static let chunk = 1 << 17
    /// Enough to recognise every picture format.
    private static let headSize = PictureFormat.headBytes

    /// The distance from the end of the file, in bytes, within which a picture's end is searched for.
    private static let tailSize = 1 << 20

    private let file: FileDescriptor
    private let identity: FileIdentity

    /// Opens the file without following links or waiting for a FIFO's writer, and compares it with its identity.
    init(_ identity: FileIdentity, from folder: FolderPath, limit: Int64) throws(FileFailure) {
        let file = try FileDescriptor.file(identity.name, in: folder)
        try Self.check(file, identity)
        guard identity.size <= limit else { throw .tooLarge(bytes: identity.size, limit: limit) }
        self.file = file
        self.identity = identity
    }

    /// Copies and hashes the whole file. Fails as soon as the file turns out to have grown.
    func copy(to target: borrowing FileDescriptor) throws(TakeFailure) -> TakenFile {
        try readWhole { (bytes: Span<UInt8>) throws(TakeFailure) in
            do throws(FileFailure) { try target.write(bytes) } catch { throw .store(error) }
        }
    }

    /// Reads and hashes the whole file into memory.
    func peek() throws(TakeFailure) -> TakenFile {
        var all: [UInt8] = []
        let taken = try readWhole { (bytes: Span<UInt8>) throws(TakeFailure) in
            for index in bytes.indices { all.append(bytes[index]) }
        }
        return TakenFile(
            digest: taken.digest, size: taken.size, head: taken.head, bytes: all, isCut: taken.isCut)
    }

    private func readWhole(_ receive: (Span<UInt8>) throws(TakeFailure) -> Void) throws(TakeFailure) -> TakenFile {
        // One byte more than expected, to detect that the file has grown.
        var buffer = [UInt8](repeating: 0, count: Int(min(Int64(Self.chunk), identity.size + 1)))
        var hasher = SHA256Hasher()
        var head: [UInt8] = []
        var tail: [UInt8] = []
        var size: Int64 = 0
        while case let count = try read(into: &buffer), count > 0 {
            size += Int64(count)
            guard size <= identity.size else { throw .source(.changing) }
            head += buffer[..<min(count, Self.headSize - head.count)]
            tail = tail.suffix(Self.headSize) + buffer[max(0, count - Self.headSize)..<count]
            hasher.update(buffer.span.extracting(..<count))
            try receive(buffer.span.extracting(..<count))
        }
        guard size == identity.size else { throw .source(.changing) }
        do throws(FileFailure) { try Self.check(file, identity) } catch { throw .source(error) }
        let isCut = try isCut(head, tail, size)
        return TakenFile(digest: hasher.finalize(), size: size, head: head, isCut: isCut)
    }

    /// `true` if a picture is truncated. Most formats can be judged by the last bytes; only if these lack the end is
    /// more read.
    private func isCut(_ head: [UInt8], _ tail: [UInt8], _ size: Int64) throws(TakeFailure) -> Bool {
        guard let format = PictureFormat(magic: head), format.isTruncated(head: head, tail: tail, size: size) else {
            return false
        }
        do throws(FileFailure) {
            let start = max(0, size - Int64(Self.tailSize))
            return format.isTruncated(head: head, tail: try file.chunk(Self.tailSize, at: start), size: size)
        } catch {
            throw .source(error)
        }
    }

    private func read(into buffer: inout [UInt8]) throws(TakeFailure) -> Int {
        do throws(FileFailure) { return try file.read(into: &buffer) } catch { throw .source(error) }
    }

    private static func check(
        _ file: borrowing FileDescriptor, _ identity: FileIdentity
    ) throws(FileFailure) {
        guard try file.entry(named: identity.name).identity == identity else { throw .changing }
    }
}
