/// One job with all that is known of it.
package struct JobDetail: Codable, Equatable, Sendable {
    /// A state that it came to.
    package struct Step: Codable, Equatable, Sendable {
        package var state: String
        package var at: WireTime
        package var code: String?
        package var detail: String?

        package init(state: String, at: WireTime, code: String? = nil, detail: String? = nil) {
            self.state = state
            self.at = at
            self.code = code
            self.detail = detail
        }
    }

    /// A file that it left, or will leave, in its outbox.
    package struct Output: Codable, Equatable, Sendable {
        /// `txt`, `ansi`, `html`, `art.png`, `picture` or `json`.
        package var kind: String
        package var name: String

        package init(kind: String, name: String) {
            self.kind = kind
            self.name = name
        }
    }

    /// The picture, once it lies in the store.
    package struct Picture: Codable, Equatable, Sendable {
        /// SHA-256, 64 hexadecimal characters.
        package var digest: String
        package var format: String

        package init(digest: String, format: String) {
            self.digest = digest
            self.format = format
        }
    }

    package var summary: JobSummary
    /// What it asks for, every default filled in: the fields as in files, each as a person would write it.
    package var request: [String: String]
    /// Where these were said: `defaults`, `backend`, `watch`, `folder_file`, `subfolders`, `front_matter`, `sidecar`,
    /// `request` or `submission`; of tags, all who said some. What is not here is built in.
    package var origins: [String: [String]]
    /// For show: nobody but the service opens it.
    package var outbox: String
    package var outputs: [Output]
    package var picture: Picture?
    /// What its calls cost, such as `0.05 USD`, one for each currency.
    package var cost: [String]
    /// How many of its calls nobody knows the end of: they count as paid for.
    package var lostCalls: Int
    /// Oldest first.
    package var history: [Step]

    package init(
        summary: JobSummary, request: [String: String], origins: [String: [String]] = [:], outbox: String,
        outputs: [Output] = [],
        picture: Picture? = nil, cost: [String] = [], lostCalls: Int = 0, history: [Step] = []
    ) {
        self.summary = summary
        self.request = request
        self.origins = origins
        self.outbox = outbox
        self.outputs = outputs
        self.picture = picture
        self.cost = cost
        self.lostCalls = lostCalls
        self.history = history
    }
}

/// A detail is a summary and more: on the wire they are one object.
extension JobDetail {
    private enum CodingKeys: String, CodingKey {
        case request, origins, outbox, outputs, picture, cost, history
        case lostCalls = "lost_calls"
    }

    package init(from decoder: any Decoder) throws {
        summary = try JobSummary(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        request = try container.decode([String: String].self, forKey: .request)
        origins = try container.decodeIfPresent([String: [String]].self, forKey: .origins) ?? [:]
        outbox = try container.decode(String.self, forKey: .outbox)
        outputs = try container.decode([Output].self, forKey: .outputs)
        picture = try container.decodeIfPresent(Picture.self, forKey: .picture)
        cost = try container.decodeIfPresent([String].self, forKey: .cost) ?? []
        lostCalls = try container.decodeIfPresent(Int.self, forKey: .lostCalls) ?? 0
        history = try container.decode([Step].self, forKey: .history)
    }

    package func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(request, forKey: .request)
        try container.encode(origins, forKey: .origins)
        try container.encode(outbox, forKey: .outbox)
        try container.encode(outputs, forKey: .outputs)
        try container.encodeIfPresent(picture, forKey: .picture)
        try container.encode(cost, forKey: .cost)
        try container.encode(lostCalls, forKey: .lostCalls)
        try container.encode(history, forKey: .history)
    }
}
