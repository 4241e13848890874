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

extension Plan {
    /// One life of the service.
    struct PlannedLife {
        /// It dies at this act; `nil`: it is stopped, or rests.
        let lastAct: Int?
        let stopsAfter: Duration?
        /// Whether the machine goes down with it.
        let isPowerCut: Bool
        let faults: Life.Faults
        /// Until the next life.
        let pause: Duration
        /// Whether what it was about to write comes later, from a process that was only held up.
        let isLate: Bool
        let seed: UInt64
        /// When the configuration is read again, and says something else.
        let reloadsAfter: Duration?
    }
}

extension Plan {
    /// What is put down: one file, or a picture and the file beside it.
    struct PlannedDrop {
        /// What one job is to be made of.
        struct Line: Equatable {
            /// Its place in the file; 0: it is all of it.
            let number: Int
            /// By which all that is made of it is known; `nil`: nothing can be made of it.
            let words: String?
        }

        let number: Int
        let content: Content
        let name: FileName
        /// After the history's start.
        let at: Duration
        /// Whether it comes by a rename from outside; else it is written in its place, in two parts.
        let isMoved: Bool

        /// The words that are in it.
        var words: String { "drop \(number)" }

        /// What becomes a job, in the order of the file.
        var lines: [Line] {
            switch content {
            case .bad, .paired(isGood: false): []
            case .prompt, .titled, .picture, .paired: [Line(number: 0, words: words)]
            case .batch(_, let isGood), .lined(let isGood):
                isGood.enumerated().map { place, isGood in
                    // An empty line stands between any two.
                    let number = place * 2 + 1
                    return Line(number: number, words: isGood ? "\(words) line \(number)" : nil)
                }
            }
        }

        var isBatch: Bool {
            switch content {
            case .batch, .lined: true
            case .prompt, .titled, .picture, .paired, .bad: false
            }
        }

        /// The watch folder that it is put into.
        var folder: String {
            switch content {
            case .prompt(let manner), .titled(let manner), .batch(let manner, _): manner.rawValue
            case .lined: Installation.linedFolder
            case .picture, .paired, .bad: Installation.pictureFolder
            }
        }

        /// What its request says beyond the folder's.
        var tag: String? {
            switch content {
            case .titled: "titled"
            case .paired: "paired"
            case .prompt, .batch, .lined, .picture, .bad: nil
            }
        }

        var bytes: [UInt8] {
            switch content {
            case .prompt: Array("\(words)\n".utf8)
            case .titled: Array("+++\ntags = [\"titled\"]\n+++\n\(words)\n".utf8)
            case .batch, .lined: Array(lines.map { text(of: $0) + "\n" }.joined(separator: "\n").utf8)
            case .picture, .paired: SimulatedPicture.bytes(words)
            case .bad(let text): Array(text.utf8)
            }
        }

        /// What lies beside it under its name and `.toml`.
        var sidecar: [UInt8]? {
            guard case .paired(let isGood) = content else { return nil }
            return Array("# \(words)\n\(isGood ? "tags = [\"paired\"]" : "tagz = 1")\n".utf8)
        }

        /// A batch of these lines alone.
        func excerpt(_ numbers: Set<Int>) -> [UInt8] {
            Array(lines.filter { numbers.contains($0.number) }.map { text(of: $0) + "\n" }.joined().utf8)
        }

        private func text(of line: Line) -> String {
            if case .lined = content {
                return line.words ?? String(repeating: "\(words) is too long. ", count: Installation.mostWords)
            }
            return line.words.map { "{\"prompt\": \"\($0)\"}" } ?? "{\"prompt\": \(number)}"
        }
    }
}

extension Plan {
    /// A dropped prompt is written over in its place by its own backup, as `cp -a` does: for a moment half of it is
    /// there, then all, with the time of change that it had.
    struct PlannedRestore {
        /// Which drop's.
        let drop: Int
        /// After the history's start.
        let at: Duration
        /// For how long half of it is there: never so long that it would be taken for whole.
        let pause: Duration
    }

    static func restores(of drops: [PlannedDrop], _ dice: inout SplitMix64) -> [PlannedRestore] {
        drops.filter(\.isPlainPrompt).compactMap { drop in
            guard dice.next() % 6 == 0 else { return nil }
            let after = Duration.milliseconds(1_000 + Int64(dice.next() % 60_000))
            let pause = dice.next() % 2 == 0 ? 1 + dice.next() % 20 : dice.next() % 1_000
            return PlannedRestore(drop: drop.number, at: drop.at + after, pause: .milliseconds(Int64(pause)))
        }
    }
}

extension Plan.PlannedDrop {
    /// Of which one picture is asked for.
    fileprivate var isPlainPrompt: Bool {
        switch content {
        case .prompt, .titled: true
        case .batch, .lined, .picture, .paired, .bad: false
        }
    }
}

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
