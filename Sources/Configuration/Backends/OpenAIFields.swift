import Domain

extension OpenAIDraft {
    static var fields: [Field<OpenAIDraft>] {
        [
            Field(
                "profile", \.profile, .choice,
                FieldHelp("Whose habits the service has", "어느 서비스의 방식을 따르는지")),
            Field(
                "api_version", optional: \.apiVersion, .apiVersion, startingFrom: "",
                FieldHelp("Azure's date of the interface, such as 2025-04-01-preview", "Azure API의 날짜")),
            Field(
                "model", optional: \.model, .line(1...200), startingFrom: "",
                FieldHelp("The model, always named to the service", "모델 이름, 언제나 함께 보냄")),
            Field(
                "quality", optional: \.quality, .line(1...64), startingFrom: "",
                FieldHelp("Such as low, medium or high", "low, medium, high 등")),
            Field(
                "sizes", \.sizes,
                .list(of: .size(sides: 16...8192), startingFrom: PictureSize(width: 1024, height: 1024)),
                unit: "pixels",
                FieldHelp("The sizes that the model takes", "모델이 받는 크기들")),
            Field(
                "send_response_format", optional: \.sendResponseFormat, .flag, startingFrom: false,
                FieldHelp(
                    "Asks for the picture in the answer, or not; else as the profile knows",
                    "그림을 답에 담아 달라고 할지, 없으면 프로필대로")),
            Field(
                "edits", optional: \.edits, .choice, startingFrom: .json,
                FieldHelp(
                    "How given pictures are sent: json or multipart; else as the profile knows",
                    "바탕 그림을 보내는 방식: json 또는 multipart, 없으면 프로필대로")),
            Field(
                "extra", \.extra, .extra(owned: owned),
                FieldHelp("Further fields of the request, sent as they are", "요청에 그대로 더할 값들")),
        ]
    }

    /// What other settings say, or what would change the shape of the answer.
    private static var owned: Set<String> {
        ["prompt", "model", "n", "size", "quality", "stream", "partial_images", "image", "images", "mask"]
    }
}

extension FieldForm where Value == String {
    /// A date, and perhaps a word behind it.
    fileprivate static var apiVersion: Self {
        FieldForm(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
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
