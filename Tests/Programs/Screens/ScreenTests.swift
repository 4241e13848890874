import ControlAPI
import Domain
import FoundationEssentials
import Testing
import Words

@testable import textify

/// Compares each screen with its file in `Golden`, in both languages at 80 and 200 columns.
///
/// After a change to a screen, regenerate the files and review the difference:
///
///     TEXTIFY_GOLDEN=write swift test --filter ScreenTests
@Suite("Screens of textify") struct ScreenTests {
    private static let isWriting = ProcessInfo.processInfo.environment["TEXTIFY_GOLDEN"] == "write"

    private static let golden =
        "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Golden"

    private static func formatter(_ language: Language, _ width: Int?) -> LineFormatter {
        LineFormatter(words: Wording(language), width: width) { utc in
            String(WireTime(utc).text.replacing("T", with: " ").prefix(19)) + " +00:00"
        }
    }

    private static func place(_ language: Language, _ width: Int) -> String {
        "\(golden)/\(language.rawValue)-\(width)"
    }

    @Test("each screen matches its golden file", arguments: Screen.allCases, Language.allCases)
    func same(screen: Screen, language: Language) throws {
        for width in [80, 200] {
            let lines = screen.lines(Self.formatter(language, width))
            let folder = Self.place(language, width)
            let file = "\(folder)/\(screen.rawValue).txt"
            if Self.isWriting {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: file))
            }
            let there = try String(contentsOfFile: file, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false
            ).dropLast().map(String.init)
            #expect(lines == there, "\(file)")
        }
    }

    @Test("the golden folder contains exactly the files of the screens", arguments: Language.allCases)
    func complete(language: Language) throws {
        for width in [80, 200] {
            let names = try FileManager.default.contentsOfDirectory(atPath: Self.place(language, width))
            #expect(names.sorted() == Screen.allCases.map { $0.rawValue + ".txt" }.sorted())
        }
    }

    @Test(
        "no line is wider than the terminal, and none ends with a space", arguments: Screen.allCases, Language.allCases)
    func fits(screen: Screen, language: Language) {
        for width in [60, 80, 200] {
            for line in screen.lines(Self.formatter(language, width)) {
                #expect(line == line.trimmingEnd, "\(line)")
                // Commands to copy are never broken, and errors are wrapped by the terminal itself.
                guard screen != .errors, !line.hasPrefix("  textify "), !line.hasPrefix("  gzip ") else { continue }
                #expect(CellText.width(of: line) <= width, "\(width): \(line)")
            }
        }
    }

    @Test("every screen is complete in both languages", arguments: Screen.allCases)
    func languages(screen: Screen) {
        let (english, korean) = (
            screen.lines(Self.formatter(.english, nil)), screen.lines(Self.formatter(.korean, nil))
        )
        func hasHangul(_ text: String) -> Bool {
            text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
        }
        #expect(korean.contains(where: hasHangul) && korean.count == english.count)
        guard screen == .errors || screen == .help else { return }
        for (one, other) in zip(english, korean) where one.contains(" ") {
            #expect(!hasHangul(one), "\(one)")
            #expect(hasHangul(other) || one == other, "\(other)")
        }
    }

    @Test("every command and option has a help text in both languages, and aliases are unique")
    func commands() {
        var letters: Set<String> = []
        let names = Set(CommandTable.all.map { $0.name })
        for command in CommandTable.all {
            let texts = [command.summary] + command.known.map(\.help)
            for text in texts {
                #expect(!text.english.isEmpty && text.english.unicodeScalars.allSatisfy { $0.value < 0xAC00 })
                #expect(text.korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(text.korean)")
                #expect(!text.english.hasSuffix(".") && !text.korean.hasSuffix("."), "\(text.english)")
            }
            guard let alias = command.alias else { continue }
            #expect(letters.insert(alias).inserted && !names.contains(alias) && command.name.hasPrefix(alias))
        }
        #expect(letters == ["b", "c", "d", "e", "j", "s", "t"])
    }
}
