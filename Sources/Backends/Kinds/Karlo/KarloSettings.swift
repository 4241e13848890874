package import BackendKit
package import Domain

/// Kakao's Karlo, version 2. The ranges are those of its API.
package struct KarloSettings: BackendKindSettings {
    var baseURL = "https://api.kakaobrain.com"
    /// `v2.0` or `v2.1`; `nil` for the service's default.
    var version: String?
    /// At most 256 characters.
    var negativePrompt: String?
    /// 10–100, as `priorSteps`.
    var steps: Int?
    /// 1–20, as `priorGuidance`.
    var guidance: Double?
    var priorSteps: Int?
    var priorGuidance: Double?
    var scheduler: String?
    /// Whether Karlo checks its pictures and rejects indecent ones.
    var isChecked = false

    /// The key is the application's REST API key.
    package static let kind = BackendKind(
        type: KarloBackend.kind, defaults: KarloSettings(),
        fields: { _ in picture + prior }, required: ["api_key"], traits: BackendTraits(returnsURLs: true)
    ) { own, context, host in
        PreparedBackend(context) { KarloBackend(own, $0, transport: host.transport, utc: host.utc) }
    }

    package var address: String? { baseURL }

    package func addPurchase(to fields: inout CanonicalFields) {
        fields.add("base_url", baseURL)
        fields.add("version", version)
        fields.add("negative_prompt", negativePrompt)
        fields.add("steps", steps)
        fields.add("guidance", guidance)
        fields.add("prior_steps", priorSteps)
        fields.add("prior_guidance", priorGuidance)
        fields.add("scheduler", scheduler)
        fields.add("nsfw_checker", isChecked)
    }

    package var configuredOptions: Set<GenerationOption> {
        .where([
            .model: version != nil, .negativePrompt: negativePrompt != nil, .steps: steps != nil,
            .scheduler: scheduler != nil, .guidance: guidance != nil,
        ])
    }

    private static var schedulers: [String] { ["decoder_ddim_v_prediction", "decoder_ddpm_v_prediction"] }

    private static var picture: [Field<KarloSettings>] {
        [
            .baseURL(\.baseURL),
            Field(
                "version", optional: \.version, .choice(of: ["v2.0", "v2.1"]),
                FieldHelp("Model version; defaults to the service's choice", "모델 버전, 기본은 서비스의 선택")),
            Field(
                "negative_prompt", optional: \.negativePrompt, .line(1...256),
                FieldHelp("What the picture should not show", "그림에서 제외할 내용")),
            Field(
                "steps", optional: \.steps, .integer(10...100),
                FieldHelp("Sampling steps per picture", "그림 한 장의 샘플링 단계 수")),
            Field(
                "guidance", optional: \.guidance, .number(1...20),
                FieldHelp("Guidance scale", "프롬프트를 따르는 정도")),
            Field(
                "scheduler", optional: \.scheduler, .choice(of: schedulers),
                FieldHelp("Denoising scheduler", "노이즈 제거 방식")),
        ]
    }

    private static var prior: [Field<KarloSettings>] {
        [
            Field(
                "prior_steps", optional: \.priorSteps, .integer(10...100),
                FieldHelp(
                    "Steps of the prior, which turns text into an image embedding", "텍스트를 이미지 임베딩으로 바꾸는 prior의 단계 수")),
            Field(
                "prior_guidance", optional: \.priorGuidance, .number(1...20),
                FieldHelp("Guidance scale of the prior", "prior가 프롬프트를 따르는 정도")),
            Field(
                "nsfw_checker", \.isChecked, .flag,
                FieldHelp("Reject pictures that Karlo classifies as NSFW", "카를로가 NSFW로 분류한 그림을 거부함")),
        ]
    }
}
