internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// The operator's routes. All are idempotent.
struct OperatorRoutes: Sendable {
    private typealias Act = @Sendable (any ServiceOperations) async throws(ControlFailure) -> Void

    let plane: ControlPlane

    var routes: [Route] {
        [
            route("pause", .operate, "Start no new work until resume; running work continues") {
                service throws(ControlFailure) in try await service.pause()
            },
            route("resume", .operate, "Continue after a pause") { service throws(ControlFailure) in
                try await service.resume()
            },
            route("drain", .operate, "Start no new work, finish what is running, then stop the service") {
                service throws(ControlFailure) in try await service.drain()
            },
            route("scan", .submit, "List every watch folder now") { service throws(ControlFailure) in
                try await service.scan()
            },
            route(
                "reload", .operate,
                "Read the configuration again; an invalid one is rejected and the previous one stays active"
            ) {
                service throws(ControlFailure) in try await service.reload()
            },
            Route(
                "POST", "/v1/backup", .operate,
                RouteContract(
                    summary: "Back up the live database into the state folder",
                    answer: .json(BackupAnswer.self, "The backup"))
            ) { _ throws(Rejection) in
                do throws(ControlFailure) { return .json(try await plane.operations.backUp()) } catch {
                    throw .failed(error)
                }
            },
            Route("DELETE", "/v1/caches/{name}", .operate, ServiceContracts.clearing) { exchange throws(Rejection) in
                do throws(ControlFailure) { try await plane.operations.clear(cache: exchange.id) } catch {
                    throw .failed(error)
                }
                return .json(CacheList(caches: await plane.status.status(in: exchange.language).caches))
            },
        ]
    }

    private func route(_ word: String, _ role: Role, _ summary: String, _ act: @escaping Act) -> Route {
        let contract = RouteContract(summary: summary, answer: .json(Acknowledgement.self, "Done"))
        return Route("POST", "/v1/" + word, role, contract) { [plane] _ throws(Rejection) in
            do throws(ControlFailure) { try await act(plane.operations) } catch { throw .failed(error) }
            return .json(Acknowledgement(phase: await plane.status.phase().rawValue))
        }
    }
}
