import Domain
import PlatformSystem
import Synchronization

/// A file system that records renames and folder syncs.
final class RecordingFileSystem: FileSystemDecorator {
    let base: any FileSystem
    private let kept = Mutex<[String]>([])

    init(_ base: any FileSystem) {
        self.base = base
    }

    var lines: [String] { kept.withLock { $0 } }

    func move(
        _ name: FileName, from source: FolderPath, to newName: FileName, in target: FolderPath
    ) async throws(FileFailure) {
        try await base.move(name, from: source, to: newName, in: target)
        kept.withLock { $0.append(newName.shown) }
    }

    func sync(_ folder: FolderPath) async throws(FileFailure) {
        try await base.sync(folder)
        kept.withLock { $0.append("sync") }
    }
}
