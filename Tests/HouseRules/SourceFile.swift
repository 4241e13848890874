/// A file of the package: its path from the root and its text.
struct SourceFile {
    let path: String
    let text: String
    let lines: [Substring]
    /// The lines without comments and string literals.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        code = path.hasSuffix(".swift") ? lines.map(Self.code) : []
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
        var code: [UInt8] = []
        var isQuoted = false
        var last = UInt8(ascii: " ")
        for byte in line.utf8 {
            if byte == UInt8(ascii: "\"") && last != UInt8(ascii: "\\") { isQuoted.toggle() }
            if !isQuoted && byte == UInt8(ascii: "/") && last == byte {
                code.removeLast()
                break
            }
            if !isQuoted { code.append(byte) }
            last = byte
        }
        return String(decoding: code, as: UTF8.self)
    }
}
