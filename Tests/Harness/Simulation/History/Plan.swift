import Domain
import MVISimulation

/// The plan that a seed gives for a history: all drops, runs, crashes and requests with their times.
struct Plan {
    enum Content: Equatable {
        /// A prompt for a backend with this protocol.
        case prompt(Provider.Manner)
        /// A prompt with front matter.
        case titled(Provider.Manner)
        /// A prompt for several pictures.
        case sampled(Provider.Manner, Int)
        /// A batch with one request per line; `false` marks an invalid line.
        case batch(Provider.Manner, [Bool])
        /// A batch of plain prompts in the folder that reads a prompt per line.
        case lined([Bool])
        case picture
        /// A picture with a sidecar file, valid or not.
        case paired(isGood: Bool)
        /// A text file with a picture's extension or an unknown one.
        case bad(String)
    }

    let seed: UInt64
    var drops: [PlannedDrop]
    let lives: [PlannedRun]
    let keepsSources: Bool
    var interval: Duration
    let onUnknown: UnknownOutcomePolicy
    let providerSeed: UInt64
    let consumerSeed: UInt64
    let cutSeed: UInt64
    let wishes: [PlannedRequest]
    let orders: [PlannedSubmission]
    var jumps: [PlannedClockStep]
    var budget: Budget
    /// The time on the clock during which finished pictures can't be downloaded, though the provider itself works.
    var hostOutage: Range<Duration>?
    /// The number of held jobs released per hour after a cap resets.
    let maxRelease: Int
    /// Whether other backends are configured as fallbacks.
    let hasFallback: Bool
    /// Whether prompts that were in the folder before the service are held for approval.
    let holdsExisting: Bool
    /// The time of the first start.
    let startsAfter: Duration
    /// The wall-clock time at the start: shortly before midnight.
    let utc: UTCMillis
    var restores: [PlannedRestore]
    /// Whether results replace earlier ones of the same names.
    let replacesResults: Bool
    /// Whether a vision model tags new artworks.
    let tagsArtworks: Bool
    var gates: [PlannedGate]
    /// When the targets of notifications can't be reached; `nil` if there are none.
    var silences: [Silence]?
    var schedules: [PlannedSchedule]
    /// Whether jobs pass between machines whose clocks differ, or are set on the way.
    var hasUnsteadyClocks = false

    init(seed: UInt64) {
        var rng = SplitMix64(seed: seed)
        self.seed = seed
        keepsSources = rng.next() % 4 > 0
        let pace = rng.next()
        // At the shortest interval, a listing checks only part of the unchanged files.
        interval = pace % 16 == 0 ? .seconds(8) : pace % 4 == 0 ? .seconds(100) : .seconds(300)
        onUnknown = [.hold, .hold, .retry, .fail][Int(rng.next() % 4)]
        drops = Self.sampled((0..<(5 + Int(rng.next() % 16))).map { Self.drop($0, &rng) }, seed)
        lives = (0..<Int(rng.next() % 5)).map { _ in Self.life(&rng) }
        providerSeed = rng.next()
        consumerSeed = rng.next()
        cutSeed = rng.next()
        wishes = Self.wishes(&rng)
        orders = Self.orders(&rng, seed)
        let excursions = Self.excursions(seed)
        jumps = Self.jumps(&rng) + excursions
        let budget = Self.budget(&rng)
        self.budget = excursions.isEmpty || budget != .boundless ? budget : .pictures(Int64(2 + seed % 4))
        hostOutage = Self.hostOutage(seed)
        maxRelease = 1 + Int(rng.next() % 60)
        hasFallback = rng.next() % 4 == 0
        holdsExisting = rng.next() % 2 == 0
        startsAfter = rng.next() % 4 == 0 ? .milliseconds(Int64(rng.next() % 300_000)) : .zero
        utc = UTCMillis(1_790_035_200_000) - Int64(rng.next() % 3_600_000)
        restores = Self.restores(of: drops, &rng)
        replacesResults = rng.next() % 4 == 0
        tagsArtworks = Self.tagsArtworks(seed) && interval > .seconds(8)
        gates = self.budget == .boundless && hostOutage == nil ? Self.gates(seed) : []
        schedules = Self.schedules(seed)
        silences = Self.silences(seed)
    }

    private static func drop(_ number: Int, _ rng: inout SplitMix64) -> PlannedDrop {
        let at = Duration.milliseconds(Int64(rng.next() % 600_000))
        let isMoved = rng.next() % 2 == 0
        let word = ["cat", "Cat", "dog"][Int(rng.next() % 3)]
        let lot = rng.next() % 16
        let (content, ending): (Content, String) =
            switch lot {
            case 0..<4: (.prompt(.answering), "txt")
            case 4..<7: (.prompt(.handing), "txt")
            case 7: (.prompt(.lookedUp), "prompt")
            case 8: (.titled([.answering, .handing][Int(rng.next() % 2)]), "txt")
            case 9: (.batch(Provider.Manner.allCases[Int(rng.next() % 3)], lines(&rng)), "jsonl")
            case 10: (.lined(lines(&rng)), "txt")
            case 11: (.paired(isGood: rng.next() % 4 > 0), "png")
            case 12..<15: (.picture, "png")
            default: (.bad("drop \(number)\n"), rng.next() % 2 == 0 ? "png" : "docx")
            }
        return PlannedDrop(
            number: number, content: content, name: FileName("\(word).\(ending)"), at: at, isMoved: isMoved)
    }

    /// In some histories, some prompts ask for several pictures. Drawn from a separate generator, so that the other
    /// histories stay the same.
    private static func sampled(_ drops: [PlannedDrop], _ seed: UInt64) -> [PlannedDrop] {
        var rng = SplitMix64(seed: seed ^ 0x7361_6d70)
        guard rng.next() % 3 == 0 else { return drops }
        return drops.map { drop in
            guard case .prompt(let manner) = drop.content, rng.next() % 2 == 0 else { return drop }
            return PlannedDrop(
                number: drop.number, content: .sampled(manner, 2 + Int(rng.next() % 3)), name: drop.name, at: drop.at,
                isMoved: drop.isMoved)
        }
    }

    /// The validity of each line of a batch; at least one line is valid.
    private static func lines(_ rng: inout SplitMix64) -> [Bool] {
        [true] + (0..<(rng.next() % 3)).map { _ in rng.next() % 3 > 0 }
    }

    private static func life(_ rng: inout SplitMix64) -> PlannedRun {
        let scale = UInt64(1) << (1 + rng.next() % 10)
        let dies = rng.next() % 5 > 0
        return PlannedRun(
            lastAct: dies ? 1 + Int(rng.next() % scale) : nil,
            stopsAfter: dies ? nil : .milliseconds(Int64(rng.next() % 600_000)),
            isPowerCut: rng.next() % 2 == 0,
            faults: rng.next() % 3 == 0
                ? ServiceRun.Faults(disk: rng.next() % 40, database: rng.next() % 40) : ServiceRun.Faults(),
            pause: .milliseconds(Int64(1_000 + rng.next() % 120_000)), isLate: rng.next() % 3 == 0, seed: rng.next(),
            reloadsAfter: rng.next() % 3 == 0 ? .milliseconds(Int64(rng.next() % 300_000)) : nil)
    }
}

extension Plan {
    /// One run of the service.
    struct PlannedRun {
        /// The side effect at which it crashes; `nil` if it is stopped or runs until idle.
        let lastAct: Int?
        let stopsAfter: Duration?
        /// Whether the crash is a power cut.
        let isPowerCut: Bool
        let faults: ServiceRun.Faults
        /// The time until the next start.
        let pause: Duration
        /// Whether the write it was about to make happens later, as if by a process that was only stalled.
        let isLate: Bool
        let seed: UInt64
        /// The time after which a changed configuration is loaded; `nil` for never.
        let reloadsAfter: Duration?
    }
}

extension Plan {
    /// One drop: a file, or a picture with its sidecar.
    struct PlannedDrop {
        /// The part of a drop that becomes one job.
        struct Line: Equatable {
            /// The line number in the file; 0 for the whole file.
            let number: Int
            /// The text that identifies its results; `nil` if the line is invalid.
            let words: String?
        }

        let number: Int
        let content: Content
        let name: FileName
        /// After the history's start.
        let at: Duration
        /// Whether the file is moved in. Otherwise it is written in place, in two parts.
        let isMoved: Bool

        /// The text of the prompt or picture.
        var words: String { "drop \(number)" }

        /// The parts that become jobs, in file order.
        var lines: [Line] {
            switch content {
            case .bad, .paired(isGood: false): []
            case .prompt, .titled, .sampled, .picture, .paired: [Line(number: 0, words: words)]
            case .batch(_, let isGood), .lined(let isGood):
                isGood.enumerated().map { place, isGood in
                    // Lines are separated by blank lines.
                    let number = place * 2 + 1
                    return Line(number: number, words: isGood ? "\(words) line \(number)" : nil)
                }
            }
        }

        /// The number of pictures of each line.
        var samples: Int {
            if case .sampled(_, let count) = content { return count }
            return 1
        }

        var isBatch: Bool {
            switch content {
            case .batch, .lined: true
            case .prompt, .titled, .sampled, .picture, .paired, .bad: false
            }
        }

        /// The name of the watch folder.
        var folder: String {
            switch content {
            case .prompt(let manner), .titled(let manner), .sampled(let manner, _), .batch(let manner, _):
                manner.rawValue
            case .lined: Installation.linedFolder
            case .picture, .paired, .bad: Installation.pictureFolder
            }
        }

        /// The tag that its own settings add.
        var tag: String? {
            switch content {
            case .titled: "titled"
            case .paired: "paired"
            case .prompt, .sampled, .batch, .lined, .picture, .bad: nil
            }
        }

        var bytes: [UInt8] {
            switch content {
            case .prompt: Array("\(words)\n".utf8)
            case .titled: Array("+++\ntags = [\"titled\"]\n+++\n\(words)\n".utf8)
            case .sampled(_, let count): Array("+++\nsamples = \(count)\n+++\n\(words)\n".utf8)
            case .batch, .lined: Array(lines.map { text(of: $0) + "\n" }.joined(separator: "\n").utf8)
            case .picture, .paired: SimulatedPicture.bytes(words)
            case .bad(let text): Array(text.utf8)
            }
        }

        /// The content of the sidecar, `NAME.toml`.
        var sidecar: [UInt8]? {
            guard case .paired(let isGood) = content else { return nil }
            return Array("# \(words)\n\(isGood ? "tags = [\"paired\"]" : "tagz = 1")\n".utf8)
        }

        /// The content of a batch with only these lines.
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
    /// A dropped prompt is overwritten in place by its own backup, as `cp -a` does: half the file exists for a moment,
    /// then all of it, with the original modification time.
    struct PlannedRestore {
        /// The number of the drop.
        let drop: Int
        /// After the history's start.
        let at: Duration
        /// How long only half the file exists: always shorter than the settling time.
        let pause: Duration
    }

    static func restores(of drops: [PlannedDrop], _ rng: inout SplitMix64) -> [PlannedRestore] {
        drops.filter(\.isPlainPrompt).compactMap { drop in
            guard rng.next() % 6 == 0 else { return nil }
            let after = Duration.milliseconds(1_000 + Int64(rng.next() % 60_000))
            let pause = rng.next() % 2 == 0 ? 1 + rng.next() % 20 : rng.next() % 1_000
            return PlannedRestore(drop: drop.number, at: drop.at + after, pause: .milliseconds(Int64(pause)))
        }
    }
}

extension Plan.PlannedDrop {
    /// Whether the drop is a single prompt.
    fileprivate var isPlainPrompt: Bool {
        switch content {
        case .prompt, .titled: true
        case .sampled, .batch, .lined, .picture, .paired, .bad: false
        }
    }
}

extension Plan {
    /// A request of the operator for one of the jobs that exist at that time.
    struct PlannedRequest {
        enum Kind {
            case cancel
            case retry(mayPayTwice: Bool)
            case approve
            case redeliver
        }

        /// After the history's start.
        let at: Duration
        let kind: Kind
        /// Selects the job among those to which the request applies.
        let pick: UInt64
    }

    /// A submission through the control socket with an idempotency key, repeated until it is answered.
    struct PlannedSubmission {
        /// After the history's start.
        let at: Duration
        let number: Int
        /// Whether it submits a picture; otherwise a prompt.
        let isPicture: Bool
        /// Whether the first answer is lost.
        let isCutOff: Bool
        /// The number of pictures of a prompt.
        let samples: Int

        var words: String { "order \(number)" }
        /// The pictures that every second prompt comes with, the edited one first.
        var inputs: [[UInt8]] {
            isPicture || number % 2 == 0 ? [] : [1, 2].map { Array("\(words), input \($0)".utf8) }
        }
        var folder: String { isPicture ? Installation.pictureFolder : Provider.Manner.answering.rawValue }
    }

    /// A step of the wall clock.
    struct PlannedClockStep {
        /// After the history's start.
        let at: Duration
        /// Milliseconds, forward or back.
        let by: Int64
    }

    /// The configured caps.
    enum Budget: Equatable {
        case boundless
        /// Pictures per day over all backends.
        case pictures(Int64)
        /// The price of this many pictures per day, for each paid backend.
        case money(Int64)
        /// Pictures per day for each folder.
        case folders(Int64)
    }

    static func wishes(_ rng: inout SplitMix64) -> [PlannedRequest] {
        guard rng.next() % 2 == 0 else { return [] }
        return (0..<(1 + rng.next() % 8)).map { _ in
            let kind: PlannedRequest.Kind =
                switch rng.next() % 10 {
                case 0..<4: .cancel
                case 4..<6: .retry(mayPayTwice: false)
                case 6..<8: .retry(mayPayTwice: true)
                case 8: .redeliver
                default: .approve
                }
            return PlannedRequest(at: moment(1_200, &rng), kind: kind, pick: rng.next())
        }
    }

    static func orders(_ rng: inout SplitMix64, _ seed: UInt64) -> [PlannedSubmission] {
        guard rng.next() % 2 == 0 else { return [] }
        var others = SplitMix64(seed: seed ^ 0x6f72_6472)
        return (0..<(1 + Int(rng.next() % 3))).map { number in
            PlannedSubmission(
                at: moment(600, &rng), number: number, isPicture: rng.next() % 2 == 0,
                isCutOff: rng.next() % 2 == 0, samples: others.next() % 4 == 0 ? 3 : 1)
        }
    }

    static func jumps(_ rng: inout SplitMix64) -> [PlannedClockStep] {
        guard rng.next() % 4 == 0 else { return [] }
        return (0..<(1 + rng.next() % 3)).map { _ in
            let most: UInt64 = [1_000, 3_600_000, 86_400_000, 4 * 86_400_000][Int(rng.next() % 4)]
            let by = Int64(rng.next() % most)
            return PlannedClockStep(at: moment(900, &rng), by: rng.next() % 2 == 0 ? by : -by)
        }
    }

    /// The wall clock is far ahead for a while, once or twice in a row, as with an empty battery or a wrong time
    /// server. Drawn from a separate generator, so that the plans of earlier seeds stay the same.
    static func excursions(_ seed: UInt64) -> [PlannedClockStep] {
        var rng = SplitMix64(seed: seed ^ 0x6a75_6d70)
        guard rng.next() % 8 == 0 else { return [] }
        let by = Int64(1 + rng.next() % 3_652) * 86_400_000
        return (0...(rng.next() % 2)).flatMap { turn in
            let start = moment(400, &rng) + .seconds(450 * Int64(turn))
            return [PlannedClockStep(at: start, by: by), PlannedClockStep(at: start + moment(400, &rng), by: -by)]
        }
    }

    /// Starts within the first five minutes and lasts up to thirty hours. Most outages end before a picture is given
    /// up.
    static func hostOutage(_ seed: UInt64) -> Range<Duration>? {
        var rng = SplitMix64(seed: seed ^ 0x686f_7374)
        guard rng.next() % 4 == 0 else { return nil }
        let start = moment(300, &rng)
        return start..<(start + moment(rng.next() % 4 == 0 ? 108_000 : 10_000, &rng))
    }

    /// Drawn from a separate generator, so that the plans of earlier seeds stay the same. Questions use up caps, and
    /// waiting for days takes long at the shortest interval.
    static func tagsArtworks(_ seed: UInt64) -> Bool {
        var rng = SplitMix64(seed: seed ^ 0x6579_6573)
        return rng.next() % 4 == 0
    }

    static func budget(_ rng: inout SplitMix64) -> Budget {
        let most = Int64(2 + rng.next() % 6)
        return switch rng.next() % 8 {
        case 0: .pictures(most)
        case 1: .money(most)
        case 2: .folders(most)
        default: .boundless
        }
    }

    /// Whether a finished picture may be given up: its host is down for longer than downloads are retried, or a clock
    /// step makes it look so.
    var mayOutlastFetches: Bool {
        let isAway = hostOutage.map { $0.upperBound - $0.lowerBound > .seconds(80_000) } == true
        return isAway || hasUnsteadyClocks || jumps.contains { $0.by > 0 }
    }

    /// A random time below `seconds`.
    private static func moment(_ seconds: UInt64, _ rng: inout SplitMix64) -> Duration {
        .milliseconds(Int64(rng.next() % (seconds * 1_000)))
    }
}
