import Domain
import MVISimulation

/// What a seed says of a history: who drops what when, how often the service dies, and how.
struct Plan {
    enum Content: Equatable {
        /// A prompt for a provider of this manner.
        case prompt(Provider.Manner)
        /// The same, with front matter.
        case titled(Provider.Manner)
        /// A request on each line; `false`: one of which nothing can be made.
        case batch(Provider.Manner, [Bool])
        /// The same with plain prompts, in a folder that reads them so.
        case lined([Bool])
        case picture
        /// A picture with a file beside it, of which something can be made or not.
        case paired(isGood: Bool)
        /// A text that says it is a picture, or of which nobody knows what it is.
        case bad(String)
    }

    let seed: UInt64
    let drops: [PlannedDrop]
    let lives: [PlannedLife]
    let keepsSources: Bool
    let interval: Duration
    let onUnknown: UnknownPolicy
    let providerSeed: UInt64
    let consumerSeed: UInt64
    let cutSeed: UInt64
    let wishes: [PlannedWish]
    let orders: [PlannedOrder]
    let jumps: [PlannedJump]
    let budget: Budget
    /// While the host of finished pictures can't be reached, though the provider itself works; on the clock.
    let hostOutage: Range<Duration>?
    /// How many held jobs go on in an hour once a cap begins anew.
    let maxRelease: Int
    /// Whether another backend works where one takes no calls.
    let hasFallback: Bool
    /// Whether prompts that lay there before the service are held.
    let holdsExisting: Bool
    /// When the first life begins.
    let startsAfter: Duration
    /// Milliseconds since 1970, at the start: shortly before a day ends.
    let utc: Int64
    let restores: [PlannedRestore]

    init(seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        self.seed = seed
        keepsSources = dice.next() % 4 > 0
        let pace = dice.next()
        // At the shortest a listing looks at a part of the files at rest alone.
        interval = pace % 16 == 0 ? .seconds(8) : pace % 4 == 0 ? .seconds(100) : .seconds(300)
        onUnknown = [.hold, .hold, .retry, .fail][Int(dice.next() % 4)]
        drops = (0..<(5 + Int(dice.next() % 16))).map { Self.drop($0, &dice) }
        lives = (0..<Int(dice.next() % 5)).map { _ in Self.life(&dice) }
        providerSeed = dice.next()
        consumerSeed = dice.next()
        cutSeed = dice.next()
        wishes = Self.wishes(&dice)
        orders = Self.orders(&dice)
        let excursions = Self.excursions(seed)
        jumps = Self.jumps(&dice) + excursions
        let budget = Self.budget(&dice)
        self.budget = excursions.isEmpty || budget != .boundless ? budget : .pictures(Int64(2 + seed % 4))
        hostOutage = Self.hostOutage(seed)
        maxRelease = 1 + Int(dice.next() % 60)
        hasFallback = dice.next() % 4 == 0
        holdsExisting = dice.next() % 2 == 0
        startsAfter = dice.next() % 4 == 0 ? .milliseconds(Int64(dice.next() % 300_000)) : .zero
        utc = 1_790_035_200_000 - Int64(dice.next() % 3_600_000)
        restores = Self.restores(of: drops, &dice)
    }

    private static func drop(_ number: Int, _ dice: inout SplitMix64) -> PlannedDrop {
        let at = Duration.milliseconds(Int64(dice.next() % 600_000))
        let isMoved = dice.next() % 2 == 0
        let word = ["cat", "Cat", "dog"][Int(dice.next() % 3)]
        let lot = dice.next() % 16
        let (content, ending): (Content, String) =
            switch lot {
            case 0..<4: (.prompt(.answering), "txt")
            case 4..<7: (.prompt(.handing), "txt")
            case 7: (.prompt(.lookedUp), "prompt")
            case 8: (.titled([.answering, .handing][Int(dice.next() % 2)]), "txt")
            case 9: (.batch(Provider.Manner.allCases[Int(dice.next() % 3)], lines(&dice)), "jsonl")
            case 10: (.lined(lines(&dice)), "txt")
            case 11: (.paired(isGood: dice.next() % 4 > 0), "png")
            case 12..<15: (.picture, "png")
            default: (.bad("drop \(number)\n"), dice.next() % 2 == 0 ? "png" : "docx")
            }
        return PlannedDrop(
            number: number, content: content, name: FileName("\(word).\(ending)"), at: at, isMoved: isMoved)
    }

    /// At least one of which something can be made.
    private static func lines(_ dice: inout SplitMix64) -> [Bool] {
        [true] + (0..<(dice.next() % 3)).map { _ in dice.next() % 3 > 0 }
    }

    private static func life(_ dice: inout SplitMix64) -> PlannedLife {
        let scale = UInt64(1) << (1 + dice.next() % 10)
        let dies = dice.next() % 5 > 0
        return PlannedLife(
            lastAct: dies ? 1 + Int(dice.next() % scale) : nil,
            stopsAfter: dies ? nil : .milliseconds(Int64(dice.next() % 600_000)),
            isPowerCut: dice.next() % 2 == 0,
            faults: dice.next() % 3 == 0
                ? Life.Faults(disk: dice.next() % 40, database: dice.next() % 40) : Life.Faults(),
            pause: .milliseconds(Int64(1_000 + dice.next() % 120_000)), isLate: dice.next() % 3 == 0, seed: dice.next(),
            reloadsAfter: dice.next() % 3 == 0 ? .milliseconds(Int64(dice.next() % 300_000)) : nil)
    }
}
