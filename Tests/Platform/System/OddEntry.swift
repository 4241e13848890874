import Domain
import Glibc
import PlatformSystem
import TestFolders

/// The kinds of entries in a drop folder that aren't regular files.
enum OddEntry: CaseIterable {
    case link, deadLink, fifo, socket, folder

    func make(_ folder: TemporaryFolder) throws {
        switch self {
        case .link: symlink("target", folder.filePath("odd"))
        case .deadLink: symlink("nowhere", folder.filePath("odd"))
        case .fifo: mkfifo(folder.filePath("odd"), 0o600)
        case .folder: try folder.open().makeFolder(FileName("odd"))
        case .socket: mknod(folder.filePath("odd"), S_IFSOCK | 0o600, 0)
        }
    }
}
