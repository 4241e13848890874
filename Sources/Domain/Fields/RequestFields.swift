extension FieldTable where Target == Request {
    /// The fields of a whole request, as in front matter. `backends` are the configured names.
    package static func request(backends: [String]) -> FieldTable<Request> {
        let prompt = Field(
            "prompt", optional: \Request.prompt, .text,
            FieldHelp("What the picture should show", "그림에 담을 내용"))
        return FieldTable([prompt] + options(backends, .art))
    }

    /// The fields of a request without the prompt, for defaults and folders.
    package static func requestOptions(backends: [String]) -> FieldTable<Request> {
        FieldTable(options(backends, .localArt))
    }

    private static func options(_ backends: [String], _ art: FieldTable<ArtOptions>) -> [Field<Request>] {
        generation(backends) + [
            Field(
                "tags", addingTo: \.tags, .list(of: .tag, isSet: true, most: TagLimits.most),
                FieldHelp(
                    "Tags to find the art by, in addition to the folder's; at most \(TagLimits.most) in all, each of at most \(TagLimits.characters) characters",
                    "작품을 찾을 때 쓸 태그, 폴더의 태그에 더해짐. 모두 \(TagLimits.most)개까지, 각각 \(TagLimits.characters)자까지")),
            Field(
                "outputs", \.outputs, .list(of: .choice),
                FieldHelp("Files to deliver; json is always delivered too", "내보낼 파일, json은 항상 함께 나감")),
            Field(
                "name", \.name, .nameTemplate,
                FieldHelp(
                    "Name of the outputs; may contain {stem}, {file}, {date}, {job}, {seed} and {n}",
                    "결과 파일의 이름. {stem}, {file}, {date}, {job}, {seed}, {n} 사용 가능")),
            Field(
                "embed", \.isEmbedding, .flag,
                FieldHelp(
                    "Whether PNG outputs contain prompt and settings in A1111's form, and text art its prompt",
                    "PNG 결과에 A1111 형식의 프롬프트와 설정을, 텍스트 아트에 프롬프트를 넣을지 여부")),
            Field(
                "priority", \.priority, .choice,
                FieldHelp("Priority among waiting jobs", "대기 중인 작업 사이의 우선순위")),
            Field(
                "art", \.art, table: art,
                FieldHelp("Options for the text art", "텍스트 아트 옵션")),
        ]
    }

    private static func generation(_ backends: [String]) -> [Field<Request>] {
        picture(backends) + FieldTable<GenerationDetails>.generation.fields.map { $0.nested(in: \.generation.details) }
            + [
                Field(
                    "lenient", \.generation.isLenient, .flag,
                    FieldHelp(
                        "Drop options that the backend doesn't support, instead of rejecting the request",
                        "백엔드가 지원하지 않는 옵션은 요청을 거부하지 않고 빼기"))
            ]
    }

    private static func picture(_ backends: [String]) -> [Field<Request>] {
        [
            Field(
                "backend", \.generation.backend, .choice(of: backends),
                FieldHelp("Backend that generates the picture", "그림을 만들 백엔드")),
            Field(
                "size", \.generation.size, .size(sides: 64...2048), unit: "pixels",
                FieldHelp("Width and height of the generated picture", "생성할 그림의 너비와 높이")),
            Field(
                "seed", optional: \.generation.seed, .integer(0...Int64.max),
                FieldHelp("Random seed; the same seed reproduces the picture", "난수 시드, 같은 시드는 같은 그림을 다시 만듦")),
            Field(
                "samples", \.generation.samples, .integer(1...16),
                FieldHelp(
                    "Number of pictures of the prompt; each is a job and a purchase of its own",
                    "프롬프트로 만들 그림 수, 그림마다 별도의 작업이며 별도로 결제됨")),
            Field(
                "reuse", \.generation.reuse, .choice,
                FieldHelp("When to reuse a picture bought for the same request", "같은 요청으로 산 그림을 다시 쓸 때")),
        ]
    }
}

extension FieldCodec where Value == String {
    /// A tag, without control characters. White space around it is left out.
    package static var tag: Self {
        let most = TagLimits.characters
        let line = Self.line(1...most)
        return FieldCodec(.shortText(most), show: { $0 }) { value, key, reader in
            if case .text(let text) = value.content, text.unicodeScalars.count > most {
                let got = "\(text.unicodeScalars.count) characters"
                return reader.reject(.outOfRange(got: got, range: "1–\(most) characters"), key: key, at: value)
            }
            guard let text = line.read(value, key, &reader) else { return nil }
            let tag = PromptText.trimmed(text)
            return tag.isEmpty ? reader.reject(.malformed(got: text, example: "night"), key: key, at: value) : tag
        }
    }
}

extension FieldCodec where Value == NameTemplate {
    static var nameTemplate: Self {
        FieldCodec(.shortText(OutputName.longest), show: { $0.text }) { text throws(FieldFailure.Problem) in
            try NameTemplate(parsing: text)
        }
    }
}

extension FieldTable where Target == GenerationDetails {
    /// Options of a generated picture. The ranges cover all services; a backend may accept less.
    static var generation: FieldTable<GenerationDetails> { FieldTable(painting + result) }

    private static var painting: [Field<GenerationDetails>] {
        [
            Field(
                "negative_prompt", optional: \.negativePrompt, .line(0...4_000),
                FieldHelp("What the picture should not show", "그림에 없어야 할 것")),
            Field(
                "model", optional: \.model, .line(1...200),
                FieldHelp("Model to use instead of the backend's default", "백엔드의 기본 모델 대신 쓸 모델")),
            Field(
                "steps", optional: \.steps, .integer(1...1_000),
                FieldHelp("Number of steps per picture", "그림 하나를 그리는 단계 수")),
            Field(
                "guidance", optional: \.guidance, .number(0...100),
                FieldHelp("How closely the prompt is followed (CFG scale)", "프롬프트를 따르는 정도 (CFG scale)")),
            Field(
                "scheduler", optional: \.scheduler, .line(1...100),
                FieldHelp("The scheduler, by the backend's name for it", "스케줄러, 백엔드가 쓰는 이름으로")),
            Field(
                "strength", optional: \.strength, .number(0...1),
                FieldHelp(
                    "How far to depart from the source picture: 0 not at all, 1 completely",
                    "바탕 그림에서 얼마나 멀어질지: 0은 그대로, 1은 완전히")),
            Field(
                "mask", optional: \.mask, .choice,
                FieldHelp(
                    "Part of the source picture to repaint; transparent: its transparent pixels",
                    "바탕 그림에서 새로 그릴 부분, transparent: 투명한 픽셀")),
        ]
    }

    private static var result: [Field<GenerationDetails>] {
        [
            Field(
                "quality", optional: \.quality, .line(1...64),
                FieldHelp(
                    "Quality, in the backend's words, such as low or high", "백엔드의 용어로 쓴 품질, 예: low, high")),
            Field(
                "picture_format", optional: \.format, .choice,
                FieldHelp("File format of the generated picture", "생성된 그림의 파일 형식")),
            Field(
                "upscale", optional: \.upscale, .integer(2...4),
                FieldHelp("Factor by which the backend enlarges the picture afterwards", "백엔드가 생성한 그림을 확대할 배율")),
        ]
    }
}
