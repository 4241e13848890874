import FoundationEssentials
import Testing

/// A Markdown page of the package: README.md or a page below `config/doc`.
struct DocumentationPage {
    /// The package's folder.
    static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

    /// The path from the package's folder.
    let path: String
    /// The lines of the page, without their ends.
    let lines: [String]
    /// The fenced and indented blocks, in order.
    let blocks: [Block]
    /// The lines outside of blocks.
    private let prose: [String]

    /// A fenced block, or an indented one, whose `info` is empty.
    struct Block: Sendable, CustomTestStringConvertible {
        /// The words after the opening fence: a language, and then what a test does with the block.
        let info: String
        /// The page and the line at which the block begins, for messages.
        let place: String
        var lines: [String]

        var testDescription: String { place }
    }

    init(_ path: String) throws {
        let text = try String(contentsOfFile: Self.root + "/" + path, encoding: .utf8)
        self.init(path, text)
    }

    init(_ path: String, _ text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var (blocks, prose) = ([Block](), [String]())
        var (isFenced, isIndented, isAfterBlank) = (false, false, true)
        for (number, line) in lines.enumerated() {
            let place = "\(path):\(number + 1)"
            if line.hasPrefix("```") {
                isFenced.toggle()
                isIndented = false
                if isFenced { blocks.append(Block(info: String(line.dropFirst(3)), place: place, lines: [])) }
            } else if isFenced {
                blocks[blocks.count - 1].lines.append(line)
            } else if line.hasPrefix("    "), isIndented || isAfterBlank {
                if !isIndented { blocks.append(Block(info: "", place: place, lines: [])) }
                isIndented = true
                blocks[blocks.count - 1].lines.append(String(line.dropFirst(4)))
            } else {
                if !line.isEmpty { isIndented = false }
                prose.append(line)
            }
            isAfterBlank = line.isEmpty
        }
        self.blocks = blocks
        self.prose = prose
    }

    /// README.md and all pages below `config/doc`, sorted by path.
    static func all() throws -> [DocumentationPage] {
        let below = try FileManager.default.subpathsOfDirectory(atPath: root + "/config/doc")
        let paths = below.filter { $0.hasSuffix(".md") }.map { "config/doc/" + $0 }
        return try (["README.md"] + paths.sorted()).map(DocumentationPage.init)
    }

    /// The blocks of all pages with the info string `info`.
    static func blocks(_ info: String) throws -> [Block] {
        try all().flatMap(\.blocks).filter { $0.info == info }
    }

    /// The targets of links and pictures outside of code.
    var targets: [String] {
        prose.flatMap { line in
            line.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)\s]*)\)|(?:src|href)="([^"]*)"/)
                .map { String($0.1 ?? $0.2 ?? "") }
        }
    }

    /// The anchors of the headings, as GitHub makes them: lower case, hyphens for blanks, without punctuation; the
    /// second of two equal ones ends in `-1`.
    var anchors: Set<String> {
        var counts: [String: Int] = [:]
        return Set(
            prose.filter { $0.hasPrefix("#") }.map { heading in
                let text = heading.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
                let anchor = String(
                    text.compactMap { character -> Character? in
                        if character == " " { return "-" }
                        return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
                    })
                defer { counts[anchor, default: 0] += 1 }
                return counts[anchor].map { "\(anchor)-\($0)" } ?? anchor
            })
    }

    /// The commands of this package in blocks and code spans, each with its place. Blocks with the info string `text`
    /// show output.
    var commands: [(place: String, words: [String])] {
        let inBlocks = blocks.filter { !$0.info.hasPrefix("toml") && $0.info != "text" }.map { ($0.place, $0.lines) }
        let inSpans = lines.enumerated().flatMap { number, line in
            line.matches(of: /`(textifyd? [^`]*)`/).map { ("\(path):\(number + 1)", [String($0.1)]) }
        }
        return (inBlocks + inSpans).flatMap { place, lines in
            ShellWords.commands(in: lines).filter { ["textify", "textifyd"].contains($0[0]) }.map { (place, $0) }
        }
    }
}

/// As much of the shell's grammar as the pages use: quotes, comments, continued lines, pipes, lists and redirections.
enum ShellWords {
    /// The words of the commands in `lines`, without variables in front of a command, prompts (`$`) and the folders of
    /// programs.
    static func commands(in lines: [String]) -> [[String]] {
        var (commands, continued) = ([[String]](), "")
        for line in lines {
            if line.hasSuffix("\\") {
                continued += line.dropLast()
                continue
            }
            commands += split(continued + line)
            continued = ""
        }
        return commands.map { words in
            let own = words.drop { $0 == "$" || $0.contains(/^[A-Z_]+=/) }
            let program = own.first.map { String($0.split(separator: "/").last ?? "") }
            return (program.map { [$0] } ?? []) + own.dropFirst()
        }.filter { !$0.isEmpty }
    }

    private static func split(_ line: String) -> [[String]] {
        var (commands, words, word): ([[String]], [String], String?) = ([], [], nil)
        var quote: Character?
        func endWord() {
            if let ended = word { words.append(ended) }
            word = nil
        }
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
                continue
            }
            switch character {
            case "\"", "'":
                quote = character
                word = word ?? ""
            case "#" where word == nil:
                return commands + [words]
            case " ", ">", "<":
                endWord()
            case "|", "&", ";":
                endWord()
                commands.append(words)
                words = []
            default:
                word = (word ?? "") + String(character)
            }
        }
        endWord()
        return commands + [words]
    }
}
