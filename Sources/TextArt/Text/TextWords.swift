/// A text as words that never end, for lines that are filled one after the other.
struct TextWords {
    /// Without blanks.
    let letters: [Cluster]
    /// Of each letter, in cells.
    let widths: [Int]
    /// For each letter, how many of its word are left, itself among them.
    let left: [Int]
    /// For each letter, whether a blank must follow its word.
    let needsBlank: [Bool]

    /// - Precondition: there is something that is not a blank.
    init(_ text: [Cluster]) {
        var letters: [Cluster] = []
        var left: [Int] = []
        var needsBlank: [Bool] = []
        for run in text.split(whereSeparator: \.isBlank) {
            let words = TextWords.words(Array(run))
            for (index, word) in words.enumerated() {
                letters += word
                left += word.indices.map { word.count - $0 }
                let isLast = index == words.count - 1
                needsBlank += word.map { _ in isLast && !word[0].standsAlone }
            }
        }
        self.letters = letters
        self.left = left
        self.needsBlank = needsBlank
        widths = letters.map(\.cells)
    }

    /// Where a run of letters may be parted without a hyphen: around all that stands alone.
    private static func words(_ run: [Cluster]) -> [[Cluster]] {
        var words: [[Cluster]] = []
        for letter in run {
            if let last = words.last?.last, !last.standsAlone, !letter.standsAlone {
                words[words.count - 1].append(letter)
            } else {
                words.append([letter])
            }
        }
        return words
    }

    /// How many letters of a word, from the one at `place`, may stand at a line's or a gap's end: all, and for long
    /// words parts of at least three letters (two where they are wide) that leave as many behind.
    func parts(from place: Int) -> [Int] {
        let count = left[place]
        let isWide = widths[place] == 2
        let (least, long) = isWide ? (2, 4) : (3, 8)
        guard count >= long else { return [count] }
        return Array(least...(count - least)) + [count]
    }
}
