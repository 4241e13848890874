package import Domain

/// What an answer means that holds no picture, by its status and the words that came along. It says nothing about money:
/// see `PurchaseProof`.
package struct StatusRefusal: Sendable {
    package let response: HTTPResponse
    package let spoken: SpokenError
    private let quoting: Quoting
    /// Milliseconds since 1970.
    private let now: Int64

    /// `spoken` is read from the body where it isn't given.
    package init(_ response: HTTPResponse, _ spoken: SpokenError? = nil, quoting: Quoting, now: Int64) {
        self.response = response
        self.spoken = spoken ?? SpokenError(response.body)
        self.quoting = quoting
        self.now = now
    }

    /// The status line's. Some bodies repeat it as a code, or name another one; they don't count.
    package var status: Int { response.status }

    package var failure: BackendFailure {
        switch status {
        case 300..<400: moved
        case 401, 403: .auth
        case 402: .quota
        case 404, 410: .gone
        case 408, 409, 425: transient
        case 429: rateLimited
        case 400..<500: invalid
        case 503 where isLoading: loading
        case 504, 524: .timeout
        case 500...: transient
        default: .failed(said: said)
        }
    }

    /// In one line, safe to show.
    package var said: String {
        spoken.message.isEmpty ? "status \(response.status)" : quoting.quoted(spoken.message)
    }

    package var isLoading: Bool {
        ["loading", "starting up", "warming up", "not ready"].contains { spoken.words.contains($0) }
    }

    package var transient: BackendFailure { .transient(said: said) }
    package var rateLimited: BackendFailure { .rateLimited(after: wait) }
    package var loading: BackendFailure { .loading(eta: wait) }

    package var invalid: BackendFailure {
        .invalid(parameter: parameter, said: said)
    }

    /// The field that is refused, safe to show.
    package var parameter: String? {
        let name = spoken.parameter.map { quoting.quoted($0, limit: 64) } ?? ""
        return name.isEmpty ? nil : name
    }

    private var moved: BackendFailure {
        guard let place = response.header("location"), !place.isEmpty else {
            return .config(said: "base_url leads elsewhere (status \(response.status))")
        }
        return .config(said: "base_url leads to \(quoting.quoted(place, limit: 120)), which is not followed")
    }

    /// As the headers say, or the words: `Please try again in 6m0s.`
    private var wait: Int64? {
        if let told = RetryTime.milliseconds(of: response, now: now) { return told }
        guard let found = spoken.message.lowercased().firstRange(of: "try again in ") else { return nil }
        let rest = spoken.message.lowercased()[found.upperBound...].prefix { $0 != " " && $0 != "," }
        let text = rest.last == "." ? rest.dropLast() : rest
        return text.last?.isLetter == true ? RetryTime.milliseconds(of: String(text)) : nil
    }
}
