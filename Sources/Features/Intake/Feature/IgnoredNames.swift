public import Domain

/// Names that never become drops: hidden ones, what other programs write on the way to the real name, what systems
/// strew about, and what we write ourselves. The union of what paperless, Syncthing, Camel, browsers, rsync, editors and
/// office programs use.
public enum IgnoredNames {
    public static func contains(_ name: FileName) -> Bool {
        let lower = name.bytes.map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 }
        return lower.isEmpty || prefixes.contains { lower.starts(with: $0.utf8) }
            || suffixes.contains { ends(lower, with: $0) } || whole.contains { lower.elementsEqual($0.utf8) }
    }

    private static var prefixes: [String] { [".", "~$", "~syncthing~"] }

    private static var suffixes: [String] {
        [
            "~", ".part", ".partial", ".filepart", ".crdownload", ".download", ".tmp", ".temp", ".swp", ".camellock",
            ".error.txt", ".waiting.txt", ".done",
        ]
    }

    private static var whole: [String] {
        ["thumbs.db", "desktop.ini", "@eadir", "__macosx", "lost+found"]
    }

    private static func ends(_ bytes: [UInt8], with suffix: String) -> Bool {
        bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
