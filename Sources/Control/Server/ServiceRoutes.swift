internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Synchronization
internal import Words

/// The routes of the service as a whole, and direct rendering.
struct ServiceRoutes<Timer: Clock>: Sendable where Timer.Duration == Duration {
    let plane: ControlPlane
    let timeout: Timeout<Timer>
    /// One shared status response for each language.
    private let statuses = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { ($0, SingleFlight<ServerResponse>()) })

    init(plane: ControlPlane, timeout: Timeout<Timer>) {
        self.plane = plane
        self.timeout = timeout
    }

    var routes: [Route] {
        [
            Route("GET", "/healthz", .read) { _ throws(Rejection) in
                .json(["status": "ok"])
            },
            Route("GET", "/readyz", .read) { _ throws(Rejection) in try await ready() },
            Route("GET", "/metrics", .read, types: [MetricsPage.type]) { _ throws(Rejection) in
                .bytes(Array(MetricsPage.text(await figures()).utf8), type: MetricsPage.type)
            },
            Route("GET", "/v1/status", .read) { exchange throws(Rejection) in
                await status(in: exchange.language)
            },
            Route("GET", "/v1/backends", .read) { exchange throws(Rejection) in
                .json(BackendList(backends: await plane.status.status(in: exchange.language).backends))
            },
            Route("GET", "/v1/nodes", .read) { exchange throws(Rejection) in
                .json(NodeList(nodes: await plane.status.status(in: exchange.language).fleet?.nodes ?? []))
            },
            Route("GET", "/v1/gates", .read) { exchange throws(Rejection) in
                let status = await plane.status.status(in: exchange.language)
                return .json(GateList(gates: status.configuredGates, others: status.gates))
            },
            Route("GET", "/v1/caches", .read) { exchange throws(Rejection) in
                .json(CacheList(caches: await plane.status.status(in: exchange.language).caches))
            },
            Route("GET", "/v1/spend", .read, query: ["month", "from", "to", "by"]) { exchange throws(Rejection) in
                .json(try await SpendRoute.answer(exchange, plane))
            },
            Route("POST", "/v1/sync", .submit, query: ["timeout"]) { exchange throws(Rejection) in
                try await sync(exchange)
            },
        ] + RenderFormat.all.map(renderRoute)
    }

    private func renderRoute(_ format: RenderFormat) -> Route {
        Route(
            "POST", "/v1/render." + format.word, .read, query: FieldTable.art.queryNames, body: .picture,
            types: [format.type]
        ) { exchange throws(Rejection) in
            try await render(exchange, format)
        }
    }

    /// Without spending if the database can't be read.
    private func figures() async -> MetricsPage.Figures {
        var figures = MetricsPage.Figures(
            status: await plane.status.status(in: .english), meters: plane.meters, process: plane.usage())
        guard let today = try? await plane.spending.spend(nil, by: [.backend]) else { return figures }
        figures.spending = [("day", today)]
        guard let day = LocalDay(text: today.to),
            let month = try? await plane.spending.spend(day.firstDayOfMonth...day, by: [.backend])
        else { return figures }
        figures.spending.append(("month", month))
        return figures
    }

    private func status(in language: Language) async -> ServerResponse {
        let current = { ServerResponse.json(await plane.status.status(in: language)) }
        guard let shared = statuses[language] else { return await current() }
        return await shared.answer(current)
    }

    private func ready() async throws(Rejection) -> ServerResponse {
        switch await plane.status.phase() {
        case .running, .paused: return .json(["status": "ok"])
        case .starting, .draining: throw .refused(.serviceNotReady)
        }
    }

    private func sync(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let time = try Self.time(exchange.query.text("timeout"))
        let result = await timeout.wait(time) { [plane] () -> Result<SyncReport, ControlFailure> in
            do throws(ControlFailure) { return .success(try await plane.sync.sync()) } catch { return .failure(error) }
        }
        switch result {
        case .success(let report) where report.isFullyProcessed:
            let unlisted = report.unlisted.isEmpty ? nil : report.unlisted
            return .json(SyncAnswer(ended: report.ended, unlisted: unlisted))
        case .success(let report): throw .late(report.open, await gates(exchange))
        case .failure(let failure): throw .failed(failure)
        case nil: throw .late([], await gates(exchange))
        }
    }

    private func gates(_ exchange: Exchange) async -> [Gate] {
        let status = await plane.status.status(in: exchange.language)
        let words = Wording(exchange.language)
        return status.gates
            + status.configuredGates.filter { !$0.isOpen }.map { gate in
                Gate(
                    code: EventCode.gateClosed.rawValue,
                    detail: words.gateClosed(gate.name, until: gate.until?.text), since: gate.since)
            }
    }

    private static func time(_ text: String?) throws(Rejection) -> Duration {
        guard let text else { return .seconds(60) }
        guard let time = DurationText.duration(from: text) else {
            throw Parameters.wrong("timeout", .malformed(got: text, example: "60s"))
        }
        // At least a second, because listing the folders alone can take that long.
        guard (Duration.seconds(1)...Duration.seconds(3600)).contains(time) else {
            throw Parameters.wrong("timeout", .outOfRange(got: text, range: "1s–1h"))
        }
        return time
    }

    private func render(_ exchange: Exchange, _ format: RenderFormat) async throws(Rejection) -> ServerResponse {
        let art = try FieldTree.art(exchange.query)
        let picture = try exchange.picture()
        let rendered: RenderedArt
        do throws(ControlFailure) {
            rendered = try await plane.art.render(RenderRequest(picture: picture, art: art, output: format.output))
        } catch { throw .failed(error) }
        var response = ServerResponse.bytes(rendered.bytes, type: format.type)
        let warnings = Self.warnings(of: rendered)
        if !warnings.isEmpty {
            response.headers.append(ServerHeader(ControlHeader.warning, warnings.joined(separator: ", ")))
        }
        return response
    }

    /// The warnings' codes, in the order in which `textify convert` reports them.
    private static func warnings(of picture: RenderedArt) -> [String] {
        let broken = picture.hasBrokenProfile ? [ErrorCode.pictureProfileBroken.rawValue] : []
        return picture.warnings.map(\.code) + [picture.damage?.code].compactMap(\.self) + broken
    }
}

/// `GET /v1/spend?month=2026-03&by=folder,backend`, or `from` and `to`; today without either.
enum SpendRoute {
    static func answer(_ exchange: Exchange, _ plane: ControlPlane) async throws(Rejection) -> SpendReport {
        let query = exchange.query
        let groups = try groups(query.text("by"))
        let days = try days(month: query.text("month"), from: query.text("from"), to: query.text("to"))
        do throws(ControlFailure) {
            return try await plane.spending.spend(days, by: groups)
        } catch {
            throw .failed(error)
        }
    }

    private static func groups(_ text: String?) throws(Rejection) -> [SpendQuery.Group] {
        var groups: [SpendQuery.Group] = []
        for word in (text ?? "backend").split(separator: ",").map(String.init) {
            guard let group = SpendQuery.Group(rawValue: word) else {
                throw Parameters.notOneOf(SpendQuery.Group.allCases.map(\.rawValue), "by", word)
            }
            if !groups.contains(group) { groups.append(group) }
        }
        return groups
    }

    private static func days(
        month: String?, from: String?, to: String?
    ) throws(Rejection) -> ClosedRange<LocalDay>? {
        if let month {
            if from != nil || to != nil { throw Parameters.wrong("month", .conflict(with: "from, to")) }
            guard let start = LocalDay(text: month + "-01") else {
                throw Parameters.wrong("month", .malformed(got: month, example: "2026-03"))
            }
            return start...start.lastDayOfMonth
        }
        guard let from = try from.map({ text throws(Rejection) in try day("from", text) })
        else {
            if to != nil { throw Parameters.wrong("from", .missing) }
            return nil
        }
        let last = try to.map { text throws(Rejection) in try day("to", text) } ?? from
        guard from <= last else { throw Parameters.wrong("to", .outOfRange(got: last.text, range: "\(from.text)–")) }
        return from...last
    }

    private static func day(_ name: String, _ text: String) throws(Rejection) -> LocalDay {
        if let day = LocalDay(text: text) { return day }
        throw Parameters.wrong(name, .malformed(got: text, example: "2026-03-09"))
    }
}

/// A format of text art, each with routes of its own: `POST /v1/render.svg`, `GET /v1/artworks/{id}/text.svg`.
struct RenderFormat {
    let output: OutputKind
    var word: String { output.format }
    var type: String { Self.type(of: output) }

    static let all = OutputKind.formats.map(RenderFormat.init)

    private static func type(of output: OutputKind) -> String {
        switch output {
        case .html, .matrix, .player: MediaType.html
        case .artGIF: MediaType.gif
        case .svg: MediaType.svg
        case .artPNG: MediaType.png
        case .artBMP: MediaType.bmp
        case .artJSON, .json: MediaType.json
        case .cast: MediaType.cast
        case .txt, .ansi, .irc, .discord, .discordANSI, .bbcode, .picture: MediaType.text
        }
    }
}

/// Coalesces concurrent calls: while one answer is being computed, later callers wait and share the next one. Every
/// caller gets an answer that was computed after its call began, and many concurrent callers cost little more than
/// one.
final class SingleFlight<Answer: Sendable>: Sendable {
    private enum Turn {
        /// This caller computes the next answer.
        case make
        case take(Answer)
    }

    private struct State {
        var isBeingMade = false
        var waiting: [CheckedContinuation<Turn, Never>] = []
    }

    private let state = Mutex(State())

    /// The number of callers waiting for the next answer.
    var waiters: Int { state.withLock { $0.waiting.count } }

    /// Returns a shared answer. `make` has to complete even when its task is cancelled, because other callers wait
    /// for its result.
    func answer(_ make: () async -> Answer) async -> Answer {
        let turn = await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                if state.isBeingMade { state.waiting.append(continuation) }
                defer { state.isBeingMade = true }
                return !state.isBeingMade
            }
            if isFirst { continuation.resume(returning: .make) }
        }
        if case .take(let answer) = turn { return answer }
        let sharers = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        let answer = await make()
        for sharer in sharers { sharer.resume(returning: .take(answer)) }
        next()?.resume(returning: .make)
        return answer
    }

    /// Picks the first of the callers that arrived meanwhile to compute the next answer for all of them.
    private func next() -> CheckedContinuation<Turn, Never>? {
        state.withLock { state in
            state.isBeingMade = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
    }
}
