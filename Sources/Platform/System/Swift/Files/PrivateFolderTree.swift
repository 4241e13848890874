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
        let root = root
        let (folder, name) = Self.parts(path)
        try await executor.run { () throws(FileFailure) in
            try FileDescriptor.folder(root).folder(beneath: FileName(folder)).write(bytes, to: FileName(name), .owner)
        }
    }

    /// Removes a folder recursively. Entries that can't be removed are left.
    package func remove(_ path: String) async {
        let root = root
        await executor.run {
            guard let slash = path.lastIndex(of: "/") else { return Self.removed(path, in: root) }
            guard let parent = try? FileDescriptor.folder(root).folder(beneath: FileName(String(path[..<slash])))
            else { return }
            parent.removeFolder(FileName(String(path[path.index(after: slash)...])))
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

    /// Splits a path into the folder's path and the last component.
    private static func parts(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    private static func removed(_ name: String, in root: FolderPath) {
        guard let folder = try? FileDescriptor.folder(root) else { return }
        folder.removeFolder(FileName(name))
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
        } catch .exists {
            let folder = try folder(beneath: name)
            fchmod(folder.number, 0o700)
            return folder
        }
        return try folder(beneath: name)
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
