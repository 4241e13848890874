internal import ControlAPI
package import Domain
package import PlatformHTTPServer
internal import PlatformCompression
internal import Words

/// Serves the gallery to browsers: pages, their assets, and the control API for signed-in browsers.
package struct GalleryService: RequestHandler {
    let entrance: GalleryEntrance
    var place: GalleryPlace { entrance.place }
    var sessions: Sessions { entrance.sessions }
    /// The control API for a session's peer.
    let control: any RequestHandler
    let token: Secret?
    let owner: UInt32
    let language: Language
    let clock: GalleryClock
    let calendar: any CalendarWriting
    let assets = Assets()

    /// `token`: lets a browser sign in as the service's own user, `owner`. `language`: for browsers that name none.
    package init(
        entrance: GalleryEntrance, control: any RequestHandler, token: Secret?, owner: UInt32, language: Language,
        clock: GalleryClock, calendar: any CalendarWriting
    ) {
        self.entrance = entrance
        self.control = control
        self.token = token
        self.owner = owner
        self.language = language
        self.clock = clock
        self.calendar = calendar
    }

    package func admit(_ head: RequestHead) -> Admission {
        let visit: Visit
        do throws(Visit.Refusal) { visit = try Visit(head, place) } catch { return .refuse(refusal(error, head)) }
        guard visit.path.hasPrefix("v1/") else {
            if visit.isSafe { return .read(upTo: 4096) }
            // A form with a picture, as far as the control API accepts one; texts otherwise.
            guard visit.path == "new", session(of: visit) != nil else { return .read(upTo: 256 << 10) }
            return .read(upTo: pictureLimit(of: visit))
        }
        guard let peer = session(of: visit) else { return .refuse(notSignedIn(visit)) }
        let admission = control.admit(controlHead(visit, peer))
        guard case .refuse(let answer) = admission else { return admission }
        return .refuse(dressed(answer, visit))
    }

    package func refuse(_ head: RequestHead, _ fault: BodyFault) -> ServerResponse {
        guard let visit = try? Visit(head, place) else { return refusal(.malformed, head) }
        let target = visit.path.hasPrefix("v1/") ? "/" + visit.path : "/v1/jobs"
        let answer = control.refuse(
            RequestHead(method: head.method, target: target, headers: head.headers, peer: head.peer), fault)
        return dressed(answer, visit)
    }

    package func answer(_ request: ServerRequest) async -> ServerResponse {
        let visit: Visit
        do throws(Visit.Refusal) { visit = try Visit(request.head, place) } catch {
            return refusal(error, request.head)
        }
        if visit.path.hasPrefix("assets/"), visit.isSafe {
            let name = String(visit.path.dropFirst("assets/".count))
            return assets.answer(name, to: request.head) ?? missing(visit)
        }
        if visit.path.hasPrefix(Self.calendarPath) { return await calendar(visit) }
        let peer = session(of: visit)
        if visit.path.hasPrefix("v1/") {
            guard let peer else { return notSignedIn(visit) }
            let answer = await control.answer(
                ServerRequest(head: controlHead(visit, peer), body: request.body))
            return dressed(answer, visit)
        }
        return await page(visit, peer, request.body)
    }

    func session(of visit: Visit) -> Peer? {
        visit.cookie(place.cookieName).flatMap(sessions.peer)
    }
}

/// What the gallery knows of time.
package struct GalleryClock: Sendable {
    let now: @Sendable () -> UTCMillis
    /// Formats a moment in the service's time zone.
    let text: @Sendable (UTCMillis) -> String

    package init(now: @escaping @Sendable () -> UTCMillis, text: @escaping @Sendable (UTCMillis) -> String) {
        self.now = now
        self.text = text
    }
}

extension ServerResponse {
    /// Below this size compressing saves nothing.
    private static var leastBytes: Int { 1024 }

    /// Compresses a text.
    func compressed(for head: RequestHead) -> ServerResponse {
        let type = headers.first { $0.name == "Content-Type" }?.value ?? ""
        let isText = type.hasPrefix("text/") || type.contains("json") || type == MediaType.svg
        guard isText, body.count >= Self.leastBytes, let compressed = Gzip.compress(body, level: 4) else { return self }
        return encoded(compressed, for: head)
    }
}
