/// The largest rate of calls to a backend.
package struct RateLimit: Hashable, Sendable {
    /// The calls allowed per period, at least 1.
    package let calls: Int
    /// The length of the period.
    package let period: Duration

    package init(calls: Int, per period: Duration) {
        self.calls = max(1, calls)
        self.period = period
    }

    /// Reads `60/min`: a number from 1 to 1,000,000, and `s`, `min`, `h` or `day`. `nil` for anything else.
    package init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let calls = Int(digits: parts[0]), (1...1_000_000).contains(calls),
            let period = Self.units.first(where: { $0.name == parts[1] })?.period
        else { return nil }
        self.init(calls: calls, per: period)
    }

    package var text: String {
        let unit = Self.units.first { $0.period == period }?.name ?? DurationText.text(of: period)
        return "\(calls)/\(unit)"
    }

    /// The interval between calls once the rate is exhausted.
    package var step: Duration { period / calls }

    private static let units: [(name: String, period: Duration)] = [
        ("s", .seconds(1)), ("min", .seconds(60)), ("h", .seconds(3600)), ("day", .seconds(86_400)),
    ]
}

/// The policy for a job whose answer was lost after its request was sent: the picture may have been made and paid for.
package enum UnknownOutcomePolicy: String, Equatable, Sendable, Codable, CaseIterable {
    /// The job waits until a person decides.
    case hold
    /// The picture is requested again, even if that pays twice.
    case retry
    /// The job fails.
    case fail
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

/// The services for which a template is shipped. The raw value is the name in configurations.
package enum ShippedTemplate: String, Equatable, Sendable, CaseIterable {
    case bfl
    case replicate
    case fal
    case stability
    case gemini
    case huggingface
    case cloudflare
}

/// A failure that a backend of type `fixture` simulates. The raw value is the name in configurations.
package enum FixtureFault: String, Equatable, Sendable, CaseIterable {
    case auth
    case quota
    case rateLimited = "rate_limited"
    case moderated
    case invalid
    case gone
    case loading
    case transient
    case timeout
    /// The answer is lost after the request was sent, so that the outcome is unknown.
    case drop
    case empty
    case badResponse = "bad_response"
    /// The picture was made but no longer exists when it is fetched.
    case expired
    case failed
}
