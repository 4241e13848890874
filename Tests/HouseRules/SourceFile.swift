/// A file of the package: its path from the root and its text.
struct SourceFile {
    let path: String
    let text: String

    var lines: [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The lines without comments and string literals.
    var code: [String] {
        lines.map(Self.code)
    }

    /// The imported modules, regardless of access level, attributes and kind.
    var imports: [String] {
        code.compactMap(Self.importedModule)
    }

    var isSwift: Bool { path.hasSuffix(".swift") }

    static func importedModule(_ line: String) -> String? {
        let words = line.split(separator: " ").drop { $0.hasPrefix("@") || accessLevels.contains($0) }
        guard words.first == "import" else { return nil }
        let name = words.dropFirst().first { !kinds.contains($0) }
        return name?.split(separator: ".").first.map(String.init)
    }

    private static let accessLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]

    private static func code(_ line: Substring) -> String {
        var code = ""
        var isQuoted = false
        var last: Character = " "
        for character in line {
            if character == "\"" && last != "\\" { isQuoted.toggle() }
            if !isQuoted && character == "/" && last == "/" { return String(code.dropLast()) }
            if !isQuoted { code.append(character) }
            last = character
        }
        return code
    }
}
