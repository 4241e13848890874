/// Names of headers that both ends use.
package enum ControlHeader {
    /// The stable words of what was wrong with a picture that was rendered in spite of it, or of what may disappoint
    /// about its art; with commas.
    package static let warning = "Textify-Warning"
    /// The same key from the same user is the same job.
    package static let idempotencyKey = "Idempotency-Key"
    /// `wait=60`: answer when the job has ended, or after so many seconds.
    package static let prefer = "Prefer"
    /// The `Host` that every request carries.
    package static let host = "textifyd"
}
