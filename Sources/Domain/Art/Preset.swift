/// A named set of options for a certain destination. Explicit options override it.
package struct Preset: Equatable, Sendable {
    package let name: String
    package let help: FieldHelp
    /// A table of conversion fields.
    package let settings: FieldValue

    /// Applies the preset to `options` and returns its mistakes.
    package func apply(to options: inout ConversionOptions, file: String = "") -> [FieldFailure] {
        var reader = FieldReader(file: file)
        FieldTable.conversion.apply(settings, to: &options, under: "presets." + name, reader: &reader)
        return reader.sorted
    }

    /// Returns the built-in presets and those in the `[presets.NAME]` tables of a user's file. A table with the name of
    /// a built-in preset replaces it. Other tables are ignored. Throws the first mistake.
    package static func read(_ tree: FieldValue, file: String) throws(FieldFailure) -> [Preset] {
        guard let entry = tree["presets"] else { return builtIn }
        guard let tables = entry.value.entries else {
            let problem = FieldFailure.Problem.wrongType(wanted: "table", got: entry.value.typeName)
            throw FieldFailure(key: "presets", problem: problem, file: file, at: entry)
        }
        var presets = builtIn
        for table in tables {
            if let offset = ControlCharacter.offset(in: table.name) {
                throw FieldFailure(
                    key: "presets." + table.name, problem: .controlCharacter(offset: offset), file: file, at: table)
            }
            let own = Preset(name: table.name, help: FieldHelp("Your own", "사용자 설정"), settings: table.value)
            var options = ConversionOptions()
            if let failure = own.apply(to: &options, file: file).first { throw failure }
            presets.removeAll { $0.name == own.name }
            presets.append(own)
        }
        return presets
    }
}

extension Preset {
    /// The built-in presets. They only use characters that fonts have, except `comment`, which needs braille.
    package static var builtIn: [Preset] {
        [
            Preset(
                "terminal", FieldHelp("Terminal with 24-bit colours", "24비트 색 터미널"),
                ["format": .text("ansi"), "color": .text("full")]),
            Preset(
                "readme", FieldHelp("Image for a page with a light or dark theme", "밝은 테마와 어두운 테마의 문서에 넣을 이미지"),
                [
                    "format": .text("svg"), "columns": .integer(100), "color": .text("full"), "tolerance": .number(2),
                ]),
            Preset(
                "discord", FieldHelp("Discord message, also for phones", "휴대전화에서도 보이는 Discord 메시지"),
                ["format": .text("discord"), "columns": .integer(56), "rows": .integer(33), "color": .text("none")]),
            Preset(
                "discord-ansi", FieldHelp("Discord message in the few colours it supports", "Discord가 지원하는 색을 쓴 메시지"),
                ["format": .text("discord-ansi"), "columns": .integer(48), "rows": .integer(24), "color": .text("8")]),
            Preset(
                "irc", FieldHelp("IRC lines in mIRC's sixteen colours", "mIRC의 16색을 쓴 IRC 줄"),
                [
                    "format": .text("irc"), "columns": .integer(60), "rows": .integer(20), "charset": .text("half"),
                    "color": .text("16"),
                ]),
            Preset(
                "matrix", FieldHelp("Formatted body of a Matrix message", "Matrix 메시지의 서식 본문"),
                [
                    "format": .text("matrix"), "columns": .integer(60), "charset": .text("half"),
                    "bytes": .integer(48_000),
                ]),
            Preset(
                "email", FieldHelp("Plain text for mail, 72 columns of ASCII", "메일에 넣을 72칸 ASCII 텍스트"),
                ["format": .text("txt"), "columns": .integer(72), "charset": .text("ascii"), "invert": .flag(true)]),
            Preset(
                "comment", FieldHelp("Comment on a site that collapses spaces, in braille", "공백을 합치는 사이트의 댓글에 쓸 점자"),
                [
                    "format": .text("txt"), "columns": .integer(40), "rows": .integer(24), "charset": .text("braille"),
                    "blank": .text("braille"),
                ]),
            Preset(
                "motd", FieldHelp("Login greeting, also for the console", "콘솔에서도 보이는 로그인 인사"),
                [
                    "format": .text("ansi"), "columns": .integer(78), "rows": .integer(20), "charset": .text("half"),
                    "color": .text("16"),
                ]),
            Preset(
                "eink",
                FieldHelp(
                    "E-paper page; see pixels, depth, rotate and margin",
                    "전자 종이에 띄울 화면, pixels, depth, rotate, margin 참고"),
                [
                    "format": .text("png"), "columns": .integer(500), "charset": .text("ascii"),
                    "color": .text("none"), "invert": .flag(true), "background": .text("white"),
                    "pixels": .text("800x480"), "depth": .text("1"),
                ]),
        ]
    }

    /// Creates a preset from conversion fields, in the order to apply them.
    private init(_ name: String, _ help: FieldHelp, _ settings: KeyValuePairs<String, FieldValue.Content>) {
        self.init(
            name: name, help: help,
            settings: FieldValue(.table(settings.map { FieldEntry(name: $0.key, value: FieldValue($0.value)) })))
    }
}
