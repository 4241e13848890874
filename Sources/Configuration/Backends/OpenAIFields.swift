import Domain

extension OpenAIDraft {
    static var fields: [Field<OpenAIDraft>] {
        [
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
                "send_response_format", \.sendResponseFormat, .flag,
                FieldHelp(
                    "Asks for the picture in the answer; newer models refuse the field", "그림을 답에 담아 달라고 함, 새 모델은 거부함")),
            Field(
                "extra", \.extra, .extra(owned: owned),
                FieldHelp("Further fields of the request, sent as they are", "요청에 그대로 더할 값들")),
        ]
    }

    /// What other settings say, or what would change the shape of the answer.
    private static var owned: Set<String> {
        ["prompt", "model", "n", "size", "quality", "stream", "partial_images"]
    }
}
