extension JobState {
    /// Every state's word, in the order in which a job may come to them.
    public static var words: [String] {
        [
            "queued", "submitting", "submitted", "generated", "staged", "done", "waiting", "held", "unknown", "failed",
            "cancelled",
        ]
    }
}
