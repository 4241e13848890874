package enum SearchTokenizer {
    package static func tokens(of artwork: Artwork) -> [String] {
        SearchText.fold([artwork.prompt ?? "", artwork.name].joined(separator: " ")).split { !$0.isLetter && !$0.isNumber }
            .map(String.init)
    }
}
