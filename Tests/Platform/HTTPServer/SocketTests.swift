import Domain
import Glibc
import PlatformHTTPServer
import TestFolders
import Testing

@Suite("Listening sockets")
struct SocketTests {
    private func mode(_ path: FolderPath) -> mode_t {
        var status = stat()
        lstat(path.shown, &status)
        return status.st_mode & 0o7777
    }

    @Test("only owner and group may connect, whatever the umask") func mode() throws {
        let folder = try TemporaryFolder()
        let socket = try ListeningSocket(at: folder.socket)
        #expect(mode(folder.socket) == 0o660)
        _ = consume socket
    }

    @Test("the file is removed with the socket") func removed() throws {
        let folder = try TemporaryFolder()
        let socket = try ListeningSocket(at: folder.socket)
        #expect(try folder.names() == ["control.sock"])
        _ = consume socket
        #expect(try folder.names().isEmpty)
    }

    @Test("a socket in use is refused and keeps working") func live() throws {
        let folder = try TemporaryFolder()
        let first = try ListeningSocket(at: folder.socket)
        #expect(throws: SocketFailure.inUse) { _ = try ListeningSocket(at: folder.socket) }
        _ = try Client(folder.socket)
        _ = consume first
    }

    @Test("a file left by a killed service is replaced") func stale() throws {
        let folder = try TemporaryFolder()
        let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: folder.socket.bytes) }
        let bound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        close(left)
        try #require(try bound == 0 && folder.names() == ["control.sock"])
        let socket = try ListeningSocket(at: folder.socket)
        _ = try Client(folder.socket)
        #expect(mode(folder.socket) == 0o660)
        _ = consume socket
    }

    @Test("a file that isn't a socket is left alone", arguments: [false, true]) func foreign(isLink: Bool) throws {
        let folder = try TemporaryFolder()
        if isLink {
            symlink("elsewhere", folder.socket.shown)
        } else {
            close(open(folder.socket.shown, O_CREAT | O_WRONLY, 0o600))
        }
        #expect(throws: SocketFailure.notASocket) { _ = try ListeningSocket(at: folder.socket) }
        #expect(try folder.names() == ["control.sock"])
    }

    @Test("a file that has replaced the socket isn't removed") func replaced() throws {
        let folder = try TemporaryFolder()
        let first = try ListeningSocket(at: folder.socket)
        unlink(folder.socket.shown)
        let second = try ListeningSocket(at: folder.socket)
        _ = consume first
        #expect(try folder.names() == ["control.sock"])
        _ = try Client(folder.socket)
        _ = consume second
    }

    @Test("a path that is too long or has no folder is refused") func impossible() throws {
        let folder = try TemporaryFolder()
        let long = folder.path.appending(String(repeating: "a", count: 110))
        #expect(throws: SocketFailure.pathTooLong(bytes: long.bytes.count, limit: 107)) {
            _ = try ListeningSocket(at: long)
        }
        #expect(throws: SocketFailure.file(.missing)) {
            _ = try ListeningSocket(at: folder.path.appending("none").appending("control.sock"))
        }
    }

    @Test("a passed socket is served, and its file stays") func adopted() async throws {
        let folder = try TemporaryFolder()
        let given = try ListeningSocket(at: folder.socket)
        let server = try HTTPServer(ListeningSocket(adopting: dup(given.descriptor)), handler: ScriptedHandler())
        await server.stop(grace: .zero)
        #expect(try folder.names() == ["control.sock"])
        _ = consume given
    }

    @Test("a descriptor that isn't listening isn't adopted") func notListening() {
        #expect(throws: SocketFailure.notListening) {
            _ = try ListeningSocket(adopting: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        }
        #expect(throws: SocketFailure.notListening) { _ = try ListeningSocket(adopting: open("/dev/null", O_RDONLY)) }
    }
}
