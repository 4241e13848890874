internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// `GET /v1/events`: what happens, as it happens.
enum EventRoute {
    static let contract = RouteContract(
        summary: "What happens, as server-sent events: each has a code as its name and a ServiceEvent as its data",
        headers: [
            .text(
                "Last-Event-ID",
                "The newest event that is known: what came after it is told first, or an event `reset` when that is "
                    + "not known any more. Who reads too slowly hears `dropped` and the end; both have an EventGap as data"
            )
        ],
        answer: .bytes([MediaType.events], "Events, until the client leaves or the service stops"))

    static func route(_ plane: any ControlPlane) -> Route {
        Route("GET", "/v1/events", .read, contract) { exchange throws(Rejection) in
            guard let events = EventSubscription(plane.events, after: exchange.head["Last-Event-ID"]) else {
                throw .refused(.tooManyListeners(limit: EventRing.mostListeners))
            }
            let headers = ServerResponse.bytes([], type: MediaType.events).headers
            return ServerResponse(status: 200, headers: headers, source: events)
        }
    }
}
