internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// What an operator does. Doing it again changes nothing.
struct OperatingRoutes: Sendable {
    private typealias Act = @Sendable (any ControlPlane) async throws(ControlFailure) -> Void

    let plane: any ControlPlane

    var routes: [Route] {
        [
            route("pause", .operate, "Begin nothing new until resume; what runs goes on") {
                plane throws(ControlFailure) in try await plane.pause()
            },
            route("resume", .operate, "Go on after a pause") { plane throws(ControlFailure) in
                try await plane.resume()
            },
            route("drain", .operate, "Begin nothing new, end what runs, and then end the service") {
                plane throws(ControlFailure) in try await plane.drain()
            },
            route("scan", .submit, "List every watch folder now") { plane throws(ControlFailure) in
                try await plane.scan()
            },
            route("reload", .operate, "Read the configuration again; the old one stays when it is bad") {
                plane throws(ControlFailure) in try await plane.reload()
            },
            Route(
                "POST", "/v1/backup", .operate,
                RouteContract(
                    summary: "Copy the database into the state folder, while it is used",
                    answer: .json(BackupAnswer.self, "Where the copy lies"))
            ) { _ throws(Rejection) in
                do throws(ControlFailure) { return .json(try await plane.backUp()) } catch { throw .failed(error) }
            },
            Route("DELETE", "/v1/caches/{name}", .operate, ServiceContracts.clearing) { exchange throws(Rejection) in
                do throws(ControlFailure) { try await plane.clear(cache: exchange.id) } catch { throw .failed(error) }
                return .json(CacheList(caches: await plane.status(in: exchange.language).caches))
            },
        ]
    }

    private func route(_ word: String, _ role: Role, _ summary: String, _ act: @escaping Act) -> Route {
        let contract = RouteContract(summary: summary, answer: .json(Acknowledgement.self, "It was done"))
        return Route("POST", "/v1/" + word, role, contract) { [plane] _ throws(Rejection) in
            do throws(ControlFailure) { try await act(plane) } catch { throw .failed(error) }
            return .json(Acknowledgement(phase: await plane.phase().rawValue))
        }
    }
}
