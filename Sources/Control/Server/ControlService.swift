package import Domain
package import PlatformHTTPServer
internal import ControlAPI
internal import Words

/// Answers requests on the control socket from what a control plane says. `timer` is what waiting is measured by.
package struct ControlService<Timer: Clock>: RequestHandler where Timer.Duration == Duration {
    let plane: any ControlPlane
    let timer: Timer
    private let door: Door
    private let limits: ControlLimits
    private let language: Language
    private let router: Router

    /// `language` is spoken to those who name none.
    package init(
        plane: any ControlPlane, timer: Timer, door: Door, limits: ControlLimits = ControlLimits(),
        language: Language = .english
    ) {
        self.plane = plane
        self.timer = timer
        self.door = door
        self.limits = limits
        self.language = language
        let jobs = JobRoutes(plane: plane, patience: Patience(timer: timer))
        let service = ServiceRoutes(plane: plane, patience: Patience(timer: timer))
        let bulk = BulkRoutes(plane: plane)
        let operating = OperatingRoutes(plane: plane)
        let routes = jobs.routes + service.routes + operating.routes + bulk.routes + [EventRoute.route(plane)]
        router = Router(routes: DocumentRoute.beside(routes).filter(door.leads))
    }

    /// Every method and path that is served, for tests and documents.
    package var served: [String] {
        router.routes.map { $0.method + " " + $0.place }
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
    /// All that the head alone decides: who asks, from where, for what.
    private func place(_ head: RequestHead) throws(Rejection) -> (route: Route, id: String, target: RequestTarget) {
        let target = try RequestTarget(head.target)
        try RequestGuard.check(head, target, door)
        // Who may nothing is not told what there is.
        let role = try door.role(of: head)
        let (route, id) = try router.find(head.method, target.segments)
        guard role >= route.role else {
            throw .refused(.notAllowed(role: route.role.word, group: door.group(for: route.role)))
        }
        let produces = route.contract.produces
        guard route.contract.isChosenByQuery || Acceptance.leaves(produces, of: head["Accept"]) else {
            throw .refused(.notAcceptable(offered: produces))
        }
        try Parameters.check(target.query, route.contract)
        return (route, id, target)
    }

    private func bound(_ route: Route, _ head: RequestHead) -> Int {
        let isJSON = head["Content-Type"].map(Exchange.bare) == MediaType.json
        return switch route.contract.body {
        case .none: 4096
        case .request: limits.requestBytes
        case .picture: limits.pictureBytes
        case .pictureOrRequest: isJSON ? limits.requestBytes : limits.pictureBytes
        }
    }

    private func spoken(_ head: RequestHead) -> Language {
        Acceptance.language(head["Accept-Language"], standard: language)
    }

    private func answer(_ rejection: Rejection, to head: RequestHead) -> ServerResponse {
        RejectionAnswer(wording: Wording(spoken(head))).response(rejection)
    }
}

extension RequestHead {
    fileprivate func from(_ peer: Peer) -> RequestHead {
        RequestHead(method: method, target: target, isCurrent: isCurrent, headers: headers, peer: peer)
    }
}
