/// An absolute path of a folder, as bytes: a root that a person configured, and the path below it.
///
/// Symbolic links on the way to the root are followed, since the person may have intended them. Below the root they are
/// never followed: others may write there, and a link could redirect the service to files that they can't access
/// themselves. Two paths are equal if their bytes are, whatever their roots.
package struct FolderPath: Hashable, Sendable, Codable {
    package let bytes: [UInt8]
    /// The length of the root, in bytes.
    private let rootLength: Int

    /// Creates a path that is its own root. Trailing slashes are removed.
    package init(bytes: [UInt8]) {
        var kept = bytes[...]
        while kept.count > 1, kept.last == 47 { kept = kept.dropLast() }
        self.init(kept: Array(kept), rootLength: kept.count)
    }

    package init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    private init(kept: [UInt8], rootLength: Int) {
        bytes = kept
        self.rootLength = min(rootLength, kept.count)
    }

    package static func == (lhs: Self, rhs: Self) -> Bool { lhs.bytes == rhs.bytes }

    /// The configured folder.
    package var root: FolderPath { FolderPath(bytes: Array(bytes[..<rootLength])) }

    /// The path from the root to this folder, `nil` for the root itself.
    package var pathBelowRoot: FileName? {
        let way = bytes[rootLength...].drop { $0 == 47 }
        return way.isEmpty ? nil : FileName(bytes: Array(way))
    }

    /// The same folder as a root: symbolic links on the way to it are followed.
    package var asRoot: FolderPath { FolderPath(bytes: bytes) }

    /// Returns the same folder with the given root, if it lies within that root by its path; otherwise unchanged.
    package func rooted(at root: FolderPath) -> FolderPath {
        guard root.rootLength < rootLength, isWithin(root) else { return self }
        return FolderPath(kept: bytes, rootLength: root.rootLength)
    }

    /// Returns whether this folder is the other one or lies within it, by the path alone.
    package func isWithin(_ other: FolderPath) -> Bool {
        let length = other.bytes == [47] ? 0 : other.bytes.count
        return self == other || (bytes.count > length && bytes[length] == 47 && bytes.starts(with: other.bytes))
    }

    package init(from decoder: any Decoder) throws {
        self.init(bytes: try decoder.container(keyedBy: Key.self).decode([UInt8].self, forKey: .bytes))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(bytes, forKey: .bytes)
    }

    private enum Key: CodingKey { case bytes }

    /// Hashes all bytes at once, which is several times faster than one by one.
    package func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    /// The path for display, with control characters escaped.
    package var shown: String { FileName(bytes: bytes).shown }

    /// The last component.
    package var name: FileName {
        FileName(bytes: bytes.lastIndex(of: 47).map { Array(bytes[($0 + 1)...]) } ?? bytes)
    }

    /// The parent folder; `/` is its own parent.
    package var folder: FolderPath {
        let slash = bytes.lastIndex(of: 47) ?? 0
        return FolderPath(kept: slash == 0 ? [47] : Array(bytes[..<slash]), rootLength: rootLength)
    }

    /// Returns the path of `name`, which may itself be a path, within this folder. The root stays the same.
    package func appending(_ name: FileName) -> FolderPath {
        let whole = FolderPath(bytes: (bytes == [47] ? [] : bytes) + [47] + name.bytes)
        return FolderPath(kept: whole.bytes, rootLength: rootLength)
    }

    package func appending(_ name: String) -> FolderPath {
        appending(FileName(name))
    }
}

extension FolderPath: CustomStringConvertible {
    package var description: String { shown }
}
