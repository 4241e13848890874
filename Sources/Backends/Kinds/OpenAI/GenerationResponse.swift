import BackendKit
import Domain

/// Reads the pictures, or the reason for their absence, from a response with status 2xx.
struct GenerationResponse {
    let response: HTTPResponse
    let quoting: Quoting
    /// Maps an error in a response with status 2xx to a failure.
    let failure: (ReportedError) -> BackendFailure

    /// Returns at least one picture, and the body as JSON; `nil` where the body is the picture itself, as some gateways
    /// send it. Throws `.moderated`, `.empty`, or `.badResponse` for anything else.
    func pictures() throws(BackendFailure) -> (sources: [ImageSource], body: JSONValue?) {
        if PictureFormat(magic: response.body) != nil { return ([.bytes(response.body)], nil) }
        let body = try response.object(quoting: quoting)
        let items = try body.list("data") ?? []
        var sources: [ImageSource] = []
        for item in items {
            if let source = try source(item) { sources.append(source) }
        }
        guard !sources.isEmpty else { throw reasonForNoPicture(body, items) }
        return (sources, body)
    }

    /// Returns the first of `b64_json` and `url` that is not blank.
    private func source(_ item: JSONValue) throws(BackendFailure) -> ImageSource? {
        guard case .object = item else {
            if item == .null { return nil }
            throw .badResponse(message: "\(item.kindName) in \"data\", where an object was expected")
        }
        for name in ["b64_json", "url"] {
            guard let value = item[name] else { continue }
            guard let text = value.text else { throw .badResponse(message: "\(value.kindName) in \"\(name)\"") }
            if text.isBlank { continue }
            if name == "url", !EmbeddedPicture.isEmbedded(text) { return try ImageSource(url: text, quoting: quoting) }
            return .bytes(try EmbeddedPicture.bytes(text))
        }
        return nil
    }

    /// The failure for a response without pictures: an error with status 2xx, a refusal, or nothing at all.
    private func reasonForNoPicture(_ body: JSONValue, _ items: [JSONValue]) -> BackendFailure {
        let isRefused = ([body] + items).contains { item in
            item["respect_moderation"]?.flag == false || item["moderated"]?.flag == true
                || item["finish_reason"]?.text?.lowercased() == "content_filter"
        }
        if isRefused { return .moderated(stage: "picture", charged: nil) }
        let error = ReportedError(body)
        return error.isOwn ? failure(error) : .empty
    }
}

/// The part of a response that has the cost.
enum CostSource: Equatable {
    /// A header with the cost in dollars, as a decimal.
    case header(String)
    /// `usage.cost`, in dollars.
    case usage
    /// `usage.cost_in_usd_ticks`, in units of 1e-10 dollars.
    case ticks

    /// Returns the cost from the first of the sources that has one.
    static func cost(of response: HTTPResponse, _ body: JSONValue?, in sources: [CostSource]) -> Money? {
        sources.lazy.compactMap { source in
            source.dollars(response, body).flatMap { Money(amount: $0, currency: "USD") }
        }.first
    }

    private func dollars(_ response: HTTPResponse, _ body: JSONValue?) -> Double? {
        switch self {
        case .header(let name): response.header(name).flatMap { Double($0) }
        case .usage: body?["usage"]?["cost"]?.word.flatMap { Double($0) }
        case .ticks: body?["usage"]?["cost_in_usd_ticks"]?.word.flatMap { Double($0) }.map { $0 / 1e10 }
        }
    }
}
