import Domain
import FoundationEssentials

/// A temporary folder, removed with this object.
final class TemporaryFolder: Sendable {
    let path: FolderPath

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "textify-jobs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = FolderPath(url.path)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path.shown)
    }
}
