internal import Domain
internal import Glibc

/// An exclusive lock on the folder that something lies in, so that two processes don't both find a stale socket there
/// and remove each other's new one. It leaves no file behind and ends with its process.
struct FolderLock {
    private let number: Int32

    /// Waits for whoever has it, which is never long.
    init(around path: FolderPath) throws(SocketFailure) {
        let folder = path.bytes.lastIndex(of: 47).map { max(1, $0) }
        let parent = FolderPath(bytes: folder.map { Array(path.bytes[..<$0]) } ?? [46])
        let opened = unsafe SocketFile.withPath(parent) { path in
            unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        number = try SocketFile.checked(opened)
        while flock(number, LOCK_EX) != 0 {
            let code = errno
            guard code == EINTR else {
                close(number)
                throw SocketFailure(errno: code)
            }
        }
    }

    func release() {
        close(number)
    }
}
