extension FieldTable where Target == ConversionOptions {
    /// The options of a conversion: the art, its output, and the format.
    package static var conversion: FieldTable<ConversionOptions> {
        FieldTable(
            FieldTable<ArtOptions>.localArt.fields.map { $0.nested(in: \.art) }
                + FieldTable<WritingOptions>.writing.fields.map { $0.nested(in: \.writing) }
                + [Field("format", optional: \.format, .format, FieldHelp("Output format", "출력 형식"))])
    }
}

extension FieldCodec where Value == OutputKind {
    /// An output kind made from art, by its short word or its extension.
    static var format: Self {
        FieldCodec(
            words: OutputKind.formats.map(\.format), show: { $0.format }, make: { OutputKind(format: $0) })
    }
}

extension FieldTable where Target == WritingOptions {
    /// Options for writing finished art, for conversions and presets.
    static var writing: FieldTable<WritingOptions> { FieldTable(text + picture) }

    private static var text: [Field<WritingOptions>] {
        [
            Field(
                "tolerance", \.tolerance, .number(0...50),
                FieldHelp(
                    "Keep the current colour for smaller differences, to save space; 1 is hardly visible",
                    "차이가 이보다 작으면 앞의 색을 다시 써서 파일을 줄이기, 1은 거의 안 보임")),
            Field(
                "bytes", optional: \.bytes, .integer(256...1 << 30), unit: "bytes",
                FieldHelp("Largest file; colours get coarser until it fits", "파일의 최대 크기, 맞을 때까지 색을 줄임")),
            Field(
                "split", \.split, .integer(200...4_000), unit: "characters",
                FieldHelp("Longest message on Discord", "Discord 메시지 하나의 최대 길이")),
            Field(
                "fragment", \.fragment, .flag,
                FieldHelp("HTML to embed in a page, instead of a whole page", "온전한 문서 대신 끼워 넣을 HTML 조각")),
            Field(
                "blank", \.blank, .choice,
                FieldHelp("Character for blanks in plain text", "일반 텍스트의 빈칸에 쓸 문자")),
        ]
    }

    private static var picture: [Field<WritingOptions>] {
        [
            Field(
                "pixels", optional: \.pixels, .size(sides: 16...8192), unit: "pixels",
                FieldHelp("Exact size of image outputs", "이미지 출력의 정확한 크기")),
            Field(
                "depth", \.depth, .choice,
                FieldHelp("Bits per pixel of image outputs, for e-paper", "이미지 출력의 픽셀당 비트 수, 전자 종이용")),
            Field(
                "rotate", \.rotate, .choice,
                FieldHelp("Clockwise rotation of image outputs, in degrees", "이미지 출력의 시계 방향 회전 각도")),
            Field(
                "margin", \.margin, .integer(0...2_000), unit: "pixels",
                FieldHelp("Margin on each side of image outputs", "이미지 출력 둘레의 여백")),
        ]
    }
}
