import Domain
import FoundationEssentials

extension FolderPath {
    /// Makes folders in this one, and this one first.
    func makeFolders(_ names: String...) throws {
        for name in names {
            try FileManager.default.createDirectory(
                atPath: appending(name).shown, withIntermediateDirectories: true)
        }
    }
}
