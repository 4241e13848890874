/// Resolves paths written by people to absolute ones.
package struct PathResolver: Sendable {
    /// The folder that relative paths start from.
    package let base: String
    /// The home folder that replaces `~`; without it `~` is an ordinary name.
    package let home: String?

    package init(base: String, home: String?) {
        self.base = base
        self.home = home
    }

    /// Resolves `.` and `..` lexically; links are not followed.
    package func path(_ text: String) -> FolderPath {
        var kept: [Substring] = []
        for part in whole(text).split(separator: "/") where part != "." {
            if part == ".." {
                _ = kept.popLast()
            } else {
                kept.append(part)
            }
        }
        return FolderPath("/" + kept.joined(separator: "/"))
    }

    private func whole(_ text: String) -> String {
        if text.hasPrefix("/") { return text }
        if let home, text == "~" || text.hasPrefix("~/") { return home + text.dropFirst() }
        return base + "/" + text
    }
}
