import Domain

/// A watch while it is read: what the file says of it, apart from its request.
struct WatchDraft: Sendable {
    var name: String?
    var path: String?
    var outbox: String?
    var interval: Duration = .seconds(30)
    var settle = Watch.Settle()
    var source = Watch.Source.take
    var after = Watch.After.archive
    var failed: String?
    var archive: String?
    var budget = Caps()
    var sidecar = Watch.Sidecar.optional
    var batch = Watch.Batch.off
    var existing = Watch.Existing.hold
    var requiresMarker = true
    var requiresDone = false
    var accepted = Watch.Accepted.allCases
    var template: String?
    var keepsLatest = false
    var isLocalOnly = false
    var isRecursive = true
    var hasFolderTags = true
    var layout = Watch.Layout.mirror
    var request: Request

    /// What stands under `request`, or beside the folder's own settings for short.
    mutating func noteOrigins(of value: FieldValue) {
        if let whole = value["request"] { request.note(whole.value, from: .watch) }
        let short = (value.entries ?? []).filter { Self.short.contains($0.name) }
        request.note(FieldValue(.table(short)), from: .watch)
    }

    /// Fields of the request that may stand beside the folder's own settings.
    static let short = ["backend", "outputs", "tags", "art"]
}

extension FieldTable where Target == WatchDraft {
    static func watch(backends: [String]) -> FieldTable<WatchDraft> {
        FieldTable(folders + habits + request(backends))
    }

    private static var folders: [Field<WatchDraft>] {
        [
            Field(
                "name", optional: \.name, .line(1...64), startingFrom: "",
                FieldHelp("The watch's name, by default the last part of its path", "감시 폴더의 이름, 기본은 경로의 마지막 부분")),
            Field(
                "path", optional: \.path, .path, startingFrom: "",
                FieldHelp("The folder that is watched", "지켜볼 폴더")),
            Field(
                "outbox", optional: \.outbox, .path, startingFrom: "",
                FieldHelp("The folder where results are delivered", "결과를 내보낼 폴더")),
            Field(
                "failed", optional: \.failed, .path, startingFrom: "",
                FieldHelp("Where drops go that failed, by default PATH/failed", "실패한 파일을 옮길 곳, 기본은 PATH/failed")),
            Field(
                "archive", optional: \.archive, .path, startingFrom: "",
                FieldHelp("Where finished drops are kept, by default PATH/done", "끝난 파일을 둘 곳, 기본은 PATH/done")),
        ]
    }

    private static var habits: [Field<WatchDraft>] {
        [
            Field(
                "interval", \.interval, .duration(.milliseconds(100) ... .seconds(86_400)),
                FieldHelp("How often the folder is listed", "폴더를 살피는 간격")),
            Field(
                "settle", \.settle, .table(.settle),
                FieldHelp("How long a file must stay unchanged", "파일이 바뀌지 않고 머물러야 하는 시간")),
            Field(
                "source", \.source, .choice,
                FieldHelp(
                    "take moves files away when they are done; observe leaves them and works off each content once",
                    "take는 끝난 파일을 옮기고, observe는 그대로 두며 같은 내용은 한 번만 처리")),
            Field(
                "after", \.after, .choice,
                FieldHelp("What becomes of a finished drop", "끝난 파일의 처리 방법")),
            Field(
                "sidecar", \.sidecar, .choice,
                FieldHelp(
                    "Whether a picture needs NAME.EXT.toml beside it", "그림 옆에 NAME.EXT.toml이 꼭 있어야 하는지")),
            Field(
                "batch", \.batch, .choice,
                FieldHelp(
                    "Whether each line of a prompt file is a prompt of its own", "프롬프트 파일의 각 줄을 따로 프롬프트로 볼지")),
            Field(
                "existing", \.existing, .choice,
                FieldHelp(
                    "What becomes of prompts that lay there before: taken, held where they cost money, or ignored",
                    "전부터 있던 프롬프트의 처리: 받기, 돈이 들면 보류, 무시")),
            Field(
                "recursive", \.isRecursive, .flag,
                FieldHelp("Whether what lies in sub-folders is taken too", "하위 폴더의 파일도 받을지")),
            Field(
                "folder_tags", \.hasFolderTags, .flag,
                FieldHelp("Whether the sub-folders that a file lies in become its tags", "하위 폴더의 이름을 꼬리표로 삼을지")),
            Field(
                "layout", \.layout, .choice,
                FieldHelp(
                    "Where results of sub-folders go in the outbox: mirror the same sub-folders, flat, or date for YYYY/MM/DD",
                    "하위 폴더의 결과를 둘 곳: mirror는 같은 하위 폴더, flat은 한 폴더, date는 YYYY/MM/DD")),
            Field(
                "require_done", \.requiresDone, .flag,
                FieldHelp("Whether a file is only seen once its NAME.done lies there", "NAME.done이 있어야 파일을 볼지")),
            Field(
                "accept", \.accepted, .list(of: .choice, startingFrom: .pictures),
                FieldHelp("What kinds of drops are taken", "받을 파일의 종류")),
            Field(
                "latest", \.keepsLatest, .flag,
                FieldHelp(
                    "Whether the newest results lie in the outbox as latest.EXT too",
                    "가장 새로운 결과를 latest.EXT로도 둘지")),
            Field(
                "local_only", \.isLocalOnly, .flag,
                FieldHelp("Whether only backends on this machine may be asked", "이 컴퓨터의 백엔드만 쓸지")),
            Field(
                "require_marker", \.requiresMarker, .flag,
                FieldHelp(
                    "Whether folder and outbox are only used while their .textifyd lies in them",
                    ".textifyd 파일이 있을 때만 폴더와 내보낼 폴더를 쓸지")),
            Field(
                "budget", \.budget, .table(.caps),
                FieldHelp("The most that its prompts may use", "이 폴더의 프롬프트가 쓸 수 있는 한도")),
        ]
    }

    private static var template: Field<WatchDraft> {
        Field(
            "template", optional: \.template, .template, startingFrom: "",
            FieldHelp("What each prompt becomes; {prompt} stands for its words", "각 프롬프트를 감쌀 문장, {prompt} 자리에 들어감"))
    }

    private static func request(_ backends: [String]) -> [Field<WatchDraft>] {
        let table = FieldTable<Request>.requestOptions(backends: backends)
        let short = WatchDraft.short.compactMap(table.field)
        return short.map { $0.lifted(to: \.request) } + [
            Field(
                "request", \.self, .table(FieldTable(table.fields.map { $0.lifted(to: \.request) } + [template])),
                FieldHelp("What its drops ask for unless they say otherwise", "파일이 따로 말하지 않을 때의 요청"))
        ]
    }
}

extension FieldTable where Target == Watch.Settle {
    static var settle: FieldTable<Watch.Settle> {
        let range: ClosedRange<Duration> = .zero ... .seconds(3600)
        return FieldTable([
            Field("picture", \.picture, .duration(range), FieldHelp("For pictures", "그림 파일")),
            Field("prompt", \.prompt, .duration(range), FieldHelp("For prompts", "프롬프트 파일")),
        ])
    }
}

extension FieldForm where Value == String {
    /// A text with a place for the words.
    static var template: Self {
        FieldForm(
            .text, show: { $0 },
            text: { text throws(FieldFailure.Problem) in
                if text.firstRange(of: "{prompt}") == nil {
                    throw .malformed(got: text, example: "{prompt}, ink drawing")
                }
                return text
            })
    }

    /// A path that is not empty, as it was written.
    static var path: Self {
        FieldForm(.path, show: { $0 }, text: { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 })
    }
}
