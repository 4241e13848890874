package import Domain
internal import Glibc
package import PlatformConcurrency

/// A folder tree that no other user can read. Paths are relative to the root and may contain slashes; links on them are
/// never followed. Calls may block, so they run on the given executor.
package struct PrivateFolderTree: Sendable {
    package let root: FolderPath
    private let executor: ThreadExecutor

    package init(root: FolderPath, executor: ThreadExecutor) {
        self.root = root
        self.executor = executor
    }

    /// Creates a folder beneath the root with its missing parents, or the root itself if `path` is empty. Existing
    /// folders are kept. Returns the absolute path.
    package func make(_ path: String) async throws(FileFailure) -> FolderPath {
        let root = root
        return try await executor.run { () throws(FileFailure) in
            try FileDescriptor.makeFolder(root.folder)
            var made = root
            var folder = try FileDescriptor.folder(root.folder).openPrivateFolder(root.name)
            for part in path.split(separator: "/") {
                folder = try folder.openPrivateFolder(FileName(String(part)))
                made = made.appending(String(part))
            }
            return made
        }
    }

    /// Reads a regular file of at most `limit` bytes. Throws `.missing`, `.notRegular` or `.tooLarge`.
    package func read(_ path: String, limit: Int) async throws(FileFailure) -> [UInt8] {
        let root = root
        return try await executor.run { () throws(FileFailure) in
            try FileDescriptor.folder(root).file(beneath: FileName(path)).all(limit: limit)
        }
    }

    /// Writes a whole file into an existing folder beneath the root, replacing an existing file.
    package func write(_ bytes: [UInt8], to path: String) async throws(FileFailure) {
        let (root, name) = (root, FileName(path))
        try await executor.run { () throws(FileFailure) in
            try Self.folder(of: name, in: root).write(bytes, to: name.last, .owner)
        }
    }

    /// Removes a folder recursively. Entries that can't be removed are left.
    package func remove(_ path: String) async {
        let (root, name) = (root, FileName(path))
        await executor.run {
            guard let folder = try? Self.folder(of: name, in: root) else { return }
            folder.removeFolder(name.last)
        }
    }

    /// Lists the subfolders of a folder with their modification times.
    package func folders(in path: String) async -> [(name: String, modified: UTCMillis)] {
        let root = root
        return await executor.run {
            let entries = try? FileDescriptor.folder(root).folder(beneath: FileName(path)).list()
            return (entries ?? []).filter { $0.kind == .folder }.map { ($0.name.shown, $0.modified.millis) }
        }
    }

    /// Opens the folder that contains an entry.
    private static func folder(of name: FileName, in root: FolderPath) throws(FileFailure) -> FileDescriptor {
        let root = try FileDescriptor.folder(root)
        return if let parent = name.parent { try root.folder(beneath: parent) } else { root }
    }
}

extension FileDescriptor {
    /// Creates a folder with mode 0700 in this one, or opens an existing one and sets that mode. Throws if the entry is
    /// not a folder.
    func openPrivateFolder(_ name: FileName) throws(FileFailure) -> FileDescriptor {
        let number = self.number
        do {
            try unsafe name.withCName { path throws(FileFailure) in
                _ = try FileFailure.checked { unsafe mkdirat(number, path, 0o700) }
            }
        } catch .exists {}
        let folder = try folder(beneath: name)
        fchmod(folder.number, 0o700)
        return folder
    }

    /// Removes a folder recursively. What can't be removed stays; links are removed, not followed.
    func removeFolder(_ name: FileName, depth: Int = 32) {
        guard depth > 0, let folder = try? folder(beneath: name), let entries = try? folder.list() else { return }
        for entry in entries {
            if entry.kind == .folder {
                folder.removeFolder(entry.name, depth: depth - 1)
            } else {
                try? folder.unlink(entry.name)
            }
        }
        let number = self.number
        try? unsafe name.withCName { path throws(FileFailure) in
            _ = try FileFailure.checked { unsafe unlinkat(number, path, AT_REMOVEDIR) }
        }
    }
}
