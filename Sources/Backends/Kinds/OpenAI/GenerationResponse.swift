import BackendKit
import Domain

/// Reads the pictures, or the reason for their absence, from a response with status 2xx.
struct GenerationResponse {
    /// The body as JSON; `nil` when it is not JSON, for instance a picture itself.
    let value: JSONValue?
    private let response: HTTPResponse
    /// Maps an error in a response with status 2xx to a failure.
    private let failure: (ReportedError) -> BackendFailure
    private let quoting: Quoting

    init(_ response: HTTPResponse, quoting: Quoting, failure: @escaping (ReportedError) -> BackendFailure) {
        let isPicture = PictureFormat(magic: response.body) != nil
        value = isPicture ? nil : JSONBody.value(response.body)
        self.response = response
        self.failure = failure
        self.quoting = quoting
    }

    /// Returns at least one picture. Throws `.moderated`, `.empty`, or `.badResponse` for anything else.
    func pictures() throws(BackendFailure) -> [ImageSource] {
        // Some gateways send the picture itself as the body.
        if PictureFormat(magic: response.body) != nil { return [.bytes(response.body)] }
        guard !response.body.isEmpty else { throw .empty }
        guard let value = try value?.object() else {
            throw BackendFailure(unreadable: response.body, quoting: quoting)
        }
        let items = try items(value)
        var sources: [ImageSource] = []
        for item in items {
            if let source = try source(item) { sources.append(source) }
        }
        guard sources.isEmpty else { return sources }
        throw nothing(value, items)
    }

    private func items(_ value: JSONValue) throws(BackendFailure) -> [JSONValue] {
        guard let data = value["data"] else { return [] }
        guard let items = data.list else {
            throw .badResponse(said: "\(data.kindName) in \"data\", where a list was expected")
        }
        return items
    }

    /// Returns the first of `b64_json` and `url` that is not blank.
    private func source(_ item: JSONValue) throws(BackendFailure) -> ImageSource? {
        guard case .object = item else {
            if item == .null { return nil }
            throw .badResponse(said: "\(item.kindName) in \"data\", where an object was expected")
        }
        for name in ["b64_json", "url"] {
            guard let value = item[name] else { continue }
            guard let text = value.text else { throw .badResponse(said: "\(value.kindName) in \"\(name)\"") }
            if text.utf8.allSatisfy({ $0 <= 32 }) { continue }
            return try name == "url" ? address(text) : .bytes(EmbeddedPicture.bytes(text))
        }
        return nil
    }

    private func address(_ text: String) throws(BackendFailure) -> ImageSource {
        if EmbeddedPicture.isEmbedded(text) { return try .bytes(EmbeddedPicture.bytes(text)) }
        guard WebAddress.isMeant(by: text) else {
            let scheme = quoting.quoted(String(text.prefix { $0 != ":" }), limit: 16)
            throw .badResponse(said: "an address that is neither http nor https: \(scheme)")
        }
        guard text.utf8.count <= JobHandle.longest else { throw .badResponse(said: "an address that is too long") }
        return .url(text)
    }

    /// The failure for a response without pictures: an error with status 2xx, a refusal, or nothing at all.
    private func nothing(_ value: JSONValue, _ items: [JSONValue]) -> BackendFailure {
        let isRefused = ([value] + items).contains { item in
            item["respect_moderation"]?.flag == false || item["moderated"]?.flag == true
                || item["finish_reason"]?.text?.lowercased() == "content_filter"
        }
        if isRefused { return .moderated(stage: "picture", charged: nil) }
        let spoken = ReportedError(value)
        guard spoken.isOwn else { return .empty }
        return failure(spoken)
    }
}

/// The place of the cost in a response.
enum CostSource: Equatable {
    /// A header with the cost in dollars, as a decimal.
    case header(String)
    /// `usage.cost`, in dollars.
    case usage
    /// `usage.cost_in_usd_ticks`, in units of 1e-10 dollars.
    case ticks
}

extension CostSource {
    /// Returns the cost from the first of `places` that has one.
    static func cost(of response: HTTPResponse, _ value: JSONValue?, in places: [CostSource]) -> Money? {
        for place in places {
            if let cost = place.dollars(response, value).flatMap({ Money(dollars: $0) }) { return cost }
        }
        return nil
    }

    private func dollars(_ response: HTTPResponse, _ value: JSONValue?) -> Double? {
        switch self {
        case .header(let name): response.header(name).flatMap { Double($0) }
        case .usage: value?["usage"]?["cost"]?.word.flatMap { Double($0) }
        case .ticks: value?["usage"]?["cost_in_usd_ticks"]?.word.flatMap { Double($0) }.map { $0 / 1e10 }
        }
    }
}

extension Money {
    /// Creates an amount rounded to the nearest millionth of a dollar; `nil` for a value that is not a price.
    fileprivate init?(dollars: Double) {
        let micros = (dollars * 1e6).rounded()
        guard micros.isFinite, 0...1e15 ~= micros else { return nil }
        self.init(micros: Int64(micros), currency: "USD")
    }
}
