import Domain

extension A1111Settings {
    static var fields: [Field<A1111Settings>] { picture + service }

    private static var picture: [Field<A1111Settings>] {
        [
            Field(
                "model", optional: \.model, .line(1...200), startingFrom: "",
                FieldHelp("The model; else the one that is loaded", "모델 이름, 없으면 올라와 있는 모델")),
            Field(
                "negative_prompt", optional: \.negativePrompt, .text, startingFrom: "",
                FieldHelp("What the picture should not show", "그림에 없어야 할 것")),
            Field(
                "steps", optional: \.steps, .integer(1...1000), startingFrom: 20,
                FieldHelp("How many steps a picture takes", "그림 하나를 그리는 단계 수")),
            Field(
                "sampler", optional: \.sampler, .line(1...100), startingFrom: "",
                FieldHelp("The sampler's name, such as Euler a", "샘플러 이름, 예: Euler a")),
            Field(
                "scheduler", optional: \.scheduler, .line(1...100), startingFrom: "",
                FieldHelp("The scheduler's name, such as Karras", "스케줄러 이름, 예: Karras")),
            Field(
                "guidance", optional: \.guidance, .number(0...100), startingFrom: 7,
                FieldHelp("How closely the prompt is followed (CFG scale)", "프롬프트를 따르는 정도 (CFG scale)")),
        ]
    }

    private static var service: [Field<A1111Settings>] {
        [
            Field(
                "exclusive", \.isExclusive, .flag,
                FieldHelp(
                    "Nobody else uses the server: what runs there may be stopped", "이 서버를 혼자 씀: 돌고 있는 작업을 멈춰도 됨")),
            Field(
                "extra", \.extra, .extra(owned: owned),
                FieldHelp("Further fields of the request, sent as they are", "요청에 그대로 더할 값들")),
        ]
    }

    /// What other settings say, or what would change the shape of the answer.
    private static var owned: Set<String> {
        [
            "prompt", "negative_prompt", "seed", "width", "height", "steps", "sampler_name", "sampler_index",
            "scheduler", "cfg_scale", "batch_size", "n_iter", "send_images", "save_images",
        ]
    }
}
