import Domain

extension A1111Settings {
    static var fields: [Field<A1111Settings>] { picture + service }

    private static var picture: [Field<A1111Settings>] {
        [
            Field(
                "model", optional: \.model, .line(1...200), startingFrom: "",
                FieldHelp("Model; defaults to the one that is loaded", "모델 이름, 기본은 서버에 로드된 모델")),
            Field(
                "negative_prompt", optional: \.negativePrompt, .text, startingFrom: "",
                FieldHelp("What the picture should not show", "그림에서 제외할 내용")),
            Field(
                "steps", optional: \.steps, .integer(1...1000), startingFrom: 20,
                FieldHelp("Sampling steps per picture", "그림 한 장의 샘플링 단계 수")),
            Field(
                "sampler", optional: \.sampler, .line(1...100), startingFrom: "",
                FieldHelp("Sampler, such as Euler a", "샘플러 이름, 예: Euler a")),
            Field(
                "scheduler", optional: \.scheduler, .line(1...100), startingFrom: "",
                FieldHelp("Scheduler, such as Karras", "스케줄러 이름, 예: Karras")),
            Field(
                "guidance", optional: \.guidance, .number(0...100), startingFrom: 7,
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
