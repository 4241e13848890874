import Domain

/// What backends speak.
enum BackendType: String, Sendable, CaseIterable {
    case openai
}

/// A backend while it is read.
struct BackendDraft: Sendable {
    var type: BackendType?
    var baseURL: String?
    var model: String?
    var key: KeySource?
    var quality: String?
    var size: PictureSize?
    var sizes: [PictureSize] = []
    var concurrency = 4
    var timeout: Duration = .seconds(300)
    var probeInterval: Duration = .seconds(30)
    var onUnknown = UnknownPolicy.hold
    var sendResponseFormat = false
    var extra: [String: JSONValue] = [:]

    /// `nil` when something is missing, which has been reported.
    func settings(_ name: String, _ reader: inout FieldReader, key place: String, at table: FieldValue)
        -> BackendSettings?
    {
        for (field, isThere) in [("type", type != nil), ("base_url", baseURL != nil), ("model", model != nil)] {
            if !isThere, table[field] == nil {
                reader.report(.missing, key: FieldReader.join(place, field), at: table)
            }
        }
        guard type != nil, let baseURL, let model else { return nil }
        let service = OpenAISettings(
            baseURL: baseURL, model: model, quality: quality, sizes: sizes, sendResponseFormat: sendResponseFormat,
            extra: extra)
        return BackendSettings(
            name: name, service: .openai(service), key: key, size: size, concurrency: concurrency, timeout: timeout,
            probeInterval: probeInterval, onUnknown: onUnknown)
    }
}
