import Domain
import Glibc
import PlatformSystem

/// A path in bytes, as written on the command line.
struct FilePath {
    let bytes: [UInt8]

    var shown: String { FileName(bytes: bytes).shown }

    /// The folder part; `.` when there is none.
    var folder: FolderPath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FolderPath(".") }
        return FolderPath(bytes: slash == 0 ? [UInt8(ascii: "/")] : Array(bytes[..<slash]))
    }

    /// The part after the last slash.
    var name: FileName {
        FileName(bytes: bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[($0 + 1)...]) } ?? bytes)
    }

    /// Opens the file, following links because a person chose the path.
    func open(_ flags: Int32) throws(FileFailure) -> FileDescriptor {
        let path = bytes.map { CChar(bitPattern: $0) } + [0]
        var number: Int32
        repeat {
            number = Glibc.open(path, flags | O_CLOEXEC | O_NOCTTY, 0o666)
        } while number < 0 && errno == EINTR
        guard number >= 0 else { throw FileFailure(errno: errno) }
        return FileDescriptor(adopting: number)
    }
}
