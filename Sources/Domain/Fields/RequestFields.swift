extension FieldTable where Target == Request {
    /// The fields of a whole request, as in front matter. `backends` are the configured names.
    package static func request(backends: [String]) -> FieldTable<Request> {
        let prompt = Field(
            "prompt", optional: \Request.prompt, .text, startingFrom: "",
            FieldHelp("What the picture shall show", "그림에 담을 내용"))
        return FieldTable([prompt] + options(backends, .art))
    }

    /// The fields of a request without the prompt, for defaults and folders.
    package static func requestOptions(backends: [String]) -> FieldTable<Request> {
        FieldTable(options(backends, .localArt))
    }

    private static func options(_ backends: [String], _ art: FieldTable<ArtOptions>) -> [Field<Request>] {
        generation(backends) + [
            Field(
                "tags", \.tags, .union(of: .tag, startingFrom: ""),
                FieldHelp("Words to find the artwork by; they join those of the folder", "작품을 찾을 때 쓸 꼬리표, 폴더의 것에 더해짐")),
            Field(
                "outputs", \.outputs, .list(of: .choice, startingFrom: .txt),
                FieldHelp("Which files are delivered, beside the json that always is", "내보낼 파일들, json은 언제나 함께 나감")),
            Field(
                "priority", \.priority, .choice,
                FieldHelp("Whose turn comes first while others wait too", "다른 작업도 기다릴 때 먼저 할 순서")),
            Field(
                "art", \.art, .table(art),
                FieldHelp("How the picture becomes text art", "그림을 글자 그림으로 바꾸는 방법")),
        ]
    }

    private static func generation(_ backends: [String]) -> [Field<Request>] {
        picture(backends) + FieldTable<GenerationDetails>.generation.fields.map { $0.lifted(to: \.generation.details) }
            + [
                Field(
                    "lenient", \.generation.isLenient, .flag,
                    FieldHelp(
                        "Leave out what the backend can't honour, instead of refusing the request",
                        "백엔드가 못 하는 것은 거부하지 않고 빼기"))
            ]
    }

    private static func picture(_ backends: [String]) -> [Field<Request>] {
        [
            Field(
                "backend", \.generation.backend, .choice(of: backends),
                FieldHelp("Who generates the picture", "그림을 만들 백엔드")),
            Field(
                "size", \.generation.size, .size(sides: 64...2048), unit: "pixels",
                FieldHelp("The generated picture's width and height", "만들 그림의 너비와 높이")),
            Field(
                "seed", optional: \.generation.seed, .integer(0...Int64.max), startingFrom: 0,
                FieldHelp("The same seed makes the same picture again", "같은 시드는 같은 그림을 다시 만듦")),
            Field(
                "reuse", \.generation.reuse, .choice,
                FieldHelp("When a picture that was bought for the same request is taken", "같은 요청으로 산 그림을 다시 쓸 때")),
        ]
    }
}

extension FieldForm where Value == String {
    /// A tag: 1–64 characters, without control characters, and without white space at either end.
    static var tag: Self {
        let line = Self.line(1...64)
        return FieldForm(.text, show: { $0 }) { value, key, place, reader in
            line.apply(value, key, &place, &reader)
            if place.first?.isWhitespace == true || place.last?.isWhitespace == true {
                reader.report(.malformed(got: place, example: "night"), key: key, at: value)
            }
        }
    }
}

extension FieldTable where Target == GenerationDetails {
    /// Options of a generated picture. The ranges cover all services; a backend may accept less.
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
