package import Domain
internal import Glibc

/// A listening socket. It is closed where its owner lets it go; the file of one that was made here is removed then.
package struct ListeningSocket: ~Copyable, Sendable {
    /// The kernel's number, valid as long as this value lives.
    package let descriptor: Int32
    private let file: SocketFile?

    /// Takes over a listening socket that somebody handed over, such as systemd, and leaves its file alone.
    /// Throws `.notListening` for anything else.
    package init(adopting number: Int32) throws(SocketFailure) {
        let isListening = Self.option(SO_ACCEPTCONN, of: number) == 1 && Self.option(SO_DOMAIN, of: number) == AF_UNIX
        guard isListening else {
            close(number)
            throw .notListening
        }
        self.init(number, file: nil)
    }

    /// Makes a socket at `path`, whose folder must be there. Nobody but its owner and group can ever connect: mode 0660
    /// from the beginning. A file of a socket at which nobody answers is replaced.
    /// Throws `.inUse` when somebody does, `.notASocket`, `.pathTooLong`, `.file`.
    package init(at path: FolderPath, mode: UInt32 = 0o660) throws(SocketFailure) {
        let (number, file) = try SocketFile.make(at: path, mode: mode)
        self.init(number, file: file)
    }

    init(_ number: Int32, file: SocketFile?) {
        descriptor = number
        self.file = file
        // The server asks for connections only when there are some, but one may be gone again when it does.
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        // The name goes first: whoever still finds it gets an answer.
        file?.remove()
        close(descriptor)
    }

    private static func option(_ name: Int32, of number: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(number, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}
