import Domain
import PlatformSystem
import TestFolders

extension TemporaryFolder {
    /// Opens the folder; each call gives a new descriptor.
    func open() throws -> FileDescriptor {
        try FileDescriptor.folder(path)
    }

    func put(_ name: String, _ text: String = "x") throws {
        try open().write(Array(text.utf8), to: FileName(name))
    }
}
