package import Domain
internal import Glibc

extension FileDescriptor {
    /// Makes a folder and those above it. Each new one hands its group on to what is made in it (setgid) and lasts.
    package static func makeFolder(_ path: FolderPath, _ sharing: FileSharing = .group) throws(FileFailure) {
        do {
            _ = try folder(path)
        } catch .missing {
            guard let parent = path.parent else { throw .missing }
            try makeFolder(parent, sharing)
            try folder(parent).makeFolder(path.name, sharing)
        }
    }

    /// Makes a folder below one that is there, and those between.
    static func makeFolder(
        _ name: FileName, in folder: FolderPath, _ sharing: FileSharing
    ) throws(FileFailure) {
        do {
            _ = try self.folder(folder.appending(name))
        } catch .missing {
            if let parent = name.parent { try makeFolder(parent, in: folder, sharing) }
            try self.folder(folder, of: name).makeFolder(name.last, sharing)
        }
    }

    /// Makes one folder in this one; nothing happens when it is there.
    package func makeFolder(_ name: FileName, _ sharing: FileSharing = .group) throws(FileFailure) {
        let number = self.number
        do {
            try unsafe name.withCName { path throws(FileFailure) in
                _ = try FileFailure.checked { unsafe mkdirat(number, path, sharing.folderMode) }
            }
        } catch .exists {
            _ = try folder(beneath: name)
            return
        }
        if sharing == .group { try folder(beneath: name).inheritGroup() }
        try syncFolder()
    }

    /// mkdir drops the setgid bit that it is given. The other bits stay as umask and ACL made them; a file system
    /// without modes keeps its own.
    private func inheritGroup() {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { return }
        fchmod(number, status.st_mode & 0o7777 | S_ISGID)
    }
}

extension FolderPath {
    /// The folder above, `nil` for `/` and for a bare name.
    fileprivate var parent: FolderPath? {
        bytes.count > 1 && bytes.contains(47) ? folder : nil
    }
}
