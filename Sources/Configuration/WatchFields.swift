import Domain

/// A watch table while it is being read.
struct WatchDraft: Sendable {
    var name: String?
    var path: FolderPath?
    var outbox: FolderPath?
    var failed: FolderPath?
    var archive: FolderPath?
    var rules: WatchRules

    /// Records the origins of request fields that the watch table sets, in its table `request` or in the short form.
    mutating func noteOrigins(of watch: FieldValue) {
        if let request = watch["request"] { rules.request.note(request.value, from: .watch) }
        let shortForms = (watch.entries ?? []).filter { Self.shortForms.contains($0.name) }
        rules.request.note(FieldValue(.table(shortForms)), from: .watch)
    }

    /// Request fields that may be written beside the folder's own settings.
    static let shortForms = ["backend", "outputs", "tags", "art"]
}

extension FieldTable where Target == WatchDraft {
    static func watch(backends: [String], _ paths: PathResolver) -> FieldTable<WatchDraft> {
        FieldTable(folders(paths) + rules.map { $0.nested(in: \.rules) } + request(backends))
    }

    private static func folders(_ paths: PathResolver) -> [Field<WatchDraft>] {
        [
            Field(
                "name", optional: \.name, .line(1...64),
                FieldHelp(
                    "Name of the watch folder; defaults to the last part of its path", "감시 폴더의 이름, 기본은 경로의 마지막 부분")),
            Field(
                "path", optional: \.path, .path(paths),
                FieldHelp("Folder to watch", "감시할 폴더")),
            Field(
                "outbox", optional: \.outbox, .path(paths),
                FieldHelp("Folder for results", "결과를 넣을 출력 폴더")),
            Field(
                "failed", optional: \.failed, .path(paths),
                FieldHelp("Folder for failed files; defaults to PATH/failed", "실패한 파일을 옮길 폴더, 기본은 PATH/failed")),
            Field(
                "archive", optional: \.archive, .path(paths),
                FieldHelp("Folder for finished files; defaults to PATH/done", "완료된 파일을 보관할 폴더, 기본은 PATH/done")),
        ]
    }

    private static var rules: [Field<WatchRules>] {
        [
            Field(
                "interval", \.pace.interval, .duration(.milliseconds(100) ... .seconds(86_400)),
                FieldHelp("Interval between listings of the folder", "폴더를 확인하는 간격")),
            Field(
                "settle", \.pace.settle, table: .settle,
                FieldHelp("Time for which a file must stay unchanged", "파일이 변경 없이 유지되어야 하는 시간")),
            Field(
                "source", \.source, .choice,
                FieldHelp(
                    "take moves finished files away; observe leaves files in place and processes files of the same content only once",
                    "take: 완료된 파일을 옮김, observe: 그대로 두고 같은 내용은 한 번만 처리")),
            Field(
                "after", \.after, .choice,
                FieldHelp("Archive or delete finished files", "완료된 파일의 보관 또는 삭제")),
            Field(
                "sidecar", \.sidecar, .choice,
                FieldHelp(
                    "Whether a picture requires a sidecar NAME.EXT.toml", "그림에 NAME.EXT.toml 파일이 꼭 필요한지 여부")),
            Field(
                "batch", \.batch, .choice,
                FieldHelp(
                    "lines: each line of a prompt file is a separate prompt", "lines: 프롬프트 파일의 각 줄이 별도의 프롬프트")),
            Field(
                "duplicates", \.duplicates, .choice,
                FieldHelp(
                    "skip: a picture that is already an artwork of the folder, byte for byte, is archived without converting it again",
                    "skip: 이 폴더의 작품과 내용이 완전히 같은 그림은 다시 변환하지 않고 보관")),
            Field(
                "existing", \.existing, .choice,
                FieldHelp(
                    "Prompts present before the first use: take them, hold those that cost money, or ignore them",
                    "처음 사용하기 전부터 있던 프롬프트: 처리, 비용이 들면 보류, 무시")),
            Field(
                "recursive", \.isRecursive, .flag,
                FieldHelp("Whether files in subfolders are processed too", "하위 폴더의 파일도 처리할지 여부")),
            Field(
                "folder_tags", \.hasFolderTags, .flag,
                FieldHelp("Whether the names of a file's subfolders become its tags", "하위 폴더의 이름을 태그로 쓸지 여부")),
            Field(
                "layout", \.layout, .choice,
                FieldHelp(
                    "Layout of subfolders' results: mirror (the same subfolders), flat, or date (YYYY/MM/DD)",
                    "하위 폴더의 결과 위치: mirror(같은 하위 폴더), flat(한 폴더), date(YYYY/MM/DD)")),
            Field(
                "on_conflict", \.onConflict, .choice,
                FieldHelp(
                    "When the outbox already has the name: number (NAME (2)), replace an earlier result, add the job's id, or fail",
                    "출력 폴더에 같은 이름이 있을 때: number(NAME (2)), replace(이전 결과 교체), id(작업 ID 추가), fail(실패)")),
            Field(
                "require_done", \.requiresDone, .flag,
                FieldHelp("Whether a file is ignored until its NAME.done exists", "NAME.done 파일이 생길 때까지 무시할지 여부")),
            Field(
                "accept", \.accepted, .list(of: .choice),
                FieldHelp("Kinds of files to process", "처리할 파일의 종류")),
            Field(
                "latest", \.keepsLatest, .flag,
                FieldHelp(
                    "Whether the newest results are also kept as latest.EXT",
                    "가장 최근 결과를 latest.EXT 파일로도 둘지 여부")),
            Field(
                "local_only", \.isLocalOnly, .flag,
                FieldHelp("Whether only backends on this machine may be used", "이 컴퓨터의 백엔드만 쓸지 여부")),
            Field(
                "suggest", \.suggesting, .choice,
                FieldHelp(
                    "Tags by the vision model of [library.suggest]: off, offer when a person asks, or apply to every new artwork",
                    "[library.suggest] 모델의 태그: off(안 씀), offer(물을 때만 제안), apply(새 작품마다 붙임)")),
            Field(
                "require_marker", \.requiresMarker, .flag,
                FieldHelp(
                    "Whether folder and outbox are used only while they contain their .textifyd file",
                    ".textifyd 파일이 있을 때만 감시 폴더와 출력 폴더를 쓸지 여부")),
            Field(
                "budget", \.budget, table: .caps,
                FieldHelp("Spending caps of this folder's prompts", "이 폴더 프롬프트의 지출 한도")),
        ]
    }

    private static var template: Field<WatchDraft> {
        Field(
            "template", optional: \.rules.template, .template,
            FieldHelp(
                "Template of prompts; {prompt} is replaced by the prompt, {tags} by the tags",
                "프롬프트 템플릿, {prompt} 자리에 프롬프트가, {tags} 자리에 태그가 들어감"))
    }

    private static func request(_ backends: [String]) -> [Field<WatchDraft>] {
        let table = FieldTable<Request>.requestOptions(backends: backends)
        let shortForms = WatchDraft.shortForms.compactMap(table.field)
        return shortForms.map { $0.nested(in: \.rules.request) } + [
            Field(
                "request", \.self, table: FieldTable(table.fields.map { $0.nested(in: \.rules.request) } + [template]),
                FieldHelp("Default request of this folder's files", "이 폴더 파일의 기본 요청"))
        ]
    }
}

extension FieldTable where Target == WatchRules.Settle {
    static var settle: FieldTable<WatchRules.Settle> {
        let range: ClosedRange<Duration> = .zero ... .seconds(3600)
        return FieldTable([
            Field("picture", \.picture, .duration(range), FieldHelp("For pictures", "그림 파일")),
            Field("prompt", \.prompt, .duration(range), FieldHelp("For prompts", "프롬프트 파일")),
        ])
    }
}

extension FieldCodec where Value == PromptTemplate {
    static var template: Self {
        FieldCodec(.text, show: { $0.text }) { text throws(FieldFailure.Problem) in
            try PromptTemplate(parsing: text)
        }
    }
}
