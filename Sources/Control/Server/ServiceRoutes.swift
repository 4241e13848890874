internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// What concerns the service as a whole, and rendering on the spot.
struct ServiceRoutes<Timer: Clock>: Sendable where Timer.Duration == Duration {
    let plane: any ControlPlane
    let patience: Patience<Timer>
    /// The status as it is sent, in each language.
    private let statuses = Language.allCases.map { (language: $0, answer: SharedAnswer<ServerResponse>()) }

    init(plane: any ControlPlane, patience: Patience<Timer>) {
        self.plane = plane
        self.patience = patience
    }

    var routes: [Route] {
        [
            Route("GET", "/healthz", .read, ServiceContracts.alive) { _ throws(Rejection) in
                .json(Health(status: "ok"))
            },
            Route("GET", "/readyz", .read, ServiceContracts.ready) { _ throws(Rejection) in try await ready() },
            Route("GET", "/metrics", .read, ServiceContracts.metrics) { _ throws(Rejection) in
                let page = MetricsPage.text(await plane.status(in: .english), plane.meters)
                return .bytes(Array(page.utf8), type: MetricsPage.type)
            },
            Route("GET", "/v1/status", .read, ServiceContracts.status) { exchange throws(Rejection) in
                await status(in: exchange.language)
            },
            Route("GET", "/v1/backends", .read, ServiceContracts.backends) { exchange throws(Rejection) in
                .json(BackendList(backends: await plane.status(in: exchange.language).backends))
            },
            Route("GET", "/v1/caches", .read, ServiceContracts.caches) { exchange throws(Rejection) in
                .json(CacheList(caches: await plane.status(in: exchange.language).caches))
            },
            Route("GET", "/v1/spend", .read, SpendRoute.contract) { exchange throws(Rejection) in
                .json(try await SpendRoute.answer(exchange, plane))
            },
            Route("POST", "/v1/render", .read, ServiceContracts.render) { exchange throws(Rejection) in
                try await render(exchange)
            },
            Route("POST", "/v1/sync", .submit, ServiceContracts.sync) { exchange throws(Rejection) in
                try await sync(exchange)
            },
        ]
    }

    private func status(in language: Language) async -> ServerResponse {
        let plane = self.plane
        guard let shared = statuses.first(where: { $0.language == language }) else {
            return .json(await plane.status(in: language))
        }
        return await shared.answer.answer { .json(await plane.status(in: language)) }
    }

    private func ready() async throws(Rejection) -> ServerResponse {
        switch await plane.phase() {
        case .running, .paused: return .json(Health(status: "ok"))
        case .starting, .draining: throw .refused(.serviceNotReady)
        }
    }

    private func sync(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let time = try Self.time(exchange.query.text("timeout"))
        let plane = self.plane
        let result = await patience.wait(time) { () -> Result<SyncReport, ControlFailure> in
            do throws(ControlFailure) { return .success(try await plane.sync()) } catch { return .failure(error) }
        }
        switch result {
        case .success(let report) where report.isWorkedOff:
            let unlisted = report.unlisted.isEmpty ? nil : report.unlisted
            return .json(SyncAnswer(ended: report.ended, unlisted: unlisted))
        case .success(let report): throw .late(report.open, await gates(exchange))
        case .failure(let failure): throw .failed(failure)
        case nil: throw .late([], await gates(exchange))
        }
    }

    private func gates(_ exchange: Exchange) async -> [Gate] {
        await plane.status(in: exchange.language).gates
    }

    private static func time(_ text: String?) throws(Rejection) -> Duration {
        guard let text else { return .seconds(60) }
        guard let time = DurationText.duration(from: text) else {
            throw Parameters.wrong("timeout", .malformed(got: text, example: "60s"))
        }
        // In less the folders can't even be listed.
        guard (Duration.seconds(1)...Duration.seconds(3600)).contains(time) else {
            throw Parameters.wrong("timeout", .outOfRange(got: text, range: "1s–1h"))
        }
        return time
    }

    private func render(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let format = try RenderFormat(exchange.query.text("format"))
        guard Acceptance.leaves([Exchange.bare(format.type)], of: exchange.head["Accept"]) else {
            throw .refused(.notAcceptable(offered: [Exchange.bare(format.type)]))
        }
        let art = try FieldTree.art(exchange.query.filter { $0.name != "format" })
        let picture = try exchange.picture()
        let rendered: RenderedPicture
        do throws(ControlFailure) {
            rendered = try await plane.render(RenderOrder(picture: picture, art: art, output: format.output))
        } catch { throw .failed(error) }
        var response = ServerResponse.bytes(rendered.bytes, type: format.type)
        let warnings = Self.warnings(of: rendered)
        if !warnings.isEmpty {
            response.headers.append(ServerHeader(ControlHeader.warning, warnings.joined(separator: ", ")))
        }
        return response
    }

    /// Their stable words, in the order in which `textify convert` tells them.
    private static func warnings(of picture: RenderedPicture) -> [String] {
        let broken = picture.hasBrokenProfile ? ["picture_profile_broken"] : []
        return picture.warnings.map(\.code) + [picture.damage?.code].compactMap(\.self) + broken
    }
}
