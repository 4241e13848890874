/// When a plugin ended by itself, and what follows from that.
struct CrashRecord: Equatable, Sendable {
    /// So many within `span` are too many.
    static let most = 5
    static let span = Duration.seconds(600)
    private static let longestPause = Duration.seconds(60)

    private var times: [Duration] = []
    /// How many came one after the other.
    private var row = 0

    mutating func note(_ now: Duration) {
        times = times.filter { now - $0 < Self.span } + [now]
        row += 1
    }

    /// It has done something since.
    mutating func worked() {
        row = 0
    }

    /// Whether it is left alone, until the first of the last crashes is long ago.
    func isBroken(at now: Duration) -> Bool {
        times.count { now - $0 < Self.span } >= Self.most
    }

    /// How long to wait before it is started again: one second after the first crash, and twice as long after each
    /// further, up to a minute.
    func pause(at now: Duration) -> Duration {
        guard let last = times.last, row > 0 else { return .zero }
        let pause = min(Self.longestPause, .seconds(1 << min(row - 1, 6)))
        return max(.zero, last + pause - now)
    }
}
