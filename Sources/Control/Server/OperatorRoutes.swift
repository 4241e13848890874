internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// The operator's routes. All are idempotent.
struct OperatorRoutes: Sendable {
    private typealias Act = @Sendable (any ServiceOperations) async throws(ControlFailure) -> Void

    let plane: ControlPlane

    var routes: [Route] {
        [
            route("pause", .operate) { service throws(ControlFailure) in try await service.pause() },
            route("resume", .operate) { service throws(ControlFailure) in try await service.resume() },
            route("drain", .operate) { service throws(ControlFailure) in try await service.drain() },
            route("scan", .submit) { service throws(ControlFailure) in try await service.scan() },
            route("reload", .operate) { service throws(ControlFailure) in try await service.reload() },
            Route("POST", "/v1/backup", .operate) { _ throws(Rejection) in
                do throws(ControlFailure) { return .json(try await plane.operations.backUp()) } catch {
                    throw .failed(error)
                }
            },
            Route("POST", "/v1/cleanup", .operate, body: .request) { exchange throws(Rejection) in
                let request = try exchange.json(Self.cleanUp, into: CleanUpRequest())
                do throws(ControlFailure) {
                    return .json(try await plane.operations.cleanUp(isDryRun: request.isDryRun ?? false))
                } catch {
                    throw .failed(error)
                }
            },
            Route("POST", "/v1/nodes/{name}/drain", .operate) { exchange throws(Rejection) in
                do throws(ControlFailure) { try await plane.operations.drain(node: exchange.id) } catch {
                    throw .failed(error)
                }
                return .json(NodeList(nodes: await plane.status.status(in: exchange.language).fleet?.nodes ?? []))
            },
            Route("GET", "/v1/settings", .read) { _ throws(Rejection) in .json(await plane.operations.settings()) },
            Route("POST", "/v1/settings/check", .operate, body: .request) { exchange throws(Rejection) in
                let request = try exchange.json(Self.settingsCheck, into: SettingsCheckRequest())
                do throws(ControlFailure) { try await plane.operations.check(settings: request.lines ?? "") } catch {
                    throw .failed(error)
                }
                return .json(await plane.operations.settings())
            },
            VerifyRoute(operations: plane.operations).route,
            BlobMoveRoute(operations: plane.operations).route,
            Route("DELETE", "/v1/caches/{name}", .operate) { exchange throws(Rejection) in
                do throws(ControlFailure) { try await plane.operations.clear(cache: exchange.id) } catch {
                    throw .failed(error)
                }
                return .json(CacheList(caches: await plane.status.status(in: exchange.language).caches))
            },
        ]
    }

    private static let cleanUp = FieldTable<CleanUpRequest>([
        Field(
            "dry_run", optional: \.isDryRun, .flag,
            FieldHelp("Only tell what would be removed", "지울 것만 확인하고 실행하지 않음"))
    ])

    private static let settingsCheck = FieldTable<SettingsCheckRequest>([
        Field(
            "lines", optional: \.lines, .text,
            FieldHelp("Lines as in the configuration file", "설정 파일에 쓸 줄"))
    ])

    private func route(_ word: String, _ role: Role, _ act: @escaping Act) -> Route {
        Route("POST", "/v1/" + word, role) { [plane] _ throws(Rejection) in
            do throws(ControlFailure) { try await act(plane.operations) } catch { throw .failed(error) }
            return .json(Acknowledgement(phase: await plane.status.phase().rawValue))
        }
    }
}
