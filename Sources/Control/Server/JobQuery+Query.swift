internal import ControlAPI
internal import Domain

extension JobQuery {
    /// `state` may stand more than once, or hold words with commas between.
    init(_ query: [QueryString.Item]) throws(Rejection) {
        var parameters = Parameters(query)
        self.init()
        for word in parameters.all("state").flatMap({ $0.split(separator: ",").map(String.init) }) {
            guard Self.words.contains(word) else {
                throw Parameters.wrong(
                    "state",
                    .notOneOf(got: word, choices: Self.words, nearest: NearestName.of(word, among: Self.words)))
            }
            states.append(word)
        }
        folder = try parameters.text("folder")
        if let text = try parameters.text("limit") { limit = try Self.limit(text) }
        if let text = try parameters.text("after") {
            guard let id = JobID(text: text) else {
                throw Parameters.wrong("after", .malformed(got: text, example: "01k0c2n6d3s8x4v9b7m5q1w2e3"))
            }
            after = id
        }
        try parameters.finish()
    }

    private static func limit(_ text: String) throws(Rejection) -> Int {
        guard let limit = Int(text) else { throw Parameters.wrong("limit", .malformed(got: text, example: "50")) }
        guard (1...1000).contains(limit) else {
            throw Parameters.wrong("limit", .outOfRange(got: text, range: "1–1000"))
        }
        return limit
    }

    private static var words: [String] {
        [
            "queued", "submitting", "submitted", "generated", "staged", "done", "waiting", "held", "unknown", "failed",
            "cancelled",
        ]
    }
}
