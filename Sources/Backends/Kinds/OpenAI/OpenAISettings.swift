package import BackendKit
package import Domain

/// A service with OpenAI's images API.
package struct OpenAISettings: BackendKindSettings {
    /// Such as `https://api.openai.com/v1`, without a slash at the end.
    var baseURL = ""
    var profile = ImagesProfile.openai
    /// Azure's API version, such as `2025-04-01-preview`.
    var apiVersion: String?
    /// Always sent.
    var model = ""
    /// `low`, `medium`, `high` and so on; sent when there is one.
    var quality: String?
    /// The sizes that the model supports; empty for those the service is known to support.
    var sizes: [PictureSize] = []
    /// Whether to request the picture in the response: older models and some servers return addresses otherwise; newer
    /// models reject the field. `nil` for the profile's default.
    var sendResponseFormat: Bool?
    /// The form of input pictures. `nil` for the profile's default.
    var edits: EditEncoding?
    /// The largest number of input pictures. `nil` for the profile's default.
    var inputPictures: Int?
    /// Fields merged into the body unchanged.
    var extra: [String: JSONValue] = [:]

    package static let kind = BackendKind(
        type: OpenAIBackend.kind, defaults: OpenAISettings(), fields: { _ in fields },
        required: ["base_url", "model"], traits: BackendTraits(returnsURLs: true), limits: limits,
        check: { $0.checkVersion($1, $2, &$3) }
    ) { own, context, host in
        PreparedBackend(context) {
            OpenAIBackend(own, $0, transport: host.transport, utc: host.utc, notice: host.notice)
        }
    }

    package var address: String? { baseURL }

    package func addPurchase(to fields: inout CanonicalFields) {
        fields.add("base_url", baseURL)
        fields.add("profile", profile.rawValue)
        fields.add("api_version", apiVersion)
        fields.add("model", model)
        fields.add("quality", quality)
        for size in sizes { fields.add("size", "\(size.width)x\(size.height)") }
        if let sendResponseFormat { fields.add("send_response_format", sendResponseFormat) }
        fields.add("edits", edits?.rawValue)
        fields.add("extra", extra)
    }

    package var configuredOptions: Set<GenerationOption> { .where([.model: true, .quality: quality != nil]) }

    private static func limits(_ table: FieldValue) -> CallLimits {
        guard case .text(let text) = table["profile"]?.value.content,
            let profile = ImagesProfile(rawValue: text)
        else { return CallLimits() }
        return switch profile {
        case .openai, .azure, .together, .xai, .litellm: CallLimits()
        // They usually run on the user's own machine, which may be slow.
        case .localai, .vllm: CallLimits(timeout: CallLimits.ownHardware.timeout)
        case .sdcpp: .ownHardware
        }
    }

    /// Azure's older URLs require the API version; other profiles have none.
    private func checkVersion(_ table: FieldValue, _ key: String, _ reader: inout FieldReader) {
        let key = FieldReader.join(key, "api_version")
        if profile == .azure, !baseURL.hasSuffix("/v1"), table["api_version"] == nil {
            reader.report(.missing, key: key, at: table)
        } else if profile != .azure, let version = table["api_version"] {
            reader.report(.conflict(with: "profile = \"\(profile.rawValue)\""), key: key, at: version)
        }
    }

    private static var fields: [Field<OpenAISettings>] {
        [
            .baseURL(\.baseURL),
            Field(
                "profile", \.profile, .choice,
                FieldHelp("Dialect of the service", "따르는 서비스의 방식")),
            Field(
                "api_version", optional: \.apiVersion, .apiVersion,
                FieldHelp("Azure API version, such as 2025-04-01-preview", "Azure API 버전, 예: 2025-04-01-preview")),
            Field(
                "model", \.model, .line(1...200),
                FieldHelp("Model, sent with every request", "모든 요청에 보낼 모델 이름")),
            Field(
                "quality", optional: \.quality, .line(1...64),
                FieldHelp("Quality, such as low, medium or high", "품질: low, medium, high 등")),
            Field(
                "sizes", \.sizes, .list(of: .size(sides: 16...8192)), unit: "pixels",
                FieldHelp("Sizes that the model supports", "모델이 지원하는 크기")),
            Field(
                "send_response_format", optional: \.sendResponseFormat, .flag,
                FieldHelp(
                    "Whether to request the picture in the response; defaults to the profile's",
                    "그림을 응답에 담도록 요청할지 여부, 기본은 프로필의 설정")),
            Field(
                "edits", optional: \.edits, .choice,
                FieldHelp(
                    "Encoding of input pictures: json or multipart; defaults to the profile's",
                    "입력 그림의 전송 방식: json 또는 multipart, 기본은 프로필의 설정")),
            .inputPictures(\.inputPictures),
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

extension OpenAISettings {
    /// A service and its model; everything else has its default.
    package init(at baseURL: String, model: String) {
        self.init()
        self.baseURL = baseURL
        self.model = model
    }
}

/// The services and servers that implement OpenAI's images API with deviations of their own. The raw value is the name
/// in configurations.
package enum ImagesProfile: String, Equatable, Sendable, CaseIterable {
    case openai
    case azure
    case together
    case xai
    case litellm
    case localai
    case sdcpp
    case vllm
}

/// The encoding of source pictures for edits in OpenAI's images API.
package enum EditEncoding: String, Equatable, Sendable, CaseIterable {
    /// A `data:` URL in the JSON body.
    case json
    /// A multipart form field.
    case multipart
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
