internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// What concerns the service as a whole, and rendering on the spot.
struct ServiceRoutes<Timer: Clock>: Sendable where Timer.Duration == Duration {
    let plane: any ControlPlane
    let patience: Patience<Timer>

    var routes: [Route] {
        [
            Route("GET", "/healthz", .read) { _ throws(Rejection) in .json(Health(status: "ok")) },
            Route("GET", "/readyz", .read) { _ throws(Rejection) in try await ready() },
            Route("GET", "/v1/status", .read) { exchange throws(Rejection) in try await status(exchange) },
            Route("POST", "/v1/render", .read, body: .picture, produces: []) { exchange throws(Rejection) in
                try await render(exchange)
            },
            Route("GET", "/v1/spend", .read) { exchange throws(Rejection) in
                .json(try await SpendRoute.answer(exchange, plane))
            },
            Route("POST", "/v1/sync", .submit) { exchange throws(Rejection) in try await sync(exchange) },
            Route("POST", "/v1/pause", .operate) { exchange throws(Rejection) in
                try await operate(exchange) { () throws(ControlFailure) in try await plane.pause() }
            },
            Route("POST", "/v1/resume", .operate) { exchange throws(Rejection) in
                try await operate(exchange) { () throws(ControlFailure) in try await plane.resume() }
            },
            Route("POST", "/v1/reload", .operate) { exchange throws(Rejection) in
                try await operate(exchange) { () throws(ControlFailure) in try await plane.reload() }
            },
        ]
    }

    private func ready() async throws(Rejection) -> ServerResponse {
        switch await plane.phase() {
        case .running, .paused: return .json(Health(status: "ok"))
        case .starting, .draining: throw .refused(.serviceNotReady)
        }
    }

    private func status(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        try Parameters(exchange.query).finish()
        return .json(await plane.status(in: exchange.language))
    }

    private func operate(
        _ exchange: Exchange, _ act: () async throws(ControlFailure) -> Void
    ) async throws(Rejection) -> ServerResponse {
        try Parameters(exchange.query).finish()
        do throws(ControlFailure) { try await act() } catch { throw .failed(error) }
        return .json(Acknowledgement(phase: await plane.phase().rawValue))
    }

    private func sync(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        var parameters = Parameters(exchange.query)
        let time = try Self.time(try parameters.text("timeout"))
        try parameters.finish()
        let plane = self.plane
        let result = await patience.wait(time) { () -> Result<SyncReport, ControlFailure> in
            do throws(ControlFailure) { return .success(try await plane.sync()) } catch { return .failure(error) }
        }
        switch result {
        case .success(let report) where report.isWorkedOff: return .json(SyncAnswer(ended: report.ended))
        case .success(let report): throw .late(report.open)
        case .failure(let failure): throw .failed(failure)
        case nil: throw .late([])
        }
    }

    private static func time(_ text: String?) throws(Rejection) -> Duration {
        guard let text else { return .seconds(60) }
        guard let time = DurationText.duration(from: text) else {
            throw Parameters.wrong("timeout", .malformed(got: text, example: "60s"))
        }
        guard time <= .seconds(3600) else { throw Parameters.wrong("timeout", .outOfRange(got: text, range: "0s–1h")) }
        return time
    }

    private func render(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        var parameters = Parameters(exchange.query)
        let format = try RenderFormat(try parameters.text("format"))
        guard Acceptance.leaves([Exchange.bare(format.type)], of: exchange.head["Accept"]) else {
            throw .refused(.notAcceptable(offered: [Exchange.bare(format.type)]))
        }
        let art = try FieldTree.art(parameters.rest())
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
