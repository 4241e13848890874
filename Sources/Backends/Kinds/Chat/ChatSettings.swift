package import BackendKit
package import Domain

/// A vision model behind OpenAI's chat API, which suggests tags.
package struct ChatSettings: BackendKindSettings {
    /// Such as `https://api.openai.com/v1`, without a slash at the end.
    var baseURL = ""
    /// Always sent.
    var model = ""
    /// Fields merged into the body unchanged.
    var extra: [String: JSONValue] = [:]

    package static let kind = BackendKind(
        type: ChatBackend.kind, defaults: ChatSettings(), fields: { _ in fields },
        required: ["base_url", "model"], traits: BackendTraits(makesPictures: false),
        limits: { _ in CallLimits(concurrency: 1, timeout: .seconds(120)) }
    ) { own, context, host in
        PreparedBackend(context) { ChatBackend(own, $0, transport: host.transport, utc: host.utc) }
    }

    package var address: String? { baseURL }

    package func addPurchase(to fields: inout CanonicalFields) {
        fields.add("base_url", baseURL)
        fields.add("model", model)
        fields.add("extra", extra)
    }

    private static var fields: [Field<ChatSettings>] {
        [
            .baseURL(\.baseURL),
            Field("model", \.model, .line(1...200), FieldHelp("Vision model", "그림을 보는 모델의 이름")),
            Field(
                "extra", \.extra, .extra(owned: ["messages", "model", "n", "stream"]),
                FieldHelp("Additional request fields, sent unchanged", "요청에 그대로 추가할 필드")),
        ]
    }
}

extension ChatSettings {
    /// A service and its model; everything else has its default.
    package init(at baseURL: String, model: String) {
        self.init()
        self.baseURL = baseURL
        self.model = model
    }
}
