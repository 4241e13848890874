import Domain

extension ExecDraft {
    /// `paths` makes the paths of the program and of keys absolute.
    static func fields(_ paths: PathResolver) -> [Field<ExecDraft>] { program(paths) + given(paths) + sandbox(paths) }

    private static func program(_ paths: PathResolver) -> [Field<ExecDraft>] {
        [
            Field(
                "command", \.command, .command(paths),
                FieldHelp("Program and arguments, run without a shell", "프로그램과 인자, 셸을 거치지 않음")),
            Field(
                "plugin", optional: \.plugin, .plugin, startingFrom: "",
                FieldHelp(
                    "Instead of command: a file in [plugins] folder; defaults to the backend's name",
                    "command 대신 쓰는 [plugins] folder 안의 파일, 기본은 백엔드 이름")),
            Field(
                "mode", \.mode, .choice,
                FieldHelp(
                    "persistent: one process for all pictures; oneshot: one for each",
                    "persistent: 모든 그림에 한 프로세스, oneshot: 그림마다 한 프로세스")),
            Field(
                "stall_timeout", \.stallTimeout, .duration(.seconds(1) ... .seconds(86_400)),
                FieldHelp(
                    "Time without a message after which a plugin that reports progress is stalled",
                    "진행을 보고하는 플러그인이 응답 없음으로 처리되는 시간")),
        ]
    }

    private static func given(_ paths: PathResolver) -> [Field<ExecDraft>] {
        [
            Field(
                "env", \.variables, .list(of: .variable, startingFrom: ""),
                FieldHelp("Names of environment variables to pass on", "전달할 환경 변수의 이름")),
            Field(
                "credentials", \.credentials, .keySources(paths),
                FieldHelp("Keys by name, each with its source", "이름별 키와 각각의 위치")),
            Field(
                "settings", \.settings, .extra(owned: []),
                FieldHelp("Settings passed to the plugin unchanged", "플러그인에 그대로 전달할 설정")),
            Field(
                "free", \.isFree, .flag,
                FieldHelp(
                    "Whether pictures are free, so that a request may be repeated", "무료여서 다시 요청해도 되는지 여부")),
        ]
    }
}

extension ExecDraft {
    private static func sandbox(_ paths: PathResolver) -> [Field<ExecDraft>] {
        [
            Field(
                "sandbox", \.sandbox.mode, .choice,
                FieldHelp(
                    "on: access to system files, its own folders and those below only; off: everything that the service can access",
                    "on: 시스템 파일, 자체 폴더와 아래에 적은 폴더만 접근, off: 서비스가 접근할 수 있는 모든 것")),
            Field(
                "read", \.sandbox.readable, .list(of: .path(paths), startingFrom: FolderPath("")),
                FieldHelp("Additional files and folders that the plugin may read", "플러그인이 추가로 읽을 수 있는 파일과 폴더")),
            Field(
                "write", \.sandbox.writable, .list(of: .path(paths), startingFrom: FolderPath("")),
                FieldHelp(
                    "Additional files and folders that the plugin may read and write", "플러그인이 추가로 읽고 쓸 수 있는 파일과 폴더")),
            Field(
                "memory", optional: \.sandbox.memory, .integer((16 << 20)...(1 << 50)), startingFrom: 1 << 30,
                unit: "bytes",
                FieldHelp(
                    "Maximum data memory of each of its processes; unlimited by default",
                    "프로세스별 최대 데이터 메모리, 기본은 제한 없음")),
        ]
    }
}

extension FieldCodec where Value == FolderPath {
    /// A non-empty path; a relative one starts from the configuration's folder.
    static func path(_ paths: PathResolver) -> Self {
        FieldCodec(.path, show: { $0.shown }, text: { $0.isEmpty || $0.utf8.contains(0) ? nil : paths.path($0) })
    }
}

extension FieldCodec where Value == [String] {
    /// The words of a command line; they may repeat. A program that contains a slash is a path.
    static func command(_ paths: PathResolver) -> Self {
        FieldCodec(.list(.text), show: { $0.joined(separator: " ") }) { value, key, place, reader in
            guard case .list(let values) = value.content else {
                return reader.report(.wrongType(wanted: "list", got: value.typeName), key: key, at: value)
            }
            var words: [String] = []
            for (index, value) in values.enumerated() {
                guard case .text(let text) = value.content else {
                    reader.report(
                        .wrongType(wanted: "text", got: value.typeName), key: "\(key)[\(index)]", at: value)
                    continue
                }
                if text.utf8.contains(0) || index == 0 && text.isEmpty {
                    reader.report(.malformed(got: text, example: "./paint.py"), key: "\(key)[\(index)]", at: value)
                }
                words.append(text)
            }
            guard let program = words.first else { return reader.report(.missing, key: key + "[0]", at: value) }
            place = [program.contains("/") || program == "~" ? path(program, paths) : program] + words.dropFirst()
        }
    }

    private static func path(_ text: String, _ paths: PathResolver) -> String {
        String(decoding: paths.path(text).bytes, as: UTF8.self)
    }
}

extension FieldCodec where Value == String {
    /// A file name without a slash.
    static var plugin: Self {
        FieldCodec(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            let isName = 1...255 ~= text.utf8.count && !text.utf8.contains { $0 == 47 || $0 < 32 || $0 == 127 }
            guard isName, !text.hasPrefix(".") else { throw .malformed(got: text, example: "mosaic") }
            return text
        }
    }

    /// The name of an environment variable. Its value must not be written here, so invalid text is not repeated in
    /// errors.
    static var variable: Self {
        FieldCodec(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            let isName = 1...64 ~= text.utf8.count && !(text.utf8.first.map { 48...57 ~= $0 } ?? true)
            let isPlain = text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57: true
                default: byte == UInt8(ascii: "_")
                }
            }
            guard isName, isPlain else { throw .malformed(got: "…", example: "HF_HOME") }
            return text
        }
    }
}

extension FieldCodec where Value == [String: KeySource] {
    /// A table of keys, each with its source.
    static func keySources(_ paths: PathResolver) -> Self {
        FieldCodec(.table, show: { _ in "" }) { value, key, place, reader in
            guard let entries = value.entries else {
                return reader.report(.wrongType(wanted: "table", got: value.typeName), key: key, at: value)
            }
            var sources: [String: KeySource] = [:]
            for entry in entries {
                var source = KeySource.environment("")
                let before = reader.failures.count
                let table = FieldTable([
                    Field<KeySource>(entry.name, \.self, .keySource(paths), FieldHelp("Source of the key", "키의 위치"))
                ])
                table.apply(FieldValue(.table([entry])), to: &source, under: key, reader: &reader)
                if reader.failures.count == before { sources[entry.name] = source }
            }
            place = sources
        }
    }
}
