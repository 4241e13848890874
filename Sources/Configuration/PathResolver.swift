import Domain

/// Makes absolute paths of what people write.
struct PathResolver {
    /// Where relative paths start.
    let base: String
    /// What `~` stands for; without it `~` is a name like any other.
    let home: String?

    /// `.` and `..` are taken away by the words alone; links are not looked at.
    func path(_ text: String) -> FolderPath {
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
