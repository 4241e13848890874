extension FieldTable where Target == GenerationDetails {
    /// What can be said of a generated picture. Ranges are what any service takes; a backend may take less.
    static var generation: FieldTable<GenerationDetails> { FieldTable(painting + result) }

    private static var painting: [Field<GenerationDetails>] {
        [
            Field(
                "negative_prompt", optional: \.negativePrompt, .line(0...4_000), startingFrom: "",
                FieldHelp("What the picture should not show", "그림에 없어야 할 것")),
            Field(
                "model", optional: \.model, .line(1...200), startingFrom: "",
                FieldHelp("The backend's model, instead of its usual one", "백엔드의 평소 모델 대신 쓸 모델")),
            Field(
                "steps", optional: \.steps, .integer(1...1_000), startingFrom: 1,
                FieldHelp("How many steps a picture takes", "그림 하나를 그리는 단계 수")),
            Field(
                "guidance", optional: \.guidance, .number(0...100), startingFrom: 0,
                FieldHelp("How closely the prompt is followed (CFG scale)", "프롬프트를 따르는 정도 (CFG scale)")),
            Field(
                "scheduler", optional: \.scheduler, .line(1...100), startingFrom: "",
                FieldHelp("The scheduler, by the backend's name for it", "스케줄러, 백엔드가 쓰는 이름으로")),
            Field(
                "strength", optional: \.strength, .number(0...1), startingFrom: 0,
                FieldHelp(
                    "How far to go from the picture that it is made from: 0 not at all, 1 wholly",
                    "바탕 그림에서 얼마나 멀어질지: 0은 그대로, 1은 완전히")),
            Field(
                "mask", optional: \.mask, .choice, startingFrom: .transparent,
                FieldHelp(
                    "Which part of the given picture is painted anew; transparent: where it can be seen through",
                    "바탕 그림에서 새로 그릴 곳, transparent: 비쳐 보이는 곳")),
        ]
    }

    private static var result: [Field<GenerationDetails>] {
        [
            Field(
                "quality", optional: \.quality, .line(1...64), startingFrom: "",
                FieldHelp(
                    "How much care is taken, in the backend's words, such as low or high", "품질, 백엔드의 말로: low, high 등")),
            Field(
                "picture_format", optional: \.format, .choice, startingFrom: .png,
                FieldHelp("The format of the generated picture's file", "만든 그림 파일의 형식")),
            Field(
                "upscale", optional: \.upscale, .integer(2...4), startingFrom: 2,
                FieldHelp("How many times as large the backend makes the picture afterwards", "백엔드가 그림을 나중에 키울 배수")),
        ]
    }
}
