package import Domain
internal import FoundationEssentials
internal import Glibc

/// A new folder for the files of one test. It is removed with everything in it, write-protected or not, at the end of
/// the object's life.
package final class TemporaryFolder: Sendable {
    /// Short, because the path of a socket may have at most 107 bytes.
    package let path: FolderPath

    /// Creates the folder in `TMPDIR`, or in `/tmp` if that is unset.
    package init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var template = Array(((parent.isEmpty ? "/tmp" : parent) + "/textify-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(code: errno) }
        path = FolderPath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    }

    private struct Failure: Error {
        let code: Int32
    }

    deinit {
        let root = path.shown
        guard (try? FileManager.default.removeItem(atPath: root)) == nil else { return }
        // Entries of a write-protected folder can't be removed.
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? [] {
            fchmodat(AT_FDCWD, filePath(name), 0o700, AT_SYMLINK_NOFOLLOW)
        }
        try? FileManager.default.removeItem(atPath: root)
    }

    /// The path of an entry, for C functions and programs.
    package func filePath(_ name: String) -> String {
        path.appending(name).shown
    }

    /// Creates a subfolder and its parents, unless they exist.
    @discardableResult
    package func folder(_ name: String) throws -> FolderPath {
        try FileManager.default.createDirectory(atPath: filePath(name), withIntermediateDirectories: true)
        return path.appending(name)
    }

    /// Creates a file or replaces its content; returns its path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: filePath(name)))
        return filePath(name)
    }

    /// The content of a file.
    package func text(_ name: String) throws -> String {
        try String(contentsOfFile: filePath(name), encoding: .utf8)
    }

    /// The names of the entries, sorted.
    package func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path.shown).sorted()
    }
}
