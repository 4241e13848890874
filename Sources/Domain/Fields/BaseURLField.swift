extension FieldCodec where Value == String {
    private static var example: String { "https://api.openai.com/v1" }

    /// A URL with `http` or `https`, a host and optionally a port and a path; without user, query or fragment, and
    /// not the path of a single endpoint. Trailing slashes are removed. Invalid text is not repeated in errors where
    /// it could contain a key.
    package static var baseURL: Self {
        FieldCodec(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            let isSafe = !text.contains { "@?#".contains($0) }
            guard let url = url(text) else { throw .malformed(got: isSafe ? text : "…", example: example) }
            return url
        }
    }

    private static func url(_ text: String) -> String? {
        guard !text.contains("@"), let address = WebAddress(text, allowing: [.international, .zone]),
            address.query == nil, address.fragment == nil
        else { return nil }
        var url = text[...]
        while url.hasSuffix("/") { url = url.dropLast() }
        return url.hasSuffix("/images/generations") ? nil : String(url)
    }
}

extension Field {
    private static var baseURLHelp: FieldHelp {
        FieldHelp("Base URL of the service, including the version", "서비스의 기본 URL, 버전 포함")
    }

    /// The base URL of a service.
    package static func baseURL(_ path: any WritableKeyPath<Target, String> & Sendable) -> Field {
        Field("base_url", path, .baseURL, baseURLHelp)
    }

    /// The base URL of a service that has a default one.
    package static func baseURL(optional path: any WritableKeyPath<Target, String?> & Sendable) -> Field {
        Field("base_url", optional: path, .baseURL, baseURLHelp)
    }

    /// The largest number of input pictures, where the kind of backend doesn't know it.
    package static func inputPictures(_ path: any WritableKeyPath<Target, Int?> & Sendable) -> Field {
        Field(
            "input_pictures", optional: path, .integer(1...Int64(InputPictures.most)),
            FieldHelp(
                "Largest number of input pictures that the model takes; defaults to the service's",
                "모델이 받는 입력 그림의 최대 수, 기본은 서비스의 값"))
    }
}
