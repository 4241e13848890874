import Domain

extension FieldTable where Target == BackendDraft {
    /// The fields of `[backends.NAME]` for what the service speaks. `paths` makes a key's file absolute; `names` are
    /// those that a backend may fall back to.
    static func backend(_ type: BackendType, _ paths: PathResolver, names: [String]) -> FieldTable<BackendDraft> {
        let own = type.fields(paths, names: names)
        if type == .chain { return FieldTable([kind, size] + own + [allowsSketch]) }
        return FieldTable(
            [kind] + (type.hasAddress ? address(paths, namesHosts: type.namesHosts) : []) + [size] + own + habits
                + (type.hasUnknownEnds ? [onUnknown] : []) + (type.isFreeOnRequest ? [free] : []) + money + [
                    Field(
                        "fallback", \.fallback, .list(of: .choice(of: names), startingFrom: ""),
                        FieldHelp("Who works in its place while it takes no calls", "이 백엔드가 쉴 때 대신할 백엔드들")),
                    allowsSketch,
                ])
    }

    private static var allowsSketch: Field<BackendDraft> {
        Field(
            "allow_sketch", \.allowsSketch, .flag,
            FieldHelp("Whether a drawing without AI may come in its place", "AI 없는 그림으로 대신해도 되는지"))
    }

    private static var free: Field<BackendDraft> {
        Field(
            "free", \.isDeclaredFree, .flag,
            FieldHelp(
                "Calls cost nothing: one whose answer was lost is sent again", "요청이 무료임: 답이 사라지면 다시 요청함"))
    }

    private static var money: [Field<BackendDraft>] {
        [
            Field(
                "rate", optional: \.rate, .rate, startingFrom: CallRate(calls: 1, per: .seconds(1)),
                FieldHelp("How often it may be asked, such as 60/min", "요청할 수 있는 빈도, 예: 60/min")),
            Field(
                "cost", optional: \.price, FieldTable<PriceDraft>.form, startingFrom: Price(perPicture: .nothing),
                FieldHelp("What its pictures cost", "그림의 값")),
            Field(
                "budget", \.budget, .table(.caps),
                FieldHelp("The most that it may be used", "이 백엔드를 쓸 수 있는 한도")),
        ]
    }

    private static var kind: Field<BackendDraft> {
        Field(
            "type", optional: \.type, .choice, startingFrom: .openai,
            FieldHelp("What the service speaks", "서비스가 쓰는 방식"))
    }

    private static var size: Field<BackendDraft> {
        Field(
            "size", optional: \.size, .size(sides: 64...2048), startingFrom: PictureSize(width: 1024, height: 1024),
            unit: "pixels",
            FieldHelp("The size where neither drop nor folder names one", "파일과 폴더가 정하지 않을 때의 크기"))
    }

    private static func address(_ paths: PathResolver, namesHosts: Bool) -> [Field<BackendDraft>] {
        [
            Field(
                "base_url", optional: \.baseURL, .baseURL, startingFrom: "",
                FieldHelp("Where the service is, up to the version", "서비스 주소, 버전까지")),
            Field(
                "api_key", optional: \.key, .keySource(paths), startingFrom: .environment(""),
                FieldHelp(
                    "Where the key is: { env }, { file }, { credential } or { exec }",
                    "키를 둔 곳: { env }, { file }, { credential }, { exec }"
                )),
        ] + BackendNetwork.fields(paths, namesHosts: namesHosts).map { $0.lifted(to: \BackendDraft.network) }
    }

    private static var habits: [Field<BackendDraft>] {
        [
            Field(
                "concurrency", \.concurrency, .integer(1...1000), unit: "calls",
                FieldHelp("How many calls at once", "동시에 보낼 요청 수")),
            Field(
                "timeout", \.timeout, .duration(.seconds(1) ... .seconds(86_400)),
                FieldHelp("How long a picture may take", "그림 하나를 기다릴 시간")),
            Field(
                "probe_interval", \.probeInterval, .duration(.milliseconds(100) ... .seconds(3600)),
                FieldHelp("How often a backend that is down is looked at", "멈춘 백엔드를 살피는 간격")),
        ]
    }

    private static var onUnknown: Field<BackendDraft> {
        Field(
            "on_unknown", \.onUnknown, .choice,
            FieldHelp("What becomes of a job whose answer was lost", "답이 사라진 작업의 처리 방법"))
    }
}
