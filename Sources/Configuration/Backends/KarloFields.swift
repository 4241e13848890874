import Domain

extension KarloSettings {
    /// The ranges are Karlo's own, version 2.
    static var fields: [Field<KarloSettings>] { picture + prior }

    private static var schedulers: [String] { ["decoder_ddim_v_prediction", "decoder_ddpm_v_prediction"] }

    private static var picture: [Field<KarloSettings>] {
        [
            Field(
                "version", optional: \.version, .choice(of: ["v2.0", "v2.1"]), startingFrom: "",
                FieldHelp("The model's version; else the service chooses", "모델 버전, 없으면 서비스가 고름")),
            Field(
                "negative_prompt", optional: \.negativePrompt, .line(1...256), startingFrom: "",
                FieldHelp("What the picture should not show", "그림에 없어야 할 것")),
            Field(
                "steps", optional: \.steps, .integer(10...100), startingFrom: 50,
                FieldHelp("How many steps a picture takes", "그림 하나를 그리는 단계 수")),
            Field(
                "guidance", optional: \.guidance, .number(1...20), startingFrom: 5,
                FieldHelp("How closely the prompt is followed", "프롬프트를 따르는 정도")),
            Field(
                "scheduler", optional: \.scheduler, .choice(of: schedulers), startingFrom: "",
                FieldHelp("How noise is taken away", "잡음을 없애는 방식")),
        ]
    }

    private static var prior: [Field<KarloSettings>] {
        [
            Field(
                "prior_steps", optional: \.priorSteps, .integer(10...100), startingFrom: 25,
                FieldHelp("Steps of the first stage, from words to an idea", "첫 단계(글에서 구상까지)의 단계 수")),
            Field(
                "prior_guidance", optional: \.priorGuidance, .number(1...20), startingFrom: 5,
                FieldHelp("How closely the first stage follows the prompt", "첫 단계가 프롬프트를 따르는 정도")),
            Field(
                "nsfw_checker", \.isChecked, .flag,
                FieldHelp("Refuses a picture that Karlo finds indecent", "카를로가 선정적이라고 본 그림은 거부함")),
        ]
    }
}
