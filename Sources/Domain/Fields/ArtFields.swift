extension FieldTable where Target == ArtOptions {
    /// The fields of `[art]` for requests, which can't name files of this machine.
    package static var art: FieldTable<ArtOptions> { FieldTable(shape + letters(.font) + tone + light + motion) }

    /// The fields of `[art]` for the command line and the configuration, which may name a font file.
    package static var localArt: FieldTable<ArtOptions> {
        FieldTable(shape + letters(.fontOrFile) + tone + light + motion)
    }

    private static var motion: [Field<ArtOptions>] {
        FieldTable<AnimationOptions>.animation.fields.map { $0.nested(in: \.animation) }
    }

    private static var shape: [Field<ArtOptions>] {
        [
            Field(
                "columns", \.columns, .integer(10...500), unit: "cells",
                FieldHelp("Width of the art in characters", "작품의 가로 글자 수")),
            Field(
                "rows", optional: \.rows, .integer(1...500), unit: "cells",
                FieldHelp("Height of the art in lines; with fit, the maximum", "작품의 세로 줄 수, fit에서는 최댓값")),
            Field(
                "fit", \.fit, .choice,
                FieldHelp(
                    "With rows set: keep the aspect ratio, crop to fill, or stretch",
                    "rows를 줄 때: 비율을 지켜 맞추기, 잘라서 채우기, 늘이기")),
            Field(
                "charset", \.charset, .charset,
                FieldHelp(
                    "Charset of the art, or several together; auto suits each output",
                    "작품에 쓸 글자 모음 하나 또는 여럿, auto는 출력마다 맞는 것")),
            Field(
                "cell_aspect", \.cellAspect, .number(0.2...2),
                FieldHelp("Width of a character cell divided by its height", "글자 한 칸의 너비를 높이로 나눈 값")),
        ]
    }

    private static func letters(_ font: FieldCodec<ArtFont>) -> [Field<ArtOptions>] {
        [
            Field(
                "characters", optional: \.characters, .line(1...20_000),
                FieldHelp("Your own characters or text, instead of a charset", "글자 모음 대신 쓸 문자나 텍스트")),
            Field(
                "mode", \.mode, .choice,
                FieldHelp(
                    "Use your characters as a set, as coloured text, or as text with gaps",
                    "문자를 쓰는 방법: set은 모음으로, reading은 색을 입힌 텍스트로, holes는 빈칸이 있는 텍스트로")),
            Field(
                "font", \.font, font,
                FieldHelp("Font in which the art is displayed", "작품을 표시할 글꼴")),
        ]
    }

    private static var tone: [Field<ArtOptions>] {
        [
            Field(
                "color", \.color, .choice,
                FieldHelp("Colours of the outputs that support them", "색을 지원하는 출력의 색")),
            Field(
                "palette", optional: \.palette, .palette,
                FieldHelp(
                    "Available colours: vga, xterm, windows, tango, solarized, or a list such as #000,#fff",
                    "쓸 수 있는 색: vga, xterm, windows, tango, solarized, 또는 #000,#fff 같은 목록")),
            Field(
                "paint", \.paint, .choice,
                FieldHelp(
                    "With colours: colour characters and paper, or the characters alone",
                    "색이 있을 때: both는 글자와 바탕에, ink는 글자에만 색을 입히기")),
            Field(
                "dither", \.dither, .choice,
                FieldHelp(
                    "Dithering method, for few colours or for dots",
                    "디더링 방법, 색이 적거나 점뿐일 때")),
            Field(
                "look", \.look, .choice,
                FieldHelp(
                    "With few or no colours: faithful tones, sharp edges, or what suits the picture",
                    "색이 없거나 적을 때: tone은 충실한 명암, sharp는 뚜렷한 윤곽, auto는 그림에 맞게")),
            Field(
                "levels", \.levels, .choice,
                FieldHelp(
                    "Without colours: stretch the picture's tones to the full range",
                    "색이 없을 때: 그림의 명암을 전체 범위로 넓히기")),
            Field(
                "detail", optional: \.detail, .number(0...2),
                FieldHelp(
                    "How far to bring out local contrast and contours: 0 not at all; by default as suits the picture",
                    "부분 대비와 윤곽을 살리는 정도: 0은 그대로, 기본은 그림에 맞게")),
        ]
    }

    private static var light: [Field<ArtOptions>] {
        [
            Field(
                "invert", \.invert, .flag,
                FieldHelp("Dark on light, for paper and light terminals", "종이와 밝은 터미널에 맞게 밝기를 뒤집기")),
            Field(
                "contrast", \.contrast, .number(0...2),
                FieldHelp("Contrast: 0 is all grey, 1 unchanged, 2 doubled", "대비: 0은 모두 회색, 1은 그대로, 2는 두 배")),
            Field(
                "brightness", \.brightness, .number(-1...1),
                FieldHelp("Brightness: -1 is all black, 0 unchanged, 1 all white", "밝기: -1은 모두 검정, 0은 그대로, 1은 모두 하양")),
            Field(
                "gamma", \.gamma, .number(0.2...5),
                FieldHelp("Midtones: 1 is unchanged, higher is lighter", "중간 밝기: 1은 그대로, 클수록 밝게")),
            Field(
                "background", \.background, .color,
                FieldHelp(
                    "Colour behind transparent parts of the picture; black, or white with invert, is not painted",
                    "그림의 투명한 부분에 보일 색, 검정(invert면 흰색)은 칠하지 않음")),
            Field(
                "score", \.score, .score,
                FieldHelp(
                    "Measure how closely the art matches the picture, from 0 to 100; full adds all figures",
                    "작품과 그림의 유사도를 0–100점으로 측정, full은 모든 수치도")),
        ]
    }
}

extension FieldCodec where Value == Charset {
    /// A charset, or several joined by commas or plus signs.
    static var charset: Self {
        let words = Charset.allCases.map(\.rawValue)
        return FieldCodec(.union(words), show: { $0.rawValue }) { text throws(FieldFailure.Problem) in
            switch Charset.read(text) {
            case .success(let charset): return charset
            case .failure(let unknown) where unknown.name == Charset.auto.rawValue:
                throw .malformed(got: text, example: "auto / half,ascii")
            case .failure(let unknown): throw .notOneOf(unknown.name, words)
            }
        }
    }
}

extension FieldCodec where Value == ScoreDetail {
    /// A detail; true and false, which earlier versions had, are `short` and `none`.
    static var score: Self {
        let words = ScoreDetail.allCases.map(\.rawValue)
        return FieldCodec(.level(words), show: { $0.rawValue }) { value throws(FieldFailure.Problem) in
            if case .flag(let flag) = value.content { return flag ? .short : .none }
            let text = try value.text()
            guard let detail = ScoreDetail(rawValue: text) else { throw .notOneOf(text, words) }
            return detail
        }
    }
}

extension FieldCodec where Value == ArtFont {
    private static var words: [String] { ArtFont.builtIn.map(\.text) }

    /// A built-in font, by name.
    static var font: Self {
        FieldCodec(words: words, show: { $0.text }, make: { ArtFont(builtIn: $0) })
    }

    /// A built-in font or a font file: a text with a slash or the extension of one.
    static var fontOrFile: Self {
        FieldCodec(.choice(words + ["FILE.ttf"]), show: { $0.text }) { text throws(FieldFailure.Problem) in
            if let font = ArtFont(builtIn: text) { return font }
            let endings = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".pfb"]
            let isFile = text.contains("/") || endings.contains { text.lowercased().hasSuffix($0) }
            let isPlain = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
            guard isFile, isPlain else { throw .notOneOf(text, words) }
            return .file(text)
        }
    }
}
