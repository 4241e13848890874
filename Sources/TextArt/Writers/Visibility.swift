extension ArtCell {
    /// A space, of either width.
    var isBlank: Bool { scalar == " " || scalar == "\u{3000}" }

    /// A blank, or the right half of a character whose left half says all.
    var showsNothing: Bool { scalar == nil || isBlank }

    /// Whether the paper can't be seen.
    var isSolid: Bool { scalar == "█" }
}

extension ArraySlice<ArtCell> {
    /// Without the cells at the end that show nothing on the medium's own paper.
    var upToLastMark: ArraySlice<ArtCell> {
        guard let last = lastIndex(where: { !$0.showsNothing || $0.background != nil }) else { return prefix(0) }
        return self[...last]
    }
}
