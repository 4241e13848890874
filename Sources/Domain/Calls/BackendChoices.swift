/// How often a backend may be asked.
package struct CallRate: Hashable, Sendable {
    /// So many calls …
    package let calls: Int
    /// … in this time.
    package let period: Duration

    package init(calls: Int, per period: Duration) {
        self.calls = max(1, calls)
        self.period = period
    }

    /// Reads `60/min`: a number, and `s`, `min`, `h` or `day`. `nil` when it is anything else.
    package init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let calls = Int(parts[0]), (1...1_000_000).contains(calls),
            let period = Self.units.first(where: { $0.name == parts[1] })?.period
        else { return nil }
        self.init(calls: calls, per: period)
    }

    package var text: String {
        let unit = Self.units.first { $0.period == period }?.name ?? DurationText.text(of: period)
        return "\(calls)/\(unit)"
    }

    /// From call to call, when it is used up.
    package var step: Duration { period / calls }

    private static let units: [(name: String, period: Duration)] = [
        ("s", .seconds(1)), ("min", .seconds(60)), ("h", .seconds(3600)), ("day", .seconds(86_400)),
    ]
}

/// What becomes of a job when an answer was lost after its request went out: the picture may have been made and paid
/// for.
package enum UnknownPolicy: String, Equatable, Sendable, Codable, CaseIterable {
    /// A person decides.
    case hold
    /// It is asked for again, even if that pays twice.
    case retry
    /// The job fails.
    case fail
}

/// The services and servers that speak OpenAI's images dialect, each with its own accent, by the names that a
/// configuration may say.
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

/// How a picture is handed over to be edited, in OpenAI's images dialect.
package enum EditsForm: String, Equatable, Sendable, CaseIterable {
    /// As an address `data:…` in the JSON.
    case json
    /// As a part beside the other fields.
    case multipart
}

/// The services that a template is shipped for, by the names that a configuration may say.
package enum ShippedTemplate: String, Equatable, Sendable, CaseIterable {
    case bfl
    case replicate
    case fal
    case stability
    case gemini
    case huggingface
    case cloudflare
}

/// What a backend of type `fixture` can be told to fail with, by the names that a configuration may say.
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
    /// The answer is lost: nobody knows whether the picture was made.
    case drop
    case empty
    case badResponse = "bad_response"
    /// The picture was made and is not there any more when it is fetched.
    case expired
    case failed
}
