extension FieldTable where Target == ArtOptions {
    /// The fields of `[art]` for requests, which can't name files of this machine.
    package static var art: FieldTable<ArtOptions> { FieldTable(shape + letters(.font) + tone + light) }

    /// The fields of `[art]` for the command line and the configuration, which may name a font file.
    package static var localArt: FieldTable<ArtOptions> { FieldTable(shape + letters(.fontOrFile) + tone + light) }

    private static var shape: [Field<ArtOptions>] {
        [
            Field(
                "columns", \.columns, .integer(10...500), unit: "cells",
                FieldHelp("How many characters wide the art is", "작품의 가로 글자 수")),
            Field(
                "rows", optional: \.rows, .integer(1...500), startingFrom: 1, unit: "cells",
                FieldHelp("How many lines high the art is, or may be", "작품의 세로 줄 수")),
            Field(
                "fit", \.fit, .choice,
                FieldHelp(
                    "With rows given: keep the shape within, cut to fill all, or stretch",
                    "rows를 줄 때: 모양을 지켜 맞추기, 잘라서 채우기, 늘이기")),
            Field(
                "charset", \.charset, .choice,
                FieldHelp("Which set of characters the art is made of", "작품에 쓸 글자 모음")),
            Field(
                "cell_aspect", \.cellAspect, .number(0.2...2),
                FieldHelp("A character cell's width divided by its height", "글자 한 칸의 너비를 높이로 나눈 값")),
        ]
    }

    private static func letters(_ font: FieldForm<ArtFont>) -> [Field<ArtOptions>] {
        [
            Field(
                "characters", optional: \.characters, .line(1...20_000), startingFrom: "",
                FieldHelp("Your own characters or text, instead of a set", "글자 모음 대신 쓸 글자들이나 글")),
            Field(
                "mode", \.mode, .choice,
                FieldHelp(
                    "Your characters as a set, as a text in colours, or as a text with holes",
                    "쓸 글자들을 set은 모음으로, reading은 색을 입힌 글로, holes는 빈칸이 있는 글로")),
            Field(
                "font", \.font, font,
                FieldHelp("The font that shows the art", "작품을 보여 줄 글꼴")),
        ]
    }

    private static var tone: [Field<ArtOptions>] {
        [
            Field(
                "color", \.color, .choice,
                FieldHelp("Colours in the outputs that can show them", "색을 보일 수 있는 출력에 색을 쓸지")),
            Field(
                "palette", optional: \.palette, .palette, startingFrom: .named(.vga),
                FieldHelp(
                    "The colours there are: vga, xterm, windows, tango, solarized, or a list as #000,#fff",
                    "쓸 수 있는 색: vga, xterm, windows, tango, solarized, 또는 #000,#fff 같은 목록")),
            Field(
                "dither", \.dither, .choice,
                FieldHelp(
                    "With few colours, or dots alone: how missing colours are mixed",
                    "색이 적거나 점뿐일 때: 없는 색을 섞는 방법")),
            Field(
                "look", \.look, .choice,
                FieldHelp(
                    "Without colours, or with few: true tones, sharp edges, or what suits the picture",
                    "색이 없거나 적을 때: tone은 충실한 명암, sharp는 뚜렷한 윤곽, auto는 그림에 맞게")),
            Field(
                "edges", \.edges, .flag,
                FieldHelp(
                    "Without colours: draw strong edges with lines (sets ascii, latin and box)",
                    "색이 없을 때: 뚜렷한 윤곽을 선으로 긋기 (ascii, latin, box 글자 모음)")),
            Field(
                "levels", \.levels, .choice,
                FieldHelp(
                    "Without colours: use the whole range of tones, also for dark pictures",
                    "색이 없을 때: 어두운 그림도 밝기 범위를 모두 쓸지")),
        ]
    }

    private static var light: [Field<ArtOptions>] {
        [
            Field(
                "invert", \.invert, .flag,
                FieldHelp("Dark on light, for paper and light terminals", "종이와 밝은 터미널에 맞게 밝기를 뒤집기")),
            Field(
                "contrast", \.contrast, .number(0...2),
                FieldHelp("0 is all grey, 1 is as it is, 2 is twice the contrast", "대비: 0은 모두 회색, 1은 그대로, 2는 두 배")),
            Field(
                "brightness", \.brightness, .number(-1...1),
                FieldHelp("-1 is all black, 0 is as it is, 1 is all white", "밝기: -1은 모두 검정, 0은 그대로, 1은 모두 하양")),
            Field(
                "gamma", \.gamma, .number(0.2...5),
                FieldHelp("Middle tones: 1 is as it is, more is lighter", "중간 밝기: 1은 그대로, 클수록 밝게")),
            Field(
                "background", \.background, .color,
                FieldHelp(
                    "What shows through where the picture is transparent; black, or white with invert, is not painted",
                    "그림의 투명한 곳에 비칠 색. 검정(invert면 흰색)은 칠하지 않음")),
            Field(
                "score", \.score, .flag,
                FieldHelp(
                    "Measure how near the art comes to the picture", "작품이 그림에 얼마나 가까운지 재기")),
        ]
    }
}

extension FieldForm where Value == ArtFont {
    private static var words: [String] { ArtFont.builtIn.map(\.text) }

    /// A built-in font, by name.
    static var font: Self {
        FieldForm(.choice(words), show: { $0.text }) { text throws(FieldFailure.Problem) in
            guard let font = ArtFont(builtIn: text) else { throw unknown(text) }
            return font
        }
    }

    /// A built-in font or a font file: a text with a slash or the extension of one.
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
