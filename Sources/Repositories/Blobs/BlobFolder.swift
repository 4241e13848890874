internal import Domain
internal import PlatformDigest
internal import PlatformSystem

/// The open folder `blobs`. Parts lie in it, whole blobs on its shelves.
struct BlobFolder: ~Copyable {
    private let root: FileDescriptor
    private let holds: BlobHolds

    init(_ path: FolderPath, _ holds: BlobHolds) throws(FileFailure) {
        root = try .folder(path)
        self.holds = holds
    }

    /// Makes the folder when it is not there, and removes the parts that a crash left.
    static func prepare(beneath folder: FolderPath) throws(FileFailure) {
        let path = folder.appending("blobs").asRoot
        try FileDescriptor.makeFolder(path, .owner)
        let root = try FileDescriptor.folder(path)
        for entry in try root.list() where entry.name.ending == PartNames.ending {
            try root.unlink(entry.name)
        }
    }

    /// Every blob, in no order.
    func all() throws(FileFailure) -> [Digest] {
        var digests: [Digest] = []
        for shelf in try root.list() where shelf.kind == .folder {
            for entry in try root.folder(beneath: shelf.name).list() {
                if let digest = BlobPlace.digest(shelf.name, entry.name) { digests.append(digest) }
            }
        }
        return digests
    }

    /// Lets `fill` write a new part and puts it on its shelf, held. The part is gone when anything fails.
    func writing(
        _ part: FileName, _ fill: (borrowing FileDescriptor) throws(TakeFailure) -> TakenFile
    ) throws(TakeFailure) -> TakenFile {
        do throws(TakeFailure) {
            let taken = try fill(try created(part))
            do throws(FileFailure) {
                try holding(taken.digest) { () throws(FileFailure) in
                    try settle(part, as: taken.digest, size: taken.size)
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

    /// Whether a blob is there and holds what its name says.
    func isWhole(_ digest: Digest) throws(FileFailure) -> Bool {
        let place = BlobPlace(digest)
        var buffer = [UInt8](repeating: 0, count: 1 << 17)
        var hasher = SHA256Hasher()
        do throws(FileFailure) {
            let file = try root.folder(beneath: place.shelf).file(beneath: place.name)
            while case let count = try file.read(into: &buffer), count > 0 {
                hasher.update(buffer.span.extracting(..<count))
            }
        } catch .missing {
            return false
        }
        return hasher.finalize() == digest
    }

    /// Lets `fill` write a new part and puts it in the place of a blob, synced, when it holds what the name says.
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

    private func replace(_ digest: Digest, by part: FileName) throws(FileFailure) {
        let place = BlobPlace(digest)
        let shelf = try shelf(of: place)
        try root.rename(part, to: place.name, in: shelf)
        try shelf.syncFolder()
    }

    /// Writes bytes, and returns when they, their name and the shelf are synced.
    func store(_ bytes: [UInt8], _ part: FileName) throws(FileFailure) -> Digest {
        let digest = sha256(bytes)
        try holding(digest) { () throws(FileFailure) in
            if try !syncIfThere(digest, size: Int64(bytes.count)) {
                try write(bytes, part, as: digest)
                holds.release(digest)
            }
            // Making a shelf has synced the folder above it.
            try shelf(of: BlobPlace(digest)).syncFolder()
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
        let place = BlobPlace(digest)
        try holds.end(digest) { () throws(FileFailure) in
            do throws(FileFailure) {
                try root.folder(beneath: place.shelf).unlink(place.name)
            } catch .missing {
                return
            }
        }
    }

    /// Takes hold of a blob for good, unless `work` fails.
    private func holding(_ digest: Digest, _ work: () throws(FileFailure) -> Void) throws(FileFailure) {
        holds.hold(digest)
        do throws(FileFailure) {
            try work()
        } catch {
            holds.release(digest)
            throw error
        }
    }

    /// The same content that was taken before is not written again, but it may not have been synced.
    private func syncIfThere(_ digest: Digest, size: Int64) throws(FileFailure) -> Bool {
        let place = BlobPlace(digest)
        do throws(FileFailure) {
            let file = try root.folder(beneath: place.shelf).file(beneath: place.name)
            guard try file.entry(named: place.name).size == size else { return false }
            try file.sync()
            return true
        } catch .missing {
            return false
        }
    }

    private func settle(_ part: FileName, as digest: Digest, size: Int64) throws(FileFailure) {
        let place = BlobPlace(digest)
        let shelf = try shelf(of: place)
        if let there = try shelf.entry(place.name), there.kind == .file, there.size == size {
            try root.unlink(part)
        } else {
            try root.rename(part, to: place.name, in: shelf)
        }
    }

    private func shelf(of place: BlobPlace) throws(FileFailure) -> FileDescriptor {
        do throws(FileFailure) {
            return try root.folder(beneath: place.shelf)
        } catch .missing {
            try root.makeFolder(place.shelf, .owner)
            return try root.folder(beneath: place.shelf)
        }
    }
}
