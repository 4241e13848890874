import FoundationEssentials
import Glibc

/// A file of the system's temporary folder that goes with the value, at the end of its scope.
struct TemporaryFile: ~Copyable {
    let path: String

    /// Nothing lies there yet.
    init(ending: String) {
        path = "/tmp/textify-http-\(UUID().uuidString.prefix(13))\(ending)"
    }

    init(_ bytes: [UInt8], ending: String) throws {
        self.init(ending: ending)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer { close(file) }
        guard write(file, bytes, bytes.count) == bytes.count else { throw Unwritten(code: errno) }
    }

    private struct Unwritten: Error {
        let code: Int32
    }

    deinit {
        unlink(path)
    }
}
