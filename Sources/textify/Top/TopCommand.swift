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
            try await TopDataSource(client, profile)
        }
        // The screen has been restored by now.
        if try await show(&source, .seconds(interval), session) { quit() }
    }

    /// Raises SIGQUIT, as Ctrl-\ would have. Another thread handles the signal; this one waits until then.
    private static func quit() {
        kill(getpid(), SIGQUIT)
        poll(nil, 0, 10_000)
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
        while true {
            try shown.show(source.screen(session.words).lines(size, isColored: source.isColored))
            let left = max(.zero, due - clock.now)
            switch screen.next(within: Int32(left / .milliseconds(1) + 1)) {
            case .ended, .key(UInt8(ascii: "q")), .key(UInt8(ascii: "Q")), .key(3), .key(4): return false
            case .quit: return true
            case .redraw: shown = ScreenRenderer()
            case .key, .nothing: break
            }
            guard clock.now >= due else { continue }
            await source.refresh(session.words)
            due = clock.now + interval
        }
    }

    private static var size: TerminalSize { TerminalSize(of: .output) ?? TerminalSize(columns: 80, rows: 24) }
}

/// Fetches what the screen shows from the service. The newest art is fetched once.
struct TopDataSource {
    /// As many jobs as fit on the tallest screens.
    private static let jobs = 100

    private let profile: TerminalProfile
    var isColored: Bool { profile.colors != .none }
    private let client: ControlClient
    private var status: Status
    private var list: [JobSummary] = []
    private var art: ScreenArt?
    private var artID: String?
    private var trouble: String?

    init(_ client: ControlClient, _ profile: TerminalProfile) async throws(ControlClientFailure) {
        self.client = client
        self.profile = profile
        status = try await client.get("/v1/status")
        try await fetch()
    }

    func screen(_ words: Wording) -> TopScreen {
        TopScreen(
            words: words, status: status, jobs: list, art: art, trouble: trouble, now: UTCMillis.now())
    }

    private mutating func fetch() async throws(ControlClientFailure) {
        status = try await client.get("/v1/status")
        let query = [QueryString.Item("limit", "\(Self.jobs)")]
        list = try await client.get("/v1/jobs", query, as: JobList.self).jobs
        trouble = nil
        await fetchArt()
    }

    /// Refreshes the data. The last data stays on the screen while the service does not answer.
    mutating func refresh(_ words: Wording) async {
        do throws(ControlClientFailure) { try await fetch() } catch {
            trouble = CommandFailure(error, words).text
        }
    }

    /// Fetches the newest art. Art that was not kept is not an error.
    private mutating func fetchArt() async {
        guard
            let newest = list.filter({ $0.state == "done" })
                .max(by: { $0.changed < $1.changed }), newest.id != artID
        else { return }
        artID = newest.id
        let path = ArtworkPath.text(of: newest.id, isColored ? "ansi" : "txt")
        let query = isColored ? [QueryString.Item("auto_charset", profile.charset.rawValue)] : []
        let bytes: [UInt8]? = try? await client.bytes(path, query)
        art = bytes.map { ScreenArt(title: newest.name, String(decoding: $0, as: UTF8.self)) }
    }
}
