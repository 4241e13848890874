internal import Domain
internal import PlatformDigest
internal import PlatformSystem

/// The files of a disk cache: `PICTURE-RECIPE`, two digests in hexadecimal. A file is written under a temporary name
/// and renamed. It isn't synced: after a power cut it may be damaged, which its checksum shows.
///
/// A file: `txcache`, the version of this format, the digests of its name, the SHA-256 of the content, the content.
struct DiskCacheFolder: Sendable {
    enum Reading: Sendable {
        case content([UInt8])
        case missing
        /// It was damaged or not written by this version, and is unlinked.
        case damaged
    }

    struct Listing: Sendable {
        /// The least recently used entry first.
        var entries: [(key: DiskCache.Key, bytes: Int)] = []
        /// The number of files with an entry's name that can't be one.
        var damaged = 0
    }

    private static let magic = Array("txcache".utf8) + [1]
    private static let headerSize = magic.count + 3 * 32
    private static let block = 4096

    let path: FolderPath

    /// The space that a file with this much content takes on disk: whole blocks, as most file systems store it.
    static func size(_ content: Int) -> Int { blocks(headerSize + content) }

    private static func blocks(_ bytes: Int) -> Int { (bytes + block - 1) / block * block }

    /// Lists all entries, and unlinks what an interrupted write left. Files with other names are left alone. The folder
    /// is not created.
    func list() throws(FileFailure) -> Listing {
        let folder: FileDescriptor
        do throws(FileFailure) { folder = try .folder(path) } catch .missing { return Listing() }
        var listing = Listing()
        var found: [(entry: FileEntry, key: DiskCache.Key)] = []
        for entry in try folder.list() {
            if Self.isPart(entry.name) {
                try? folder.unlink(entry.name)
            } else if let key = DiskCache.Key(name: entry.name) {
                if entry.kind == .file, entry.size > Int64(Self.headerSize) {
                    found.append((entry, key))
                } else {
                    listing.damaged += 1
                    try? folder.unlink(entry.name)
                }
            }
        }
        found.sort { ($0.entry.modified, $0.entry.name.shown) < ($1.entry.modified, $1.entry.name.shown) }
        listing.entries = found.map { ($0.key, Self.blocks(Int(clamping: $0.entry.size))) }
        return listing
    }

    /// Reads an entry and marks it as used at `time`.
    func read(_ key: DiskCache.Key, at time: UTCMillis) -> Reading {
        do throws(FileFailure) {
            let folder = try CacheFolder.open(path)
            let bytes: [UInt8]
            do throws(FileFailure) {
                let file = try folder.file(beneath: key.name)
                let size = try file.entry(named: key.name).size
                // One byte more, so that a file that has grown isn't taken for whole.
                bytes = try file.chunk(Int(clamping: size) + 1)
                file.setModified(UTCNanos(time))
            } catch .missing {
                return .missing
            } catch .notRegular {
                bytes = []
            }
            if let content = Self.content(bytes, key) { return .content(content) }
            try folder.unlink(key.name)
            return .damaged
        } catch {
            return .missing
        }
    }

    /// Writes an entry as last used at `time`. Returns `false` if that fails.
    func write(_ content: [UInt8], as key: DiskCache.Key, at time: UTCMillis) -> Bool {
        do throws(FileFailure) {
            let folder = try CacheFolder.open(path)
            let part = FileName.temporary()
            do throws(FileFailure) {
                let file = try folder.create(part, .owner)
                try file.write(Self.header(key, sha256(content)))
                try file.write(content)
                file.setModified(UTCNanos(time))
                try folder.rename(part, to: key.name, in: folder)
            } catch {
                try? folder.unlink(part)
                throw error
            }
            return true
        } catch {
            return false
        }
    }

    func unlink(_ keys: [DiskCache.Key]) {
        guard !keys.isEmpty, let folder = try? FileDescriptor.folder(path) else { return }
        for key in keys { try? folder.unlink(key.name) }
    }

    /// Unlinks all entries, and what interrupted writes left.
    func removeAll() {
        guard let folder = try? FileDescriptor.folder(path), let entries = try? folder.list() else { return }
        for entry in entries where Self.isPart(entry.name) || DiskCache.Key(name: entry.name) != nil {
            try? folder.unlink(entry.name)
        }
    }

    private static func isPart(_ name: FileName) -> Bool { name.ending == PartNames.ending }

    private static func header(_ key: DiskCache.Key, _ checksum: Digest) -> [UInt8] {
        magic + key.picture.bytes + key.recipe.bytes + checksum.bytes
    }

    /// The content of a file; `nil` if it is not a whole entry with this key.
    private static func content(_ bytes: [UInt8], _ key: DiskCache.Key) -> [UInt8]? {
        guard bytes.count > headerSize else { return nil }
        let content = Array(bytes[headerSize...])
        return bytes[..<headerSize].elementsEqual(header(key, sha256(content))) ? content : nil
    }
}

extension DiskCache.Key {
    fileprivate var name: FileName { FileName(picture.hex + "-" + recipe.hex) }

    /// `nil` if it is not the name of an entry.
    fileprivate init?(name: FileName) {
        let parts = name.shown.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let picture = Digest(hex: parts[0]), let recipe = Digest(hex: parts[1]) else {
            return nil
        }
        self.init(picture: picture, recipe: recipe)
        if self.name != name { return nil }
    }
}

extension UTCNanos {
    fileprivate init(_ time: UTCMillis) {
        self.init(time.milliseconds.multipliedReportingOverflow(by: 1_000_000).partialValue)
    }
}
