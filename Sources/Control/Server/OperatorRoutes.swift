internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// The operator's routes. All are idempotent.
struct OperatorRoutes: Sendable {
    private typealias Act = @Sendable (any ControlPlane) async throws(ControlFailure) -> Void

    let plane: any ControlPlane

    var routes: [Route] {
        [
            route("pause", .operate) { plane throws(ControlFailure) in try await plane.pause() },
            route("resume", .operate) { plane throws(ControlFailure) in try await plane.resume() },
            route("drain", .operate) { plane throws(ControlFailure) in try await plane.drain() },
            route("scan", .submit) { plane throws(ControlFailure) in try await plane.scan() },
            route("reload", .operate) { plane throws(ControlFailure) in try await plane.reload() },
            Route("POST", "/v1/backup", .operate) { _ throws(Rejection) in
                do throws(ControlFailure) { return .json(try await plane.backUp()) } catch { throw .failed(error) }
            },
            Route("DELETE", "/v1/caches/{name}", .operate) { exchange throws(Rejection) in
                do throws(ControlFailure) { try await plane.clear(cache: exchange.id) } catch { throw .failed(error) }
                return .json(CacheList(caches: await plane.status(in: exchange.language).caches))
            },
        ]
    }

    private func route(_ word: String, _ role: Role, _ act: @escaping Act) -> Route {
        Route("POST", "/v1/" + word, role) { [plane] _ throws(Rejection) in
            do throws(ControlFailure) { try await act(plane) } catch { throw .failed(error) }
            return .json(Acknowledgement(phase: await plane.phase().rawValue))
        }
    }
}
