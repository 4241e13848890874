extension ArtCell {
    /// A space, of either width.
    var isBlank: Bool { scalar == " " || scalar == "\u{3000}" }

    /// Whether the paper can't be seen.
    var isSolid: Bool { scalar == "█" }
}

extension ArraySlice<ArtCell> {
    /// Without the cells at the end that show nothing on the medium's own paper.
    var upToLastMark: ArraySlice<ArtCell> {
        guard let last = lastIndex(where: { !$0.isBlank || $0.background != nil }) else { return prefix(0) }
        return self[...last]
    }
}
