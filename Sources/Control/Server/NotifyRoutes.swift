internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// The routes of notifications.
struct NotifyRoutes: Sendable {
    let plane: ControlPlane

    var routes: [Route] {
        [
            Route("GET", "/v1/notify", .read) { exchange throws(Rejection) in
                do throws(ControlFailure) {
                    return .json(NotifyList(targets: try await plane.notifications.targets(in: exchange.language)))
                } catch { throw .failed(error) }
            },
            Route("POST", "/v1/notify/{name}/test", .operate) { exchange throws(Rejection) in
                do throws(ControlFailure) { try await plane.notifications.test(exchange.id) } catch {
                    throw .failed(error)
                }
                return .json(NotifyAnswer(target: exchange.id, count: 1))
            },
            counting("retry") { source, name throws(ControlFailure) in try await source.retry(name) },
            counting("dismiss") { source, name throws(ControlFailure) in try await source.dismiss(name) },
        ]
    }

    private func counting(
        _ word: String,
        _ work: @escaping @Sendable (any NotificationSource, String) async throws(ControlFailure) -> Int
    ) -> Route {
        Route("POST", "/v1/notify/{name}/" + word, .operate) { exchange throws(Rejection) in
            do throws(ControlFailure) {
                return .json(NotifyAnswer(target: exchange.id, count: try await work(plane.notifications, exchange.id)))
            } catch { throw .failed(error) }
        }
    }
}
