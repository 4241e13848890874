internal import CSystem
package import Domain
internal import Glibc

/// A private folder with files that can be made again.
package enum CacheFolder {
    /// Opens the folder, and creates it with its missing parents if necessary (mode 0700). Throws `.denied` if it
    /// belongs to another user or others can write into it: what is read from it is served to clients.
    package static func open(_ path: FolderPath) throws(FileFailure) -> FileDescriptor {
        try FileDescriptor.makeFolder(path, .owner)
        let folder = try FileDescriptor.folder(path)
        let status = try folder.status()
        guard status.st_uid == geteuid(), status.st_mode & (S_IWGRP | S_IWOTH) == 0 else { throw .denied }
        return folder
    }
}

extension FileDescriptor {
    /// Sets the time of the last change. Does nothing on file systems that don't store times.
    package func setModified(_ time: UTCNanos) {
        _ = csys_set_modified(number, time.nanoseconds)
    }
}
