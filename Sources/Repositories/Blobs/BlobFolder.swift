internal import Domain
internal import PlatformDigest
internal import PlatformSystem

/// The open folder `blobs`. Parts lie in it, whole blobs on its shelves.
struct BlobFolder: ~Copyable {
    private let root: FileDescriptor

    init(_ path: FolderPath) throws(FileFailure) {
        root = try .folder(path)
    }

    /// Makes the folder when it is not there, and removes the parts that a crash left.
    static func prepare(beneath folder: FolderPath) throws(FileFailure) {
        let path = folder.appending("blobs")
        try FileDescriptor.makeFolder(path)
        let blobs = try BlobFolder(path)
        for entry in try blobs.root.list() where entry.name.ending == PartNames.ending {
            try blobs.root.unlink(entry.name)
        }
    }

    /// Lets `fill` write a new part and puts it on its shelf. The part is gone when anything fails.
    func writing(
        _ part: FileName, _ fill: (borrowing FileDescriptor) throws(FileFailure) -> TakenBlob
    ) throws(FileFailure) -> TakenBlob {
        do throws(FileFailure) {
            let taken = try fill(try root.create(part, mode: 0o640))
            try settle(part, as: taken.digest, size: taken.size)
            return taken
        } catch {
            try? root.unlink(part)
            throw error
        }
    }

    /// Writes bytes, and returns when they, their name and the shelf are synced.
    func store(_ bytes: [UInt8], _ part: FileName) throws(FileFailure) -> Digest {
        let digest = sha256(bytes)
        if try !syncIfThere(digest, size: Int64(bytes.count)) {
            _ = try writing(part) { file throws(FileFailure) in
                try file.write(bytes)
                try file.sync()
                return TakenBlob(digest: digest, size: Int64(bytes.count), head: [])
            }
        }
        // Making a shelf has synced the folder above it.
        try shelf(of: BlobPlace(digest)).syncFolder()
        return digest
    }

    func remove(_ digest: Digest) throws(FileFailure) {
        let place = BlobPlace(digest)
        do throws(FileFailure) {
            try root.folder(beneath: place.shelf).unlink(place.name)
        } catch .missing {
            return
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
            try root.makeFolder(place.shelf)
            return try root.folder(beneath: place.shelf)
        }
    }
}
