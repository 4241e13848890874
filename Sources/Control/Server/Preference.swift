internal import Domain

/// What a client prefers (RFC 7240).
enum Preference {
    /// How long to wait for the job, at most ten minutes; `nil` when nothing is said of it.
    static func wait(_ header: String?) throws(Rejection) -> Duration? {
        for part in (header ?? "").lowercased().split(whereSeparator: { $0 == "," || $0 == ";" }) {
            let pair = part.filter { !$0.isWhitespace }.split(separator: "=", maxSplits: 1)
            guard pair.first == "wait" else { continue }
            guard pair.count == 2, let seconds = UInt16(pair[1]) else {
                throw Parameters.wrong("Prefer", .malformed(got: String(part), example: "wait=60"))
            }
            return .seconds(min(Int(seconds), 600))
        }
        return nil
    }
}
