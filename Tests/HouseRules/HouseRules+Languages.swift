extension HouseRules {
    /// Text for people must exist in English and Korean: each `say` in `Words` has both, and other text of the command
    /// line has its Korean within three lines. Manual pages are in English only.
    static func languages(_ file: SourceFile) -> [String] {
        guard file.isSwift else { return [] }
        if file.path.hasPrefix("Sources/Words/") { return saidOnce(file) }
        let isSpoken = file.path.hasPrefix("Sources/textify/") && !file.path.hasPrefix("Sources/textify/Manual/")
        return isSpoken ? englishAlone(file) : []
    }

    private static func saidOnce(_ file: SourceFile) -> [String] {
        file.lines.indices.flatMap { number in
            calls(in: file.lines, at: number).filter { hasWord($0) && !hasHangul($0) }.map { _ in
                "\(file.path):\(number + 1): has no Korean text"
            }
        }
    }

    /// The arguments of each `say` call that begins in a line.
    private static func calls(in lines: [Substring], at number: Int) -> [Substring] {
        guard let start = lines[number].firstRange(of: "say("), !lines[number].contains("func say(") else { return [] }
        let rest = ([lines[number][start.upperBound...]] + lines[(number + 1)...]).joined(separator: "\n")
        var depth = 1
        let call = rest.prefix { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth > 0
        }
        return [call]
    }

    private static func englishAlone(_ file: SourceFile) -> [String] {
        let lines = file.lines
        return lines.indices.compactMap { number in
            let isComment = lines[number].drop { $0 == " " }.hasPrefix("//")
            guard !isComment, texts(in: lines[number]).contains(where: isSentence) else { return nil }
            let near = lines[number...min(number + 3, lines.count - 1)]
            return near.contains(where: hasHangul) ? nil : "\(file.path):\(number + 1): has English text only"
        }
    }

    /// The string literals in a line, roughly.
    private static func texts(in line: Substring) -> [Substring] {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    }

    /// Whether the text has three consecutive words and isn't a command.
    private static func isSentence(_ text: Substring) -> Bool {
        guard !["textify ", "gzip ", "# ", "complete "].contains(where: text.hasPrefix) else { return false }
        var row = 0
        for word in text.split(separator: " ") {
            row = word.count > 1 && word.allSatisfy { $0.isASCII && $0.isLetter } ? row + 1 : 0
            if row == 3 { return true }
        }
        return false
    }

    /// Whether the call has any text besides interpolated values.
    private static func hasWord(_ call: Substring) -> Bool {
        var (said, depth) = ("", 0)
        var last: Character = " "
        for character in call {
            if character == "(", depth > 0 || last == "\\" { depth += 1 }
            if depth == 0 { said.append(character) }
            if character == ")", depth > 0 { depth -= 1 }
            last = character
        }
        return said.split { !($0.isASCII && $0.isLetter) }.contains { $0.count > 1 }
    }

    private static func hasHangul(_ text: Substring) -> Bool {
        text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    }
}
