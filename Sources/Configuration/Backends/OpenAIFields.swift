import Domain

extension OpenAIDraft {
    static var fields: [Field<OpenAIDraft>] {
        [
            Field(
                "profile", \.profile, .choice,
                FieldHelp("Dialect of the service", "따르는 서비스의 방식")),
            Field(
                "api_version", optional: \.apiVersion, .apiVersion, startingFrom: "",
                FieldHelp("Azure API version, such as 2025-04-01-preview", "Azure API 버전, 예: 2025-04-01-preview")),
            Field(
                "model", optional: \.model, .line(1...200), startingFrom: "",
                FieldHelp("Model, sent with every request", "모든 요청에 보낼 모델 이름")),
            Field(
                "quality", optional: \.quality, .line(1...64), startingFrom: "",
                FieldHelp("Quality, such as low, medium or high", "품질: low, medium, high 등")),
            Field(
                "sizes", \.sizes,
                .list(of: .size(sides: 16...8192), startingFrom: PictureSize(width: 1024, height: 1024)),
                unit: "pixels",
                FieldHelp("Sizes that the model supports", "모델이 지원하는 크기")),
            Field(
                "send_response_format", optional: \.sendResponseFormat, .flag, startingFrom: false,
                FieldHelp(
                    "Whether to request the picture in the response; defaults to the profile's",
                    "그림을 응답에 담도록 요청할지 여부, 기본은 프로필의 설정")),
            Field(
                "edits", optional: \.edits, .choice, startingFrom: .json,
                FieldHelp(
                    "Encoding of input pictures: json or multipart; defaults to the profile's",
                    "입력 그림의 전송 방식: json 또는 multipart, 기본은 프로필의 설정")),
            Field(
                "extra", \.extra, .extra(owned: owned),
                FieldHelp("Additional request fields, sent unchanged", "요청에 그대로 추가할 필드")),
        ]
    }

    /// Fields that have their own settings, or that would change the form of the response.
    private static var owned: Set<String> {
        ["prompt", "model", "n", "size", "quality", "stream", "partial_images", "image", "images", "mask"]
    }
}

extension FieldCodec where Value == String {
    /// A date, optionally followed by a word.
    fileprivate static var apiVersion: Self {
        FieldCodec(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            let isPlain = text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), 48...57, UInt8(ascii: "-"): true
                default: false
                }
            }
            guard isPlain, 1...32 ~= text.utf8.count else {
                throw .malformed(got: text, example: "2025-04-01-preview")
            }
            return text
        }
    }
}
