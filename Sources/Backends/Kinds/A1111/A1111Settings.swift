package import BackendKit
package import Domain

/// A server with the API of Stable Diffusion web UIs, such as AUTOMATIC1111 and Forge.
package struct A1111Settings: BackendKindSettings {
    /// Such as `http://127.0.0.1:7860`, with or without `/sdapi/v1` at its end.
    var baseURL = ""
    /// The checkpoint's name, title or hash; `nil` for the one that is loaded.
    var model: String?
    var negativePrompt: String?
    var steps: Int?
    var sampler: String?
    var scheduler: String?
    /// How closely to follow the prompt (`cfg_scale`).
    var guidance: Double?
    /// Whether textifyd is the server's only client, so that interrupting it can only stop textifyd's own work.
    var isExclusive = false
    /// Fields merged into the body unchanged.
    var extra: [String: JSONValue] = [:]

    /// The key is `user:password`, for a server that was started with `--api-auth`.
    package static let kind = BackendKind(
        type: A1111Backend.kind, defaults: A1111Settings(),
        fields: { _ in picture + service }, required: ["base_url"],
        traits: BackendTraits(pricing: .freeUnlessPriced), limits: { _ in .ownHardware }
    ) { own, context, host in
        PreparedBackend(context) {
            A1111Backend(own, $0, transport: host.transport, utc: host.utc, notice: host.notice)
        }
    }

    package var address: String? { baseURL }

    package func addPurchase(to fields: inout CanonicalFields) {
        fields.add("base_url", baseURL)
        fields.add("model", model)
        fields.add("negative_prompt", negativePrompt)
        fields.add("steps", steps)
        fields.add("sampler", sampler)
        fields.add("scheduler", scheduler)
        fields.add("guidance", guidance)
        fields.add("extra", extra)
    }

    package var configuredOptions: Set<GenerationOption> {
        .where([
            .model: model != nil, .negativePrompt: negativePrompt != nil, .steps: steps != nil,
            .scheduler: scheduler != nil, .guidance: guidance != nil,
        ])
    }

    private static var picture: [Field<A1111Settings>] {
        [
            .baseURL(\.baseURL),
            Field(
                "model", optional: \.model, .line(1...200),
                FieldHelp("Model; defaults to the one that is loaded", "모델 이름, 기본은 서버에 로드된 모델")),
            Field(
                "negative_prompt", optional: \.negativePrompt, .text,
                FieldHelp("What the picture should not show", "그림에서 제외할 내용")),
            Field(
                "steps", optional: \.steps, .integer(1...1000),
                FieldHelp("Sampling steps per picture", "그림 한 장의 샘플링 단계 수")),
            Field(
                "sampler", optional: \.sampler, .line(1...100),
                FieldHelp("Sampler, such as Euler a", "샘플러 이름, 예: Euler a")),
            Field(
                "scheduler", optional: \.scheduler, .line(1...100),
                FieldHelp("Scheduler, such as Karras", "스케줄러 이름, 예: Karras")),
            Field(
                "guidance", optional: \.guidance, .number(0...100),
                FieldHelp("Guidance scale (CFG scale)", "프롬프트를 따르는 정도 (CFG scale)")),
        ]
    }

    private static var service: [Field<A1111Settings>] {
        [
            Field(
                "exclusive", \.isExclusive, .flag,
                FieldHelp(
                    "The server has no other users: its current work may be interrupted",
                    "다른 사용자가 없는 서버: 실행 중인 작업을 중단해도 됨")),
            Field(
                "extra", \.extra, .extra(owned: owned),
                FieldHelp("Additional request fields, sent unchanged", "요청에 그대로 추가할 필드")),
        ]
    }

    /// Fields that have their own settings, or that would change the form of the response.
    private static var owned: Set<String> {
        [
            "prompt", "negative_prompt", "seed", "width", "height", "steps", "sampler_name", "sampler_index",
            "scheduler", "cfg_scale", "batch_size", "n_iter", "send_images", "save_images",
        ]
    }
}
