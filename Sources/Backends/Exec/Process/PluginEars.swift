import Domain

/// Lines out of what a child says. Used by the child's own thread alone.
struct PluginEars {
    var output = LineCutter(longest: PluginProtocol.longestLine)
    var errors = LineCutter(longest: PluginProtocol.longestRemark)
}

/// Lets so many lines a minute into the log.
struct RemarkGate {
    static let most = 120
    private static let span = Duration.seconds(60)

    private var since: Duration?
    private var count = 0
    private var dropped = 0

    /// Whether one more may pass, and how many did not before it.
    mutating func pass(at now: Duration) -> (mayPass: Bool, dropped: Int) {
        if let since, now - since < Self.span {
            count += 1
            guard count <= Self.most else {
                dropped += 1
                return (false, 0)
            }
            return (true, 0)
        }
        (since, count) = (now, 1)
        defer { dropped = 0 }
        return (true, dropped)
    }
}
