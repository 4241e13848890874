public import Domain
internal import Glibc

extension FileDescriptor {
    /// Makes a folder and those above it. Each new one hands its group on to what is made in it (setgid) and lasts.
    public static func makeFolder(_ path: FolderPath) throws(FileFailure) {
        do {
            _ = try folder(path)
        } catch .missing {
            guard let parent = path.parent else { throw .missing }
            try makeFolder(parent)
            try folder(parent).makeFolder(path.name)
        }
    }

    /// Makes one folder in this one; nothing happens when it is there.
    public func makeFolder(_ name: FileName) throws(FileFailure) {
        let number = self.number
        do {
            try unsafe name.withCName { path throws(FileFailure) in
                _ = try FileFailure.checked { unsafe mkdirat(number, path, 0o775) }
            }
        } catch .exists {
            _ = try folder(beneath: name)
            return
        }
        try folder(beneath: name).inheritGroup()
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
        guard bytes.count > 1, let slash = bytes.lastIndex(of: 47) else { return nil }
        return FolderPath(bytes: slash == 0 ? [47] : Array(bytes[..<slash]))
    }
}
