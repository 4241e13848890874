import Domain
import MVISimulation

extension Plan {
    /// What somebody wants of one of the jobs that there are then.
    struct PlannedWish {
        enum Kind {
            case cancel
            case retry(mayPayTwice: Bool)
            case approve
        }

        /// After the history's start.
        let at: Duration
        let kind: Kind
        /// Of which job, among those of which it can be wanted.
        let pick: UInt64
    }

    /// Something is ordered through the control socket, under a key: until an answer comes, it is ordered again.
    struct PlannedOrder {
        /// After the history's start.
        let at: Duration
        let number: Int
        /// A picture, else a prompt.
        let isPicture: Bool
        /// Whether the one who ordered gets no answer the first time.
        let isCutOff: Bool

        var words: String { "order \(number)" }
        var folder: String { isPicture ? Installation.pictureFolder : Provider.Manner.answering.rawValue }
    }

    /// The time of day is set.
    struct PlannedJump {
        /// After the history's start.
        let at: Duration
        /// In milliseconds, forward or back.
        let by: Int64
    }

    /// What may be spent.
    enum Budget: Equatable {
        case boundless
        /// Pictures a day, of all backends together.
        case pictures(Int64)
        /// Pictures' worth a day, of each backend that costs something.
        case money(Int64)
        /// Pictures a day, of each folder.
        case folders(Int64)
    }

    static func wishes(_ dice: inout SplitMix64) -> [PlannedWish] {
        guard dice.next() % 2 == 0 else { return [] }
        return (0..<(1 + dice.next() % 8)).map { _ in
            let kind: PlannedWish.Kind =
                switch dice.next() % 10 {
                case 0..<4: .cancel
                case 4..<6: .retry(mayPayTwice: false)
                case 6..<8: .retry(mayPayTwice: true)
                default: .approve
                }
            return PlannedWish(at: moment(1_200, &dice), kind: kind, pick: dice.next())
        }
    }

    static func orders(_ dice: inout SplitMix64) -> [PlannedOrder] {
        guard dice.next() % 2 == 0 else { return [] }
        return (0..<(1 + Int(dice.next() % 3))).map { number in
            PlannedOrder(
                at: moment(600, &dice), number: number, isPicture: dice.next() % 2 == 0,
                isCutOff: dice.next() % 2 == 0)
        }
    }

    static func jumps(_ dice: inout SplitMix64) -> [PlannedJump] {
        guard dice.next() % 4 == 0 else { return [] }
        return (0..<(1 + dice.next() % 3)).map { _ in
            let most: UInt64 = [1_000, 3_600_000, 86_400_000, 4 * 86_400_000][Int(dice.next() % 4)]
            let by = Int64(dice.next() % most)
            return PlannedJump(at: moment(900, &dice), by: dice.next() % 2 == 0 ? by : -by)
        }
    }

    /// The clock is far ahead for a while, once or twice in a row, as with a dead battery or a wrong time server. Drawn
    /// from dice of their own, so that the plans of earlier seeds stay as they were.
    static func excursions(_ seed: UInt64) -> [PlannedJump] {
        var dice = SplitMix64(seed: seed ^ 0x6a75_6d70)
        guard dice.next() % 8 == 0 else { return [] }
        let by = Int64(1 + dice.next() % 3_652) * 86_400_000
        return (0...(dice.next() % 2)).flatMap { turn in
            let start = moment(400, &dice) + .seconds(450 * Int64(turn))
            return [PlannedJump(at: start, by: by), PlannedJump(at: start + moment(400, &dice), by: -by)]
        }
    }

    /// From within the first minutes on, for up to thirty hours: most are over before a picture is given up.
    static func hostOutage(_ seed: UInt64) -> Range<Duration>? {
        var dice = SplitMix64(seed: seed ^ 0x686f_7374)
        guard dice.next() % 4 == 0 else { return nil }
        let start = moment(300, &dice)
        return start..<(start + moment(dice.next() % 4 == 0 ? 108_000 : 10_000, &dice))
    }

    static func budget(_ dice: inout SplitMix64) -> Budget {
        let most = Int64(2 + dice.next() % 6)
        return switch dice.next() % 8 {
        case 0: .pictures(most)
        case 1: .money(most)
        case 2: .folders(most)
        default: .boundless
        }
    }

    /// Whether a finished picture may be given up: its host is away for longer than it is fetched, or the clock says so.
    var mayOutlastFetches: Bool {
        let isAway = hostOutage.map { $0.upperBound - $0.lowerBound > .seconds(80_000) } == true
        return isAway || jumps.contains { $0.by > 0 }
    }

    /// A moment within so many seconds.
    private static func moment(_ seconds: UInt64, _ dice: inout SplitMix64) -> Duration {
        .milliseconds(Int64(dice.next() % (seconds * 1_000)))
    }
}
