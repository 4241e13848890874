internal import ControlAPI
package import Domain
package import PlatformHTTPServer
internal import Words

/// Answers HTTP requests by calling a control plane. `timer` measures the time limits of calls that wait.
package struct ControlService<Timer: Clock>: RequestHandler where Timer.Duration == Duration {
    let plane: ControlPlane
    let timer: Timer
    private let door: AccessPolicy
    private let limits: ControlLimits
    private let language: Language
    let router: Router

    /// `language` is used for clients that send no `Accept-Language`.
    package init(
        plane: ControlPlane, timer: Timer, door: AccessPolicy, limits: ControlLimits = ControlLimits(),
        language: Language = .english
    ) {
        self.plane = plane
        self.timer = timer
        self.door = door
        self.limits = limits
        self.language = language
        let jobs = JobRoutes(plane: plane, patience: Timeout(timer: timer))
        let service = ServiceRoutes(plane: plane, patience: Timeout(timer: timer))
        let bulk = BulkRoutes(plane: plane)
        let operating = OperatorRoutes(plane: plane)
        let routes =
            jobs.routes + service.routes + operating.routes + bulk.routes
            + [EventRoute.route(plane), OpenAPIDocument.route]
        router = Router(routes: routes.filter(door.leads))
    }

    package func admit(_ head: RequestHead) -> Admission {
        do throws(Rejection) {
            let (route, _, _) = try place(head)
            return .read(upTo: bound(route, head))
        } catch {
            return .refuse(answer(error, to: head))
        }
    }

    package func refuse(_ head: RequestHead, _ fault: BodyFault) -> ServerResponse {
        switch fault {
        case .noRoom: return answer(.refused(.tooBusy), to: head)
        case .crowded: return answer(.refused(.tooManyConnections), to: head)
        case .malformed: return answer(.refused(.malformedHead), to: head)
        case .unknownCoding: return answer(.refused(.unknownTransferCoding), to: head)
        case .tooLarge:
            let route = try? place(head).route
            let limit = route.map { bound($0, head) } ?? 0
            return answer(.refused(.bodyTooLarge(limit: limit)), to: head)
        }
    }

    package func answer(_ request: ServerRequest) async -> ServerResponse {
        do throws(Rejection) {
            let (route, id, target) = try place(request.head)
            return try await route.run(
                Exchange(
                    head: request.head.from(door.peer(of: request.head)), body: request.body, id: id,
                    query: target.query,
                    language: spoken(request.head)))
        } catch {
            return answer(error, to: request.head)
        }
    }
}

extension ControlService {
    /// Everything that can be decided from the request head alone: origin, role, route, media type and parameters.
    private func place(_ head: RequestHead) throws(Rejection) -> (route: Route, id: String, target: RequestTarget) {
        let target = try RequestTarget(head.target)
        try OriginCheck.check(head, target, door)
        // Clients without access must not learn which routes exist, so the role is checked first.
        let role = try door.role(of: head)
        let (route, id) = try router.find(head.method, target.segments)
        guard role >= route.role else {
            throw .refused(.notAllowed(role: route.role.word, group: door.group(for: route.role)))
        }
        // A route with several types checks the one that the query selects.
        guard route.produces.count > 1 || ContentNegotiation.leaves(route.produces, of: head["Accept"]) else {
            throw .refused(.notAcceptable(offered: route.produces))
        }
        try Parameters.check(target.query, route)
        return (route, id, target)
    }

    private func bound(_ route: Route, _ head: RequestHead) -> Int {
        let isJSON = head["Content-Type"].map(Exchange.bare) == MediaType.json
        return switch route.body {
        case .none: 4096
        case .request: limits.requestBytes
        case .picture: limits.pictureBytes
        case .pictureOrRequest: isJSON ? limits.requestBytes : limits.pictureBytes
        }
    }

    private func spoken(_ head: RequestHead) -> Language {
        ContentNegotiation.language(head["Accept-Language"], standard: language)
    }

    private func answer(_ rejection: Rejection, to head: RequestHead) -> ServerResponse {
        ProblemBuilder(wording: Wording(spoken(head))).response(rejection)
    }
}

extension RequestHead {
    fileprivate func from(_ peer: Peer) -> RequestHead {
        RequestHead(method: method, target: target, isCurrent: isCurrent, headers: headers, peer: peer)
    }
}

/// Size limits of request bodies.
package struct ControlLimits: Equatable, Sendable {
    /// The largest picture, in bytes.
    package var pictureBytes: Int
    /// The largest JSON request, in bytes.
    package var requestBytes: Int

    package init(pictureBytes: Int = 256 << 20, requestBytes: Int = 1 << 20) {
        self.pictureBytes = pictureBytes
        self.requestBytes = requestBytes
    }
}

/// Runs work with a time limit.
struct Timeout<Timer: Clock>: Sendable where Timer.Duration == Duration {
    let timer: Timer

    /// Runs `work` and cancels it when the time is over. Cancelled work must return at once with its current result.
    func wait<Answer: Sendable>(
        _ time: Duration, for work: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        await withTaskGroup(of: Answer?.self) { group in
            group.addTask { await work() }
            group.addTask { [timer] in
                try? await timer.sleep(until: timer.now.advanced(by: time), tolerance: nil)
                return nil
            }
            var answer: Answer?
            for await first in group {
                answer = first ?? answer
                group.cancelAll()
            }
            return answer
        }
    }
}
