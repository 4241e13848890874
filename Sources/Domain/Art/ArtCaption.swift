/// The words that go with a piece of art.
package struct ArtCaption: Equatable, Sendable {
    /// What the picture shows, for who can't see it. May be empty.
    package let label: String
    /// A line below the art, such as who drew it.
    package let credit: String?

    package init(label: String = "", credit: String? = nil) {
        self.label = ArtCaption.oneLine(label)
        self.credit = credit.map(ArtCaption.oneLine).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Words come from prompts: control characters must not reach a terminal, nor a line end break a line.
    private static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
            default: if !scalar.properties.isBidiControl { line.append(scalar) }
            }
        }
        return String(line)
    }
}
