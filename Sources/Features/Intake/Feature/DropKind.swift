package import Domain

/// The kind of a drop according to its filename extension. The content has the final say.
package enum DropKind: Equatable, Sendable {
    case picture
    case prompt
    /// A complete request: TOML or JSON.
    case request
    /// One request per line.
    case batch

    /// `ending` is in lower case and without its dot. `nil` for other extensions.
    package init?(ending: String) {
        switch ending {
        case _ where PictureFormat.isReadable(ending: ending): self = .picture
        case "txt", "prompt": self = .prompt
        case "toml", "json": self = .request
        case "jsonl": self = .batch
        default: return nil
        }
    }

    /// `true` for texts. They have to settle, because half a text may be a valid request that costs money.
    package var isText: Bool { self != .picture }
}

extension FileName {
    /// The name of the marker that declares this file complete: `photo.png.done`.
    package var done: FileName { FileName(bytes: bytes + Array(".done".utf8)) }

    /// The file that a marker of this name declares complete; `nil` if this is not a marker's name.
    package var completed: FileName? {
        bytes.count > 5 && bytes.suffix(5).elementsEqual(".done".utf8) ? FileName(bytes: bytes.dropLast(5)) : nil
    }

    /// The picture that a sidecar of this name belongs to; `nil` if this is not a sidecar's name.
    package var accompanied: FileName? {
        guard bytes.suffix(5).elementsEqual(".toml".utf8), DropKind(ending: stem.ending) == .picture else { return nil }
        return stem
    }
}

/// Names that never become drops: hidden files, temporary names of other programs, files that operating systems create,
/// and the service's own files. The union of the lists that paperless, Syncthing, Camel, browsers, rsync, editors and
/// office programs use.
package enum IgnoredNames {
    /// Checks the last component only, not the folders before it. Called for every file of every listing.
    package static func contains(_ name: FileName) -> Bool {
        let bytes = name.bytes
        let start = bytes.lastIndex(of: 47).map { $0 + 1 } ?? 0
        let lower = bytes[start...].map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 }
        return lower.isEmpty || lower[0] == 46 || prefixes.contains { lower.starts(with: $0) }
            || suffixes.contains { lower.count >= $0.count && lower.suffix($0.count).elementsEqual($0) }
            || whole.contains(lower)
    }

    private static let prefixes = ["~$", "~syncthing~"].map { Array($0.utf8) }

    private static let suffixes = [
        "~", ".part", ".partial", ".filepart", ".crdownload", ".download", ".tmp", ".temp", ".swp", ".camellock",
        ".error.txt", ".waiting.txt", ".done",
    ].map { Array($0.utf8) }

    private static let whole = Set(
        ["thumbs.db", "desktop.ini", "@eadir", "__macosx", "lost+found"].map { Array($0.utf8) })
}
