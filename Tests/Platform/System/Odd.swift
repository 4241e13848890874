import Domain
import Glibc
import PlatformSystem

/// What a drop folder may hold that is no file.
enum Odd: CaseIterable {
    case link, deadLink, fifo, socket, folder

    func make(_ folder: TemporaryFolder) throws {
        switch self {
        case .link: symlink("target", folder.spelled("odd"))
        case .deadLink: symlink("nowhere", folder.spelled("odd"))
        case .fifo: mkfifo(folder.spelled("odd"), 0o600)
        case .folder: try folder.open().makeFolder(FileName("odd"))
        case .socket: mknod(folder.spelled("odd"), S_IFSOCK | 0o600, 0)
        }
    }
}
