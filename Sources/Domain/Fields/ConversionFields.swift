extension FieldTable where Target == ConversionOptions {
    /// The options of a conversion: the art, its output, and the format.
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
    /// An output kind made from art, by its short word or its extension.
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

extension FieldTable where Target == WritingOptions {
    /// Options for writing finished art, for conversions and presets.
    package static var writing: FieldTable<WritingOptions> { FieldTable(text + picture) }

    private static var text: [Field<WritingOptions>] {
        [
            Field(
                "tolerance", \.tolerance, .number(0...50),
                FieldHelp(
                    "Reuse a colour that differs less: smaller files, 1 is hardly seen", "이만큼 다른 색까지 다시 써서 파일을 줄이기")),
            Field(
                "bytes", optional: \.bytes, .integer(256...1 << 30), startingFrom: 0, unit: "bytes",
                FieldHelp("The largest the file may be; colours get coarser until it fits", "파일의 최대 크기, 맞을 때까지 색을 줄임")),
            Field(
                "split", \.split, .integer(200...4_000), unit: "characters",
                FieldHelp("The longest message on Discord", "Discord 메시지 하나의 최대 길이")),
            Field(
                "fragment", \.fragment, .flag,
                FieldHelp("HTML to be put into a page, instead of a whole one", "온전한 문서 대신 끼워 넣을 HTML 조각")),
            Field(
                "blank", \.blank, .choice,
                FieldHelp("What stands for a blank in plain text", "일반 텍스트에서 빈칸으로 쓸 글자")),
        ]
    }

    private static var picture: [Field<WritingOptions>] {
        [
            Field(
                "pixels", optional: \.pixels, .size(sides: 16...8192), startingFrom: PictureSize(width: 16, height: 16),
                unit: "pixels",
                FieldHelp("The exact size of the art as a picture", "그림으로 만든 작품의 정확한 크기")),
            Field(
                "depth", \.depth, .choice,
                FieldHelp("Bits of grey of the art as a picture, as e-paper has them", "그림으로 만든 작품의 회색 비트 수")),
            Field(
                "rotate", \.rotate, .choice,
                FieldHelp("Turn the art as a picture, clockwise", "그림으로 만든 작품을 시계 방향으로 돌리기")),
            Field(
                "margin", \.margin, .integer(0...2_000), unit: "pixels",
                FieldHelp("Left free on each side of the art as a picture", "그림으로 만든 작품의 둘레에 비워 둘 폭")),
        ]
    }
}
