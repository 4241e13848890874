import Domain

extension FieldTable where Target == BackendSettings {
    /// The fields of a `[backends.NAME]` table. `types`: the values of `type`.
    static func backend(
        _ kind: BackendDescription, _ context: BackendFieldContext, types: [String]
    ) -> FieldTable<BackendSettings> {
        let own = kind.fields(context).map { $0.nested(in: \BackendSettings.own.value) }
        let first = [type(types)] + own
        if kind.traits.delegates { return FieldTable(first + [size, allowsSketch]) }
        if !kind.traits.makesPictures {
            return FieldTable(
                first + network(context.paths, kind.traits) + [timeout, free] + money.filter { $0.name != "rate" })
        }
        return FieldTable(
            first + (kind.traits.isRemote ? network(context.paths, kind.traits) : []) + [size] + calls
                + [onUnknown] + (kind.traits.pricing == .freeUnlessPriced ? [] : [free]) + money + [
                    Field(
                        "fallback", \.fallback, .list(of: .choice(of: context.backends)),
                        FieldHelp("Backends used instead while this one is unavailable", "사용할 수 없을 때 대신 쓸 백엔드")),
                    allowsSketch,
                ])
    }

    private static var allowsSketch: Field<BackendSettings> {
        Field(
            "allow_sketch", \.allowsSketch, .flag,
            FieldHelp(
                "Whether the sketch backend, which uses no AI, may replace it", "AI를 쓰지 않는 sketch 백엔드로 대신해도 되는지 여부"))
    }

    private static var free: Field<BackendSettings> {
        Field(
            "free", \.isDeclaredFree, .flag,
            FieldHelp(
                "Calls are free: one without a response is sent again", "무료 요청: 응답을 받지 못하면 다시 보냄"))
    }

    private static var money: [Field<BackendSettings>] {
        [
            Field(
                "rate", optional: \.rate, .rate,
                FieldHelp("Rate limit, such as 60/min", "요청 빈도 한도, 예: 60/min")),
            Field(
                "cost", optional: \.price, .price,
                FieldHelp("Price of its pictures", "그림의 가격")),
            Field(
                "budget", \.budget, table: .caps,
                FieldHelp("Spending caps of this backend", "이 백엔드의 지출 한도")),
        ]
    }

    /// The type itself is read before the table, because the other fields depend on it.
    private static func type(_ types: [String]) -> Field<BackendSettings> {
        Field(
            "type", \.own,
            FieldCodec(.choice(types), show: { _ in "" }) { value, key, reader in
                _ = FieldCodec.choice(of: types).read(value, key, &reader)
                return nil
            }, FieldHelp("Type of the backend, that is its API", "백엔드의 유형(API)"))
    }

    private static var size: Field<BackendSettings> {
        Field(
            "size", optional: \.size, .size(sides: 64...2048), unit: "pixels",
            FieldHelp("Default picture size, if neither file nor folder sets one", "파일과 폴더가 정하지 않을 때의 그림 크기"))
    }

    private static func network(_ paths: PathResolver, _ traits: BackendTraits) -> [Field<BackendSettings>] {
        [
            Field(
                "api_key", optional: \.key, .keySource(paths),
                FieldHelp(
                    "Source of the API key: { env }, { file }, { credential } or { exec }",
                    "API 키의 위치: { env }, { file }, { credential }, { exec }"
                ))
        ]
            + BackendNetwork.fields(paths, returnsURLs: traits.returnsURLs).map {
                $0.nested(in: \BackendSettings.network)
            }
    }

    private static var calls: [Field<BackendSettings>] {
        [
            Field(
                "concurrency", \.limits.concurrency, .integer(1...1000), unit: "calls",
                FieldHelp("Maximum concurrent calls", "최대 동시 요청 수")),
            timeout,
            Field(
                "probe_interval", \.probeInterval, .duration(.milliseconds(100) ... .seconds(3600)),
                FieldHelp("Interval of health checks while the backend is down", "백엔드 중단 시 상태 확인 간격")),
        ]
    }

    private static var timeout: Field<BackendSettings> {
        Field(
            "timeout", \.limits.timeout, .duration(.seconds(1) ... .seconds(86_400)),
            FieldHelp("Time limit per picture", "그림 한 장의 제한 시간"))
    }

    private static var onUnknown: Field<BackendSettings> {
        Field(
            "on_unknown", \.onUnknown, .choice,
            FieldHelp("Treatment of jobs whose response was lost", "응답을 받지 못한 작업의 처리 방법"))
    }
}
