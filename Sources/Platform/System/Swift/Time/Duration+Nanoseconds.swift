extension Duration {
    /// At least 0; none is longer than a century.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, 0), 3_000_000_000) * 1_000_000_000 + max(attoseconds, 0) / 1_000_000_000
    }
}
