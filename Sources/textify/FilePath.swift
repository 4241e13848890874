import Domain
import Glibc
import PlatformSystem
import Words

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

extension FilePath {
    var isStandardInput: Bool { bytes == [UInt8(ascii: "-")] }

    /// Whether the path names a folder: it ends with a slash, or a folder exists there.
    var isFolder: Bool {
        if bytes.last == UInt8(ascii: "/") { return true }
        return (try? FileDescriptor.folder(FolderPath(bytes: bytes))) != nil
    }

    /// Creates the folder and its parents unless they exist.
    func makeFolder() throws(CommandFailure) {
        do throws(FileFailure) {
            for end in bytes.indices.dropFirst() where bytes[end] == UInt8(ascii: "/") || end == bytes.count - 1 {
                let path = bytes[...end].map { CChar(bitPattern: $0) } + [0]
                guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw FileFailure(errno: errno) }
            }
            _ = try FileDescriptor.folder(FolderPath(bytes: bytes))
        } catch {
            throw CommandFailure(exit: .cannotCreate, text: Wording.terminal.sentence(error, about: shown))
        }
    }
}
