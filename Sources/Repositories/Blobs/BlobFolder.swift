internal import Domain
internal import PlatformDigest
internal import PlatformSystem

/// The open folder `blobs`. Parts are stored directly in it, complete blobs in its subfolders (shelves).
struct BlobFolder: ~Copyable {
    let root: FileDescriptor
    let holds: BlobHolds

    init(_ path: FolderPath, _ holds: BlobHolds) throws(FileFailure) {
        root = try .folder(path)
        self.holds = holds
    }

    /// Creates the folder if necessary and removes the parts that a crash left behind.
    static func prepare(beneath folder: FolderPath) throws(FileFailure) {
        let path = folder.appending("blobs").asRoot
        try FileDescriptor.makeFolder(path, .owner)
        let root = try FileDescriptor.folder(path)
        for entry in try root.list() where entry.name.ending == PartNames.ending {
            try root.unlink(entry.name)
        }
    }

    /// All blobs, unordered.
    func all() throws(FileFailure) -> [Digest] {
        var digests: [Digest] = []
        for subfolder in try root.list() where subfolder.kind == .folder {
            for entry in try root.folder(beneath: subfolder.name).list() {
                if let digest = BlobLocation.digest(subfolder.name, entry.name) { digests.append(digest) }
            }
        }
        return digests
    }

    /// Creates a part, has `fill` write it, and moves it to its subfolder as a held blob. The part is removed if anything
    /// fails.
    func writing(
        _ part: FileName, _ fill: (borrowing FileDescriptor) throws(TakeFailure) -> TakenFile
    ) throws(TakeFailure) -> TakenFile {
        do throws(TakeFailure) {
            let taken = try fill(try created(part))
            do throws(FileFailure) {
                try holding(taken.digest) { () throws(FileFailure) in
                    try shelve(part, as: taken.digest, size: taken.size)
                }
            } catch {
                throw .store(error)
            }
            return taken
        } catch {
            try? root.unlink(part)
            throw error
        }
    }

    /// `true` if the blob exists and its content matches its digest.
    func isWhole(_ digest: Digest) throws(FileFailure) -> Bool { try self.digest(of: digest) == digest }

    /// The digest of a blob's content; `nil` if there is no such blob.
    func digest(of digest: Digest) throws(FileFailure) -> Digest? {
        let place = BlobLocation(digest)
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        var hasher = SHA256Hasher()
        do throws(FileFailure) {
            let file = try root.folder(beneath: place.subfolder).file(beneath: place.name)
            while case let count = try file.read(into: &buffer), count > 0 {
                hasher.update(buffer.span.extracting(..<count))
            }
        } catch .missing {
            return nil
        }
        return hasher.finalize()
    }

    /// Reads a whole blob of at most `limit` bytes. Throws `.damaged` if its content doesn't match its digest.
    func read(_ digest: Digest, limit: Int64) throws(FileFailure) -> [UInt8] {
        let place = BlobLocation(digest)
        let bytes = try root.folder(beneath: place.subfolder).file(beneath: place.name).all(limit: Int(clamping: limit))
        guard sha256(bytes) == digest else { throw .damaged }
        return bytes
    }

    /// Creates a part, has `fill` write it, and, if its content matches the digest, syncs it and replaces the blob with
    /// it.
    func renew(
        _ digest: Digest, _ part: FileName,
        _ fill: (borrowing FileDescriptor) throws(TakeFailure) -> TakenFile
    ) throws(TakeFailure) -> Bool {
        do throws(TakeFailure) {
            let file = try created(part)
            guard try fill(file).digest == digest else {
                try? root.unlink(part)
                return false
            }
            do throws(FileFailure) {
                try file.sync()
                try replace(digest, by: part)
            } catch {
                throw .store(error)
            }
            return true
        } catch {
            try? root.unlink(part)
            throw error
        }
    }

    /// Replaces a blob with the bytes if they match its digest.
    func renew(_ digest: Digest, _ part: FileName, with bytes: [UInt8]) throws(FileFailure) -> Bool {
        do throws(TakeFailure) {
            return try renew(digest, part) { file throws(TakeFailure) in
                do throws(FileFailure) { try file.write(bytes) } catch { throw .store(error) }
                return TakenFile(digest: sha256(bytes), size: Int64(bytes.count), head: [])
            }
        } catch {
            throw error.failure
        }
    }

    private func replace(_ digest: Digest, by part: FileName) throws(FileFailure) {
        let place = BlobLocation(digest)
        let subfolder = try subfolder(of: place)
        try root.rename(part, to: place.name, in: subfolder)
        try subfolder.syncFolder()
    }

    /// Writes bytes as a held blob, whether it exists or not. Nothing is synced: the bytes are stored elsewhere too.
    func keep(_ bytes: [UInt8], as digest: Digest, _ part: FileName) throws(FileFailure) {
        try holding(digest) { () throws(FileFailure) in
            do throws(FileFailure) {
                try root.create(part, .owner).write(bytes)
                let place = BlobLocation(digest)
                try root.rename(part, to: place.name, in: try subfolder(of: place))
            } catch {
                try? root.unlink(part)
                throw error
            }
        }
    }

    /// All blobs with their sizes and times, unordered.
    func entries() throws(FileFailure) -> [StoredBlob] {
        var found: [StoredBlob] = []
        for subfolder in try root.list() where subfolder.kind == .folder {
            for entry in try root.folder(beneath: subfolder.name).list() where entry.kind == .file {
                guard let digest = BlobLocation.digest(subfolder.name, entry.name) else { continue }
                found.append(StoredBlob(digest, size: entry.size, stored: entry.modified.millis))
            }
        }
        return found
    }

    /// Returns a blob's bytes whatever their digest.
    func raw(_ digest: Digest, limit: Int64) throws(FileFailure) -> [UInt8] {
        let place = BlobLocation(digest)
        return try root.folder(beneath: place.subfolder).file(beneath: place.name).all(limit: Int(clamping: limit))
    }

    /// Writes bytes and returns once they, their name and the subfolder are synced.
    func store(_ bytes: [UInt8], _ part: FileName) throws(FileFailure) -> Digest {
        let digest = sha256(bytes)
        try holding(digest) { () throws(FileFailure) in
            if try !syncIfThere(digest, size: Int64(bytes.count)) {
                try write(bytes, part, as: digest)
                holds.release(digest)
            }
            // Creating a subfolder has already synced its parent folder.
            try subfolder(of: BlobLocation(digest)).syncFolder()
        }
        return digest
    }

    private func write(_ bytes: [UInt8], _ part: FileName, as digest: Digest) throws(FileFailure) {
        do throws(TakeFailure) {
            _ = try writing(part) { file throws(TakeFailure) in
                do throws(FileFailure) {
                    try file.write(bytes)
                    try file.sync()
                } catch {
                    throw .store(error)
                }
                return TakenFile(digest: digest, size: Int64(bytes.count), head: [])
            }
        } catch {
            throw error.failure
        }
    }

    private func created(_ part: FileName) throws(TakeFailure) -> FileDescriptor {
        do throws(FileFailure) { return try root.create(part, .owner) } catch { throw .store(error) }
    }

    func remove(_ digest: Digest) throws(FileFailure) {
        try removeSetAside(digest)
        let place = BlobLocation(digest)
        try holds.end(digest) { () throws(FileFailure) in
            do throws(FileFailure) {
                try root.folder(beneath: place.subfolder).unlink(place.name)
            } catch .missing {
                return
            }
        }
    }

    /// Holds a blob, and releases it again if `work` fails.
    private func holding(_ digest: Digest, _ work: () throws(FileFailure) -> Void) throws(FileFailure) {
        holds.hold(digest)
        do throws(FileFailure) {
            try work()
        } catch {
            holds.release(digest)
            throw error
        }
    }

    /// Syncs a blob that already exists with this size. It is not written again, but may never have been synced.
    private func syncIfThere(_ digest: Digest, size: Int64) throws(FileFailure) -> Bool {
        let place = BlobLocation(digest)
        do throws(FileFailure) {
            let file = try root.folder(beneath: place.subfolder).file(beneath: place.name)
            guard try file.entry(named: place.name).size == size else { return false }
            try file.sync()
            return true
        } catch .missing {
            return false
        }
    }

    /// Moves a part to its subfolder, unless the blob exists there already.
    private func shelve(_ part: FileName, as digest: Digest, size: Int64) throws(FileFailure) {
        let place = BlobLocation(digest)
        let subfolder = try subfolder(of: place)
        if let there = try subfolder.entry(place.name), there.kind == .file, there.size == size {
            try root.unlink(part)
        } else {
            try root.rename(part, to: place.name, in: subfolder)
        }
    }

    private func subfolder(of place: BlobLocation) throws(FileFailure) -> FileDescriptor {
        do throws(FileFailure) {
            return try root.folder(beneath: place.subfolder)
        } catch .missing {
            try root.makeFolder(place.subfolder, .owner)
            return try root.folder(beneath: place.subfolder)
        }
    }
}

/// The location of a blob within `blobs`: 256 shelves by the first byte of the digest, so that no folder grows too
/// large.
struct BlobLocation {
    let subfolder: FileName
    let name: FileName

    init(_ digest: Digest) {
        let hex = Array(digest.hex.utf8)
        subfolder = FileName(bytes: Array(hex[..<2]))
        name = FileName(bytes: Array(hex[2...]))
    }

    /// The digest for a location; `nil` if it is not a blob's.
    static func digest(_ subfolder: FileName, _ name: FileName) -> Digest? {
        Digest(hex: subfolder.shown + name.shown)
    }
}
