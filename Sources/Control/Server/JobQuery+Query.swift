internal import ControlAPI
internal import Domain

extension JobQuery {
    /// `state` may stand more than once, or hold words with commas between. `after` and `since` are left out: others find
    /// out what they mean.
    init(_ query: [QueryString.Item]) throws(Rejection) {
        self.init()
        for word in query.all("state").flatMap({ $0.split(separator: ",").map(String.init) }) {
            guard JobState.words.contains(word) else {
                throw Parameters.wrong(
                    "state",
                    .notOneOf(got: word, choices: JobState.words, nearest: NearestName.of(word, among: JobState.words)))
            }
            states.append(word)
        }
        folder = query.text("folder")
        backend = query.text("backend")
        if let text = query.text("limit") { limit = try Self.limit(text) }
    }

    private static func limit(_ text: String) throws(Rejection) -> Int {
        guard let limit = Int(text) else { throw Parameters.wrong("limit", .malformed(got: text, example: "50")) }
        guard (1...1000).contains(limit) else {
            throw Parameters.wrong("limit", .outOfRange(got: text, range: "1–1000"))
        }
        return limit
    }
}
