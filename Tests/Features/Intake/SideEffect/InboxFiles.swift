import Domain
import FoundationEssentials
import Glibc
import Testing

/// Writes a file; its name may contain any bytes.
func put(_ bytes: [UInt8], _ name: FileName, in folder: FolderPath, adding: Bool = false) throws {
    let number = open(cPath(name, folder), O_WRONLY | O_CREAT | (adding ? O_APPEND : O_TRUNC), 0o644)
    try #require(number >= 0)
    defer { close(number) }
    try #require(write(number, bytes, bytes.count) == bytes.count)
}

/// The path of an entry for C functions.
func cPath(_ name: FileName, _ folder: FolderPath) -> [CChar] {
    (folder.appending(name).bytes + [0]).map { CChar(bitPattern: $0) }
}

/// The text of a file; `nil` if it can't be read.
func text(_ name: String, in folder: FolderPath) -> String? {
    try? String(contentsOfFile: folder.appending(name).shown, encoding: .utf8)
}

/// The paths of everything below a folder, sorted.
func names(in folder: FolderPath) -> [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: folder.shown)) ?? []).sorted()
}
