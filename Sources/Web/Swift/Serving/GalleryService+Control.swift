internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// The control API, for signed-in browsers.
extension GalleryService {
    /// The request as the control API knows it: from the session's peer, and without what only browsers send.
    func controlHead(_ visit: Visit, _ peer: Peer) -> RequestHead {
        let hidden: Set = ["cookie", "origin", "referer", "host", "authorization"]
        let headers = visit.head.headers.filter { !hidden.contains($0.name.lowercased()) }
        let target = "/" + visit.head.target.dropFirst(place.base.count)
        return RequestHead(
            method: visit.head.method, target: target, headers: headers + [ServerHeader("Host", ControlHeader.host)],
            peer: peer)
    }

    func dressed(_ answer: ServerResponse, _ visit: Visit) -> ServerResponse {
        let isLasting = answer.status == 200 && (visit.path.hasSuffix("/thumbnail") || visit.path.hasSuffix("/picture"))
        var answer = answer
        answer.headers = ResponseHeaders.ofControl(answer.headers, isLasting: isLasting)
        return answer.source == nil ? answer.compressed(for: visit.head) : answer
    }

    /// The largest form with a picture, in bytes: a picture and some text.
    func pictureLimit(of visit: Visit) -> Int {
        let head = RequestHead(
            method: "POST", target: "/v1/jobs", headers: [ServerHeader("Content-Type", MediaType.form)],
            peer: session(of: visit) ?? visit.head.peer)
        guard case .read(let limit) = control.admit(head) else { return 256 << 10 }
        return limit
    }

    func notSignedIn(_ visit: Visit) -> ServerResponse {
        problem(401, "not_signed_in", words(visit).notSignedIn)
    }

    func refusal(_ refusal: Visit.Refusal, _ head: RequestHead) -> ServerResponse {
        let words = Wording(AcceptHeader.language(head["Accept-Language"], standard: language)).pages
        return switch refusal {
        case .malformed: problem(400, "malformed_target", words.malformed)
        case .elsewhere: problem(404, "no_such_path", words.notBelow(place.base))
        case .foreignHost: problem(403, "foreign_host", words.foreignHost)
        case .foreignPage: problem(403, "from_web_page", words.foreignPage)
        }
    }

    func problem(_ status: Int, _ code: String, _ detail: String) -> ServerResponse {
        let body = (try? ControlJSON.encode(Problem(status: status, code: code, detail: detail))) ?? []
        let type = ServerHeader("Content-Type", MediaType.problem)
        let headers = ResponseHeaders.ofControl([type, ServerHeader("Cache-Control", "no-store")], isLasting: false)
        return ServerResponse(status: status, headers: headers, body: body)
    }
}
