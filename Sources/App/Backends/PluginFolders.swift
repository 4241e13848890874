import Domain
import ExecBackend
import PlatformSystem

/// A plugin's own folders on disk.
struct PluginFolders: WorkFolders {
    let folders: PrivateFolderTree

    func make(_ path: String) async throws(FileFailure) -> FolderPath {
        try await folders.make(path)
    }

    func read(_ path: String, limit: Int) async throws(FileFailure) -> [UInt8] {
        try await folders.read(path, limit: limit)
    }

    func write(_ bytes: [UInt8], to path: String) async throws(FileFailure) {
        try await folders.write(bytes, to: path)
    }

    func remove(_ path: String) async {
        await folders.remove(path)
    }

    func folders(in path: String) async -> [(name: String, modified: Int64)] {
        await folders.folders(in: path)
    }
}
