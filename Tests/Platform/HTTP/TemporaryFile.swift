import FoundationEssentials
import Glibc

/// A file in the temporary folder, removed at the end of the value's scope.
struct TemporaryFile: ~Copyable {
    let path: String

    /// Reserves a path; the file doesn't exist yet.
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
