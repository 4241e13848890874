import FoundationEssentials
import Glibc

/// The package's files on disk.
struct PackageFiles {
    /// Paths from the root: the files tracked by git, or outside a clone everything except build products.
    let paths: [String]
    let files: [SourceFile]

    static let here = PackageFiles(at: URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL.path)

    private init(at top: String) {
        let tracked = Self.tracked(top)
        paths = (tracked.isEmpty ? Self.listed(top) : tracked).sorted()
        files = paths.filter { path in [".swift", ".c", ".h", ".cpp", ".md"].contains { path.hasSuffix($0) } }
            .compactMap { path in
                let text = try? String(contentsOf: URL(filePath: top).appending(path: path), encoding: .utf8)
                return text.map { SourceFile(path: path, text: $0) }
            }
    }

    /// Includes uncommitted files, so that violations show before a commit, but not ignored or deleted ones.
    private static func tracked(_ top: String) -> [String] {
        let command = "git -C '\(top)' ls-files -z --cached --others --exclude-standard 2>/dev/null"
        guard let pipe = popen(command, "r") else { return [] }
        defer { pclose(pipe) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&part, 1, part.count, pipe), count > 0 { bytes += part[..<count] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\0").map(String.init)
        return lines.filter { FileManager.default.fileExists(atPath: top + "/" + $0) }
    }

    private static func listed(_ top: String) -> [String] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: top)) ?? []
        return paths.filter { path in
            let isOurs = ![".build", ".git", ".swiftpm"].contains { path == $0 || path.hasPrefix($0 + "/") }
            var isFolder = false
            return isOurs && FileManager.default.fileExists(atPath: top + "/" + path, isDirectory: &isFolder)
                && !isFolder
        }
    }
}
