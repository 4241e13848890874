extension FieldForm where Value == ArtFont {
    private static var words: [String] { ArtFont.builtIn.map(\.text) }

    /// A built-in font by its word.
    static var font: Self {
        FieldForm(.choice(words), show: { $0.text }) { text throws(FieldFailure.Problem) in
            guard let font = ArtFont(builtIn: text) else { throw unknown(text) }
            return font
        }
    }

    /// The same, or a font file: what has a slash in it, or the ending of one.
    static var fontOrFile: Self {
        FieldForm(.choice(words + ["FILE.ttf"]), show: { $0.text }) { text throws(FieldFailure.Problem) in
            if let font = ArtFont(builtIn: text) { return font }
            let endings = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".pfb"]
            let isFile = text.contains("/") || endings.contains { text.lowercased().hasSuffix($0) }
            let isPlain = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            guard isFile, isPlain else { throw unknown(text) }
            return .file(text)
        }
    }

    private static func unknown(_ text: String) -> FieldFailure.Problem {
        .notOneOf(got: text, choices: words, nearest: NearestName.of(text, among: words))
    }
}
