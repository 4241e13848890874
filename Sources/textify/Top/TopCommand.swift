import ControlAPI
import ControlClient
import Domain
import Glibc
import PlatformSystem
import Words

/// `textify top`.
enum TopCommand: ControlCommand {
    static let name = "top"
    static let alias: String? = "t"
    static let summary = FieldHelp(
        "Show jobs, backends and the newest art, continuously refreshed",
        "작업, 백엔드, 최신 텍스트 아트를 계속 갱신하며 표시")
    static let options = [
        CommandOption(
            "interval", "SECONDS", letter: "i", "Refresh interval in seconds, 1 to 3600 (default: 1)",
            "갱신 간격, 1–3600초 (기본: 1)")
    ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        let interval = try session.number("interval", 1...3_600) ?? 1
        guard StandardStream.output.isTerminal, TerminalSize(of: .output) != nil else {
            throw session.usageError(session.words.topNeedsTerminal)
        }
        let output = await OutputTraits.standard()
        let profile = output.profile(output.report())
        var source = try await session.withClient { client throws(ControlClientFailure) in
            try await TopDataSource(client, profile, session.formatter)
        }
        // The screen has been restored by now.
        if try await show(&source, .seconds(interval), session) { ProcessEnd.quit() }
    }

    /// Returns whether the user asked to quit with a core dump (Ctrl-\).
    private static func show(
        _ source: inout TopDataSource, _ interval: Duration, _ session: ControlSession
    ) async throws(CommandFailure) -> Bool {
        let screen: TerminalScreen
        do throws(TerminalFailure) { screen = try TerminalScreen() } catch {
            throw session.usageError(session.words.topNeedsKeys)
        }
        var shown = ScreenRenderer()
        let clock = ContinuousClock()
        var due = clock.now + interval
        await source.fetchArt(size)
        while true {
            let page = source.screen
            try shown.show(page.lines(size, isColored: source.isColored))
            let left = max(.zero, due - clock.now)
            switch screen.next(within: Int32(left / .milliseconds(1) + 1)) {
            case .ended: return false
            case .quit: return true
            case .redraw:
                shown = ScreenRenderer()
                await source.fetchArt(size)
            case .keys(let keys):
                for key in keys {
                    switch source.state.press(key, source.list, page: page.listed(size)) {
                    case .none: break
                    case .quit: return false
                    case .act(let act, let job): await source.apply(act, job)
                    }
                }
                await source.fetchArt(size)
            case .nothing: break
            }
            guard clock.now >= due else { continue }
            await source.refresh(size)
            due = clock.now + interval
        }
    }

    private static var size: TerminalSize { TerminalSize(of: .output) ?? TerminalSize(columns: 80, rows: 24) }
}

/// Fetches what the screen shows from the service.
struct TopDataSource {
    /// As many jobs as fit on the tallest screens.
    private static let jobs = 100

    /// What keys have changed.
    var state = TopState()
    private let formatter: LineFormatter
    private var words: Wording { formatter.words }
    private let profile: TerminalProfile
    var isColored: Bool { profile.colors != .none }
    private let client: ControlClient
    private var status: Status
    private(set) var list: [JobSummary] = []
    private var detail: JobDetail?
    private var art: ScreenArt?
    /// What `art` shows.
    private var drawn: ArtRequest?
    private var trouble: String?

    /// A job's art in the size of the screen's part for it.
    private struct ArtRequest: Equatable {
        let job: String
        let changed: WireTime
        let size: TerminalSize
    }

    init(
        _ client: ControlClient, _ profile: TerminalProfile, _ formatter: LineFormatter
    ) async throws(ControlClientFailure) {
        self.client = client
        self.profile = profile
        self.formatter = formatter
        status = try await client.get("/v1/status")
        try await fetch()
    }

    var screen: TopScreen {
        TopScreen(
            words: words, status: status, jobs: state.matching(list), art: art, trouble: trouble, now: UTCMillis.now(),
            state: state, detail: detail, formatter: formatter)
    }

    private mutating func fetch() async throws(ControlClientFailure) {
        status = try await client.get("/v1/status")
        let query = [QueryString.Item("limit", "\(Self.jobs)")]
        list = try await client.get("/v1/jobs", query, as: JobList.self).jobs
        trouble = nil
    }

    /// Refreshes the data. The last data stays on the screen while the service does not answer.
    mutating func refresh(_ size: TerminalSize) async {
        do throws(ControlClientFailure) { try await fetch() } catch {
            trouble = CommandFailure(error, words).text
        }
        await fetchArt(size)
    }

    /// Retries or cancels a job. The result or the refusal is shown as a message.
    mutating func apply(_ act: TopState.Act, _ job: String) async {
        do throws(ControlClientFailure) {
            let path = ControlSession.path(ofJob: job) + "/" + act.rawValue
            let changed: JobDetail = try await client.post(path)
            let name = JobFormatter.short(job)
            let state = changed.summary.state
            self.state.message = "\(name) \(act == .retry ? words.now(state) : words.cancelled(state))"
            try await fetch()
        } catch {
            state.message = CommandFailure(error, words).text
        }
    }

    /// Fetches the art of the selected job, or the newest, in the size of its place on the screen, and the details of
    /// an open job. What hasn't changed isn't fetched again; art that was not kept is not an error.
    mutating func fetchArt(_ size: TerminalSize) async {
        if state.mode == .job, let job = state.selected {
            detail = try? await client.get(ControlSession.path(ofJob: job))
        }
        let finished = list.filter { $0.state == "done" }
        let shown = state.selected == nil ? finished.max { $0.changed < $1.changed } : state.selection(list)
        let room = screen.artRoom(size)
        guard let shown, shown.state == "done", let room else { return clearArt() }
        let request = ArtRequest(job: shown.id, changed: shown.changed, size: room)
        guard request != drawn else { return }
        drawn = request
        let path = ArtworkPath.text(of: shown.id, isColored ? "ansi" : "txt")
        var query = [QueryString.Item("columns", "\(room.columns)"), QueryString.Item("rows", "\(room.rows)")]
        if isColored { query.append(ArtworkPath.autoCharset(profile.charset)) }
        var bytes: [UInt8]? = try? await client.bytes(path, query)
        // A picture that was not kept can't be rendered in another size.
        if bytes == nil { bytes = try? await client.bytes(ArtworkPath.text(of: shown.id, "txt"), []) }
        art = bytes.map { ScreenArt(title: shown.name, String(decoding: $0, as: UTF8.self)) }
    }

    private mutating func clearArt() {
        (art, drawn) = (nil, nil)
    }
}
