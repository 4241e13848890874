import Domain
import Glibc
import PlatformSystem

/// A temporary folder, removed with its content when the test ends.
final class TemporaryFolder: Sendable {
    let path: FolderPath

    init() throws {
        path = FolderPath("/tmp").appending("textifyd-test-" + String(randomSeed(), radix: 36))
        try FileDescriptor.makeFolder(path)
    }

    deinit {
        Self.remove(path)
    }

    /// Opens the folder; each call gives a new descriptor.
    func open() throws -> FileDescriptor {
        try FileDescriptor.folder(path)
    }

    func text(_ name: String) throws -> String {
        String(decoding: try open().file(beneath: FileName(name)).all(limit: 1 << 20), as: UTF8.self)
    }

    func put(_ name: String, _ text: String = "x") throws {
        try open().write(Array(text.utf8), to: FileName(name))
    }

    func names() throws -> [String] {
        try open().list().map(\.name.shown).sorted()
    }

    /// The path of an entry for C functions.
    func spelled(_ name: String) -> String {
        path.shown + "/" + name
    }

    private static func remove(_ path: FolderPath) {
        guard let folder = try? FileDescriptor.folder(path), let entries = try? folder.list() else { return }
        for entry in entries {
            if entry.kind == .folder { remove(path.appending(entry.name)) } else { try? folder.unlink(entry.name) }
        }
        rmdir(path.shown)
    }
}
