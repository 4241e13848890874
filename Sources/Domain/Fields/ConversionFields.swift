extension FieldTable where Target == ConversionOptions {
    /// The options of a conversion: those of the art, those of its writing, and the format.
    package static var conversion: FieldTable<ConversionOptions> {
        FieldTable(
            FieldTable<ArtOptions>.localArt.fields.map { $0.lifted(to: \.art) }
                + FieldTable<WritingOptions>.writing.fields.map { $0.lifted(to: \.writing) } + [format])
    }

    private static var format: Field<ConversionOptions> {
        Field(
            "format", optional: \.format, .format, startingFrom: .txt,
            FieldHelp("What is written", "무엇으로 쓸지"))
    }
}

extension FieldForm where Value == OutputKind {
    /// A kind made of art, by its short word or its ending.
    static var format: Self {
        let words = OutputKind.formats.map(\.format)
        return FieldForm(.choice(words), show: { $0.format }) { text throws(FieldFailure.Problem) in
            guard let kind = OutputKind(format: text) else {
                throw .notOneOf(got: text, choices: words, nearest: NearestName.of(text, among: words))
            }
            return kind
        }
    }
}
