extension JobState {
    /// Every state's word, in the order in which a job may come to them.
    package static var words: [String] {
        [
            "queued", "submitting", "submitted", "generated", "staged", "done", "waiting", "held", "unknown", "failed",
            "cancelled",
        ]
    }
}
