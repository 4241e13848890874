extension HouseRules {
    /// Only `StandardStream` prints, and only `TerminalText`, because nothing else separates foreign text from our own
    /// control sequences. The exceptions are listed here.
    static func printing(_ file: SourceFile) -> [String] {
        guard file.isSwift, file.path.hasPrefix("Sources/") else { return [] }
        let hasOwn = file.code.contains { $0.contains("func print(") }
        return file.code.enumerated().flatMap { number, line in
            printers.filter { word in
                if word == " print(", hasOwn { return false }
                return (" " + line).contains(word)
            }.map { "\(file.path):\(number + 1): \($0) prints without StandardStream" }
                + trusting.filter { line.contains($0.key) && !$0.value.contains(file.path) }.map {
                    "\(file.path):\(number + 1): \($0.key)) may print foreign text unescaped"
                }
        }
    }

    private static let printers = [
        " print(", "Swift.print(", " debugPrint(", " fputs(", " puts(", " fprintf(", " putchar(", "FileHandle.standard",
        "STDOUT_FILENO", "STDERR_FILENO",
    ]

    /// The files that may print art unescaped, by the call they use.
    private static let trusting: [String: Set<String>] = [
        "TerminalText(art:": ["Sources/Domain/Texts/TerminalText.swift", "Sources/textify/Top/ScreenArt.swift"],
        "write(art:": [
            "Sources/Platform/System/Swift/Process/StandardStream.swift", "Sources/textify/CommandOutput.swift",
        ],
        "standard(art:": [
            "Sources/textify/CommandOutput.swift", "Sources/textify/Convert/ConvertCommand.swift",
            "Sources/textify/Control/CatCommand.swift", "Sources/textify/Play/PlayCommand.swift",
        ],
    ]
}
