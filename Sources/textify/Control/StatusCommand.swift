import ControlAPI
import ControlClient
import Domain
import Glibc
import PlatformSystem
import Words

/// `textify status`.
enum StatusCommand: ControlCommand {
    static let name = "status"
    static let alias: String? = "s"
    static let summary = FieldHelp("Show the service's status", "서비스의 상태를 표시")

    static let options = [
        CommandOption(
            "watch", letter: "w", "Refresh every two seconds, until interrupted", "중단할 때까지 2초마다 갱신"),
        CommandOption(
            "check", "Print one line for monitoring; exit status 0 well, 1 degraded, 2 stopped, 3 unreachable",
            "감시 도구용으로 한 줄 출력. 종료 코드 0 정상, 1 이상 있음, 2 멈춤, 3 연결 불가"),
        CommandOption(
            "quiet", letter: "q", "Print nothing; only set the exit status of --check", "출력 없이 --check의 종료 코드만 설정"),
    ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        if session.options.last("check") != nil || session.isQuiet { return try await StatusCheck.run(session) }
        guard session.options.last("watch") != nil else {
            return try session.report(try await fetch(session)) {
                StatusFormatter(formatter: session.formatter).all($0)
            }
        }
        try await StatusWatch(session: session).run()
    }

    static func fetch(
        _ session: ControlSession, within limit: Duration = .seconds(60)
    ) async throws(CommandFailure) -> Status {
        try await session.get("/v1/status", limit: limit, as: Status.self)
    }
}

/// `textify status --check`: prints one line and exits like a monitoring plugin. The first word is the same in every
/// language, because monitoring tools match it.
enum StatusCheck {
    /// Returns when the service is healthy; throws the exit code otherwise.
    static func run(_ session: ControlSession) async throws(CommandFailure) {
        let status: Status
        do throws(CommandFailure) {
            // Shorter than the timeout of monitoring tools.
            status = try await StatusCommand.fetch(session, within: .seconds(8))
        } catch {
            try printLine("UNREACHABLE: \(error.text ?? session.words.noAnswer)", session)
            throw CommandFailure(exit: .unreachable, text: nil)
        }
        try printLine(line(status, session.words), session)
        if let exit = exit(status) { throw CommandFailure(exit: exit, text: nil) }
    }

    private static func printLine(_ line: String, _ session: ControlSession) throws(CommandFailure) {
        if !session.isQuiet { try CommandOutput.standard(TerminalText.line(line) + "\n") }
    }

    /// The worst reason, and the number of further ones.
    static func line(_ status: Status, _ words: Wording) -> String {
        guard let reason = status.health.reasons.first else {
            return "OK: \(work(status.jobs, words))"
        }
        let more = status.health.reasons.count - 1
        let rest = more > 0 ? words.moreReasons(more) : ""
        let detail = reason.detail.split(separator: "\n").joined(separator: " ")
        return "\(status.health.verdict.rawValue.uppercased()): \(detail)\(rest)"
    }

    private static func work(_ jobs: [String: Int], _ words: Wording) -> String {
        let open = StatusFormatter.openStates.reduce(0) { $0 + (jobs[$1] ?? 0) }
        return open == 0 ? words.nothingToDo : words.jobsUnfinished(open)
    }

    private static func exit(_ status: Status) -> ExitCode? {
        switch status.health.verdict {
        case .well: nil
        case .degraded: .degraded
        case .stopped: .stopped
        }
    }
}

/// Refreshes the status every two seconds. On a terminal it is redrawn in place, in the terminal's current size;
/// elsewhere, and as JSON, each status follows the previous one.
struct StatusWatch {
    /// The interval of checks for a resized terminal, in milliseconds.
    private static let resizeCheckInterval: Int32 = 200
    private static let pause = Duration.seconds(2)
    let session: ControlSession

    /// Runs until interrupted or until a request fails.
    func run() async throws(CommandFailure) {
        let isInPlace = StandardStream.output.isTerminal && !session.wantsJSON
        var shown = ScreenRenderer()
        while true {
            let status = try await StatusCommand.fetch(session)
            guard isInPlace else {
                try session.report(status) { StatusFormatter(formatter: session.formatter).all($0) }
                poll(nil, 0, Int32(Self.pause / .milliseconds(1)))
                continue
            }
            let due = ContinuousClock.now + Self.pause
            var size: TerminalSize?
            while ContinuousClock.now < due {
                let now = TerminalSize(of: .output)
                if now != size {
                    // The terminal may have rewrapped its lines when it was resized, so everything is drawn again.
                    if size != nil { shown = ScreenRenderer() }
                    size = now
                    try shown.show(Self.lines(status, now).map { TerminalText($0) })
                }
                poll(nil, 0, Self.resizeCheckInterval)
            }
        }
    }

    /// The lines that fit, ending with a mark if some are missing.
    static func lines(_ status: Status, _ size: TerminalSize?) -> [String] {
        let lines = StatusFormatter(formatter: .standard).all(status)
        let rows = max(2, size?.rows ?? 24) - 1
        return lines.count <= rows ? lines : lines.prefix(rows - 1) + ["…"]
    }
}

/// `textify backends`.
enum BackendsCommand: ControlCommand {
    static let name = "backends"
    static let alias: String? = "b"
    static let summary = FieldHelp(
        "List the backends with their state and load",
        "백엔드 목록과 상태, 실행 및 대기 수")

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let answer = try await session.get("/v1/backends", as: BackendList.self)
        try session.report(answer) { StatusFormatter(formatter: session.formatter).backends($0.backends) }
    }
}

/// `textify gates`.
enum GatesCommand: ControlCommand {
    static let name = "gates"
    static let summary = FieldHelp(
        "List the gates with their state and its next change", "게이트 목록과 상태, 다음에 바뀔 때")

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let answer = try await session.get("/v1/gates", as: GateList.self)
        try session.report(answer) { list in
            let lines = StatusFormatter(formatter: session.formatter).gates(list)
            return lines.isEmpty ? [session.words.noGates] : lines
        }
    }
}

/// `textify caches`, `textify caches clear NAME`.
enum CachesCommand: ControlCommand {
    static let name = "caches"
    static let summary = FieldHelp(
        "Show the size and hit rate of the caches; clear empties one", "캐시의 크기와 재사용 횟수를 표시. clear는 하나를 비움")
    static let operands = "[clear NAME]"
    static let options = [CommandOption.quiet]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        guard let verb = session.operands.first else {
            let answer = try await session.get("/v1/caches", as: CacheList.self)
            return try session.report(answer) { StatusFormatter(formatter: session.formatter).caches($0.caches) }
        }
        guard verb == "clear" else { throw session.usageError(session.words.notExpected(FileName(verb).shown)) }
        try await clear(Array(session.operands.dropFirst()), session)
    }

    private static func clear(_ names: [String], _ session: ControlSession) async throws(CommandFailure) {
        guard let name = names.first else { throw session.usageError(session.words.missing(.cache)) }
        if names.count > 1 { throw session.usageError(session.words.tooMany(names.count, .cache)) }
        let path = "/v1/caches/" + PercentEncoding.encoded(name)
        let answer = try await session.delete(path, as: CacheList.self)
        try session.report(answer) { _ in [session.words.cleared(name)] }
    }
}

/// The screen of `textify status`, and parts of it that other commands show.
struct StatusFormatter {
    /// The states of jobs that have not ended, in the order of a job's life.
    static let openStates = [
        "queued", "submitting", "submitted", "generated", "staged", "waiting", "held", "unknown",
    ]

    let formatter: LineFormatter
    private var words: Wording { formatter.words }

    func all(_ status: Status) -> [String] {
        let since = formatter.time(status.started.utc)
        let head = words.serviceLine(
            version: status.version, phase: status.phase.rawValue, since: since, process: status.pid)
        var lines = formatter.sentence(head) + health(status.health).flatMap(formatter.sentence)
        let states = Self.openStates + ["done", "failed", "cancelled"]
        lines += formatter.sentence(words.jobs(Self.counts(status.jobs, of: states)))
        lines += formatter.table(status.folders.map(folder)) + formatter.table(status.backends.map(backend))
        lines += formatter.table(status.budget.map(budget)) + formatter.table(status.configuredGates.map(gate))
        lines += targets(status.targets.filter { $0.waiting + $0.dead > 0 })
        lines += status.plans.map(plans) ?? []
        lines += status.fleet.map(fleet) ?? []
        lines += caches(status.caches.filter { $0.hits + $0.misses > 0 })
        return lines + status.lastErrors.flatMap { formatter.sentence("\(formatter.time($0.at.utc)) \($0.detail)") }
    }

    private func plans(_ plans: PlansStatus) -> [String] {
        formatter.sentence(words.activePlans(plans.active, next: plans.next.map { formatter.time($0.utc) }))
    }

    func backends(_ backends: [BackendStatus]) -> [String] {
        formatter.table(backends.map(backend)) + backends.compactMap(\.detail).flatMap(formatter.sentence)
    }

    func gates(_ list: GateList) -> [String] {
        formatter.table(list.gates.map(gate)) + list.gates.compactMap(\.detail).flatMap(formatter.sentence)
            + list.others.flatMap { formatter.sentence($0.detail) }
    }

    private func gate(_ gate: GateStatus) -> [String] {
        let until = gate.until.map { words.gateChanges(formatter.time($0.utc), isOpen: gate.isOpen) }
        return [
            label(words.gate), gate.name, words.gateState(gate.state.rawValue, isOpen: gate.isOpen),
            words.gateSource(gate.source), until ?? "",
            words.gateScope(folders: gate.folders, backends: gate.backends, notify: gate.notify),
        ]
    }

    func targets(_ targets: [NotifyStatus]) -> [String] {
        formatter.table(targets.map(target)) + targets.compactMap(\.detail).flatMap(formatter.sentence)
    }

    private func target(_ target: NotifyStatus) -> [String] {
        let due =
            target.isHeldBack ? words.heldBack : target.due.map { words.nextAttempt(formatter.time($0.utc)) } ?? ""
        return [
            label(words.target), target.name, target.to.isEmpty ? words.notConfigured : target.to,
            words.toldLater(waiting: target.waiting, dead: target.dead), target.waiting > 0 ? due : "",
        ]
    }

    func nodes(_ nodes: [NodeStatus]) -> [String] {
        formatter.table(nodes.map(node))
    }

    private func fleet(_ fleet: FleetStatus) -> [String] {
        let database = fleet.database.map { words.databaseSize($0.bytes, dead: $0.deadRows, of: $0.liveRows) }
        return nodes(fleet.nodes) + (database.map(formatter.sentence) ?? [])
    }

    private func node(_ node: NodeStatus) -> [String] {
        [
            label(words.node), node.name, words.nodeState(node.state.rawValue), node.version,
            words.jobsInHand(node.jobs), words.folders(node.folders),
            node.isSelf ? words.thisService : words.heard(secondsAgo: node.silence), String(node.id.prefix(8)),
        ]
    }

    func caches(_ caches: [CacheStatus]) -> [String] {
        formatter.table(caches.map(cache))
    }

    /// Pads a label to the width of the widest, so that the tables line up.
    private func label(_ word: String) -> String {
        let widest =
            [words.folder, words.backend, words.budget, words.cache, words.node, words.gate, words.target].map {
                CellText.width(of: $0)
            }.max() ?? 0
        return CellText.padded(word, to: widest)
    }

    /// The number of jobs in each of the states that has any.
    static func counts(_ jobs: [String: Int], of states: [String]) -> [(state: String, count: Int)] {
        states.compactMap { state in jobs[state].flatMap { $0 > 0 ? (state, $0) : nil } }
    }

    private func health(_ health: HealthReport) -> [String] {
        guard health.verdict != .well else { return [words.allIsWell] }
        return health.reasons.map { reason in
            words.reason(
                reason.verdict.rawValue, since: reason.since.map { formatter.time($0.utc) }, reason.detail)
        }
    }

    private func folder(_ folder: FolderStatus) -> [String] {
        let files = folder.settling + folder.ready
        let open = files > 0 ? words.filesPending(files) : ""
        return [
            label(words.folder), folder.name, words.folderHealth(folder.health), open,
            "\(folder.path) -> \(folder.outbox)",
        ]
    }

    private func cache(_ cache: CacheStatus) -> [String] {
        let held = cache.bytes.map { words.held($0, limit: cache.limit) }
        let damaged = cache.damaged.flatMap { $0 > 0 ? words.damagedEntries($0) : nil }
        return [
            label(words.cache), cache.name, words.reused(cache.hits, of: cache.hits + cache.misses),
            [held, damaged].compactMap(\.self).joined(separator: ", "),
        ]
    }

    private func budget(_ budget: BudgetStatus) -> [String] {
        [
            label(words.budget), budget.name ?? words.scope(budget.scope), words.period(budget.period),
            words.used(budget.spent, of: budget.limit),
            words.until(String(formatter.time(budget.resetsAt.utc).prefix(16))),
        ]
    }

    private func backend(_ backend: BackendStatus) -> [String] {
        let load = words.load(running: backend.running, limit: backend.limit, waiting: backend.waiting)
        let bounds = backend.sandbox.map { words.sandbox($0.rawValue) } ?? ""
        return [label(words.backend), backend.name, backend.code ?? words.ready, load, bounds]
    }
}
