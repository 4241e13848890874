extension FieldTable where Target == Request {
    /// The fields of a whole request, as front matter has them. `backends` are the names that are configured.
    package static func request(backends: [String]) -> FieldTable<Request> {
        let prompt = Field(
            "prompt", optional: \Request.prompt, .text, startingFrom: "",
            FieldHelp("What the picture shall show", "그림에 담을 내용"))
        return FieldTable([prompt] + options(backends, .art))
    }

    /// The same without the prompt, for defaults and folders.
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

extension Request {
    /// The words that a picture is generated from; `nil` when there are none (yet).
    package var prompt: String? {
        get {
            switch source {
            case .prompt(let words), .edit(let words, _, _): words.isEmpty ? nil : words
            case .picture: nil
            }
        }
        set {
            guard case .edit(_, let digest, let format) = source else { return source = .prompt(newValue ?? "") }
            source = .edit(newValue ?? "", digest, format)
        }
    }

    /// What is built in: a request with no words yet, for defaults and folders to be laid over.
    package static var builtIn: Request { Request(source: .prompt("")) }
}

extension FieldForm where Value == String {
    /// A tag: 1–64 characters, no control characters, no space at its ends.
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
