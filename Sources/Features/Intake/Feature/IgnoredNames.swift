package import Domain

/// Names that never become drops: hidden ones, what other programs write on the way to the real name, what systems
/// strew about, and what we write ourselves. The union of what paperless, Syncthing, Camel, browsers, rsync, editors and
/// office programs use.
package enum IgnoredNames {
    /// By the name alone, not by the folders that it leads through. It is asked of every file of every listing.
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
