internal import ControlAPI
package import Domain
package import PlatformHTTPServer
internal import Words

/// Answers HTTP requests by calling a control plane. `timer` measures the time limits of calls that wait.
package struct ControlService<Timer: Clock>: RequestHandler where Timer.Duration == Duration {
    private let access: AccessPolicy
    private let pictureBytes: Int
    private let requestBytes: Int
    private let language: Language
    let router: Router

    /// `pictureBytes` and `requestBytes` limit bodies that are pictures and JSON; `language` is used for clients that
    /// send no `Accept-Language`.
    package init(
        plane: ControlPlane, timer: Timer, access: AccessPolicy, pictureBytes: Int = 256 << 20,
        requestBytes: Int = 1 << 20, language: Language = .english
    ) {
        self.access = access
        self.pictureBytes = pictureBytes
        self.requestBytes = requestBytes
        self.language = language
        let timeout = Timeout(timer: timer)
        let routes =
            JobRoutes(plane: plane, timeout: timeout).routes + ServiceRoutes(plane: plane, timeout: timeout).routes
            + PlanRoutes(plans: plane.plans).routes
            + OperatorRoutes(plane: plane).routes + NotifyRoutes(plane: plane).routes + BulkRoutes(plane: plane).routes
            + LibraryRoutes(library: plane.library).routes
            + TransferRoutes(library: plane.library, transfer: plane.transfer).routes
            + GalleryRoutes(plane: plane, access: access).routes
            + [EventRoute.route(plane, timeout), OpenAPIDocument.route]
        router = Router(routes: routes.filter(access.offers))
    }

    package func admit(_ head: RequestHead) -> Admission {
        do throws(Rejection) {
            return .read(upTo: bodyLimit(try route(of: head).route, head))
        } catch {
            return .refuse(answer(error, to: head))
        }
    }

    package func refuse(_ head: RequestHead, _ fault: BodyFault) -> ServerResponse {
        switch fault {
        case .noRoom: return answer(.refused(.tooBusy), to: head)
        case .tooManyConnections: return answer(.refused(.tooManyConnections), to: head)
        case .malformed: return answer(.refused(.malformedHead), to: head)
        case .unknownCoding: return answer(.refused(.unknownTransferCoding), to: head)
        case .tooLarge:
            let limit = (try? route(of: head).route).map { bodyLimit($0, head) } ?? 0
            return answer(.refused(.bodyTooLarge(limit: limit)), to: head)
        }
    }

    package func answer(_ request: ServerRequest) async -> ServerResponse {
        do throws(Rejection) {
            let (route, id, query) = try route(of: request.head)
            var head = request.head
            head.peer = access.peer(of: head)
            return try await route.run(
                Exchange(head: head, body: request.body, id: id, query: query, language: language(of: head)))
        } catch {
            return answer(error, to: request.head)
        }
    }
}

extension ControlService {
    /// Finds the route, and checks everything that the request head alone decides: origin, role, media type and
    /// parameters.
    private func route(
        of head: RequestHead
    ) throws(Rejection) -> (route: Route, id: String, query: [QueryString.Item]) {
        let target = try RequestTarget(head.target)
        try access.checkOrigin(of: head, target)
        // Clients without access must not learn which routes exist, so the role is checked first.
        let role = try access.role(of: head)
        let (route, id) = try router.find(head.method, target.segments)
        guard role >= route.role else {
            throw .refused(.notAllowed(role: "\(route.role)", group: access.group(for: route.role)))
        }
        try ContentNegotiation.check(route.produces, head["Accept"])
        try Parameters.check(target.query, route)
        return (route, id, target.query)
    }

    /// The largest body of a request to a route, in bytes.
    private func bodyLimit(_ route: Route, _ head: RequestHead) -> Int {
        let isJSON = head["Content-Type"].map(Exchange.bare) == MediaType.json
        return switch route.body {
        case .none: 4096
        case .request: requestBytes
        case .picture: pictureBytes
        case .pictureOrRequest, .artwork: isJSON ? requestBytes : pictureBytes
        }
    }

    private func language(of head: RequestHead) -> Language {
        AcceptHeader.language(head["Accept-Language"], standard: language)
    }

    private func answer(_ rejection: Rejection, to head: RequestHead) -> ServerResponse {
        ProblemBuilder(wording: Wording(language(of: head))).response(rejection)
    }
}

/// Runs work with a time limit.
struct Timeout<Timer: Clock>: Sendable where Timer.Duration == Duration {
    let timer: Timer

    /// Runs `work` and cancels it when the time is over. Cancelled work must return at once with its current result.
    @discardableResult
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
