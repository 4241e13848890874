internal import ControlAPI
package import Domain
package import PlatformHTTPServer
internal import PlatformCompression
internal import Words

/// Serves the gallery to browsers: pages, their assets, and the control API for signed-in browsers.
package struct GalleryService: RequestHandler {
    private let entrance: GalleryEntrance
    private var place: GalleryPlace { entrance.place }
    private var sessions: Sessions { entrance.sessions }
    /// The control API for a session's peer.
    private let control: any RequestHandler
    private let token: Secret?
    private let owner: UInt32
    private let language: Language
    private let clock: GalleryClock
    private let assets = Assets()

    /// `token`: lets a browser sign in as the service's own user, `owner`. `language`: for browsers that name none.
    package init(
        entrance: GalleryEntrance, control: any RequestHandler, token: Secret?, owner: UInt32, language: Language,
        clock: GalleryClock
    ) {
        self.entrance = entrance
        self.control = control
        self.token = token
        self.owner = owner
        self.language = language
        self.clock = clock
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
        let peer = session(of: visit)
        if visit.path.hasPrefix("v1/") {
            guard let peer else { return notSignedIn(visit) }
            let answer = await control.answer(
                ServerRequest(head: controlHead(visit, peer), body: request.body))
            return dressed(answer, visit)
        }
        return await page(visit, peer, request.body)
    }

    private func session(of visit: Visit) -> Peer? {
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

// The control API.
extension GalleryService {
    /// The request as the control API knows it: from the session's peer, and without what only browsers send.
    private func controlHead(_ visit: Visit, _ peer: Peer) -> RequestHead {
        let hidden: Set = ["cookie", "origin", "referer", "host", "authorization"]
        let headers = visit.head.headers.filter { !hidden.contains($0.name.lowercased()) }
        let target = "/" + visit.head.target.dropFirst(place.base.count)
        return RequestHead(
            method: visit.head.method, target: target, headers: headers + [ServerHeader("Host", ControlHeader.host)],
            peer: peer)
    }

    private func dressed(_ answer: ServerResponse, _ visit: Visit) -> ServerResponse {
        let isLasting = answer.status == 200 && (visit.path.hasSuffix("/thumbnail") || visit.path.hasSuffix("/picture"))
        var answer = answer
        answer.headers = ResponseHeaders.ofControl(answer.headers, isLasting: isLasting)
        return answer.source == nil ? answer.compressed(for: visit.head) : answer
    }

    /// The largest form with a picture, in bytes: a picture and some text.
    private func pictureLimit(of visit: Visit) -> Int {
        let head = RequestHead(
            method: "POST", target: "/v1/jobs", headers: [ServerHeader("Content-Type", MediaType.form)],
            peer: session(of: visit) ?? visit.head.peer)
        guard case .read(let limit) = control.admit(head) else { return 256 << 10 }
        return limit
    }

    private func notSignedIn(_ visit: Visit) -> ServerResponse {
        problem(401, "not_signed_in", words(visit).notSignedIn)
    }

    private func refusal(_ refusal: Visit.Refusal, _ head: RequestHead) -> ServerResponse {
        let words = Wording(ContentLanguage.of(head, standard: language)).pages
        return switch refusal {
        case .malformed: problem(400, "malformed_target", words.malformed)
        case .elsewhere: problem(404, "no_such_path", words.notBelow(place.base))
        case .foreignHost: problem(403, "foreign_host", words.foreignHost)
        case .foreignPage: problem(403, "from_web_page", words.foreignPage)
        }
    }

    private func problem(_ status: Int, _ code: String, _ detail: String) -> ServerResponse {
        let body = (try? ControlJSON.encode(Problem(status: status, code: code, detail: detail))) ?? []
        let type = ServerHeader("Content-Type", MediaType.problem)
        let headers = ResponseHeaders.ofControl([type, ServerHeader("Cache-Control", "no-store")], isLasting: false)
        return ServerResponse(status: status, headers: headers, body: body)
    }
}

// Pages.
extension GalleryService {
    private func context(_ visit: Visit, _ peer: Peer?) async -> PageContext {
        let language = words(visit).language
        let caller = peer.map { ControlCaller(control: control, peer: $0, language: language) }
        let access = try? await caller?.get("/v1/access", as: AccessReport.self)
        return PageContext(
            visit: visit, place: place, assets: assets, control: caller, access: access, language: language,
            time: clock.text, now: clock.now())
    }

    private func words(_ visit: Visit) -> PageWords {
        let chosen = visit.cookie("textify-language").flatMap(Language.init(rawValue:))
        return Wording(chosen ?? ContentLanguage.of(visit.head, standard: language)).pages
    }

    private func page(_ visit: Visit, _ peer: Peer?, _ body: [UInt8]) async -> ServerResponse {
        let context = await context(visit, peer)
        guard let segments = visit.segments else {
            let problem = Problem(status: 400, code: "malformed_target", detail: context.words.malformed)
            return answer(ProblemPage(context: context, problem: problem).page, context, status: 400)
        }
        if visit.isSafe {
            guard let control = context.control, segments != ["login"] else {
                return answer(LoginPage(context: context).page, context, status: segments == ["login"] ? 200 : 401)
            }
            return await shown(context) { () throws(Problem) in
                try await PageRoutes(context: context, control: control).page(segments)
            }
        }
        guard visit.head.method == "POST" else { return missing(visit) }
        guard let form = FormBody(body, visit.head) else { return refusal(.malformed, visit.head) }
        switch segments {
        case ["login"]: return signIn(context, form)
        case ["preferences"]: return preferences(context, form)
        default: break
        }
        guard let control = context.control else {
            let login = LoginPage(context: context, unsent: (visit.path, form.items))
            return answer(login.page, context, status: 401)
        }
        if segments == ["logout"] { return signOut(context) }
        let actions = FormActions(context: context, control: control, form: form)
        do throws(Problem) {
            switch try await actions.run(segments) {
            case .redirect(let address): return redirect(address)
            case .page(let page, let status): return answer(page, context, status: status)
            }
        } catch {
            let page = ProblemPage(context: context, problem: error, back: form.text("back").flatMap(place.local))
            return answer(page.page, context, status: error.status)
        }
    }

    private func shown(
        _ context: PageContext, _ make: () async throws(Problem) -> Page
    ) async -> ServerResponse {
        do throws(Problem) { return answer(try await make(), context) } catch {
            return answer(ProblemPage(context: context, problem: error).page, context, status: error.status)
        }
    }

    private func answer(_ page: Page, _ context: PageContext, status: Int = 200) -> ServerResponse {
        ServerResponse(status: status, headers: ResponseHeaders.ofPage(), body: page.text(context))
            .compressed(for: context.visit.head)
    }

    private func missing(_ visit: Visit) -> ServerResponse {
        problem(404, "no_such_path", words(visit).noSuchPage)
    }

    private func redirect(_ address: String, cookies: [String] = []) -> ServerResponse {
        let cookies = cookies.map { ServerHeader("Set-Cookie", $0) }
        return ServerResponse(
            status: 303, headers: ResponseHeaders.ofPage() + [ServerHeader("Location", address)] + cookies)
    }
}

// Sessions.
extension GalleryService {
    private func signIn(_ context: PageContext, _ form: FormBody) -> ServerResponse {
        let words = context.words
        let given = form.text("code")?.filter { !$0.isWhitespace } ?? ""
        var peer = sessions.accept(given)
        if peer == nil, token != nil {
            guard sessions.mayTryToken else {
                return answer(LoginPage(context: context, failure: words.tooManyTries).page, context, status: 429)
            }
            if token?.isEqual(to: given) == true { peer = Peer(user: owner, group: owner, groups: []) }
        }
        guard let peer else {
            if token != nil { sessions.countMistake() }
            return answer(LoginPage(context: context, failure: words.codeIsWrong).page, context, status: 403)
        }
        let next = form.text("next").flatMap(place.local) ?? context.link("")
        let value = sessions.begin(peer)
        return redirect(next, cookies: [cookie(place.cookieName, value, context, isHidden: true)])
    }

    private func signOut(_ context: PageContext) -> ServerResponse {
        if let value = context.visit.cookie(place.cookieName) { sessions.end(value) }
        return redirect(context.link("login"), cookies: ["\(place.cookieName)=; Path=\(place.base); Max-Age=0"])
    }

    private func preferences(_ context: PageContext, _ form: FormBody) -> ServerResponse {
        var cookies: [String] = []
        if let scheme = form.text("scheme"), ["auto", "light", "dark"].contains(scheme) {
            cookies.append(cookie("textify-scheme", scheme, context))
        }
        if let language = form.text("language").flatMap(Language.init(rawValue:)) {
            cookies.append(cookie("textify-language", language.rawValue, context))
        }
        return redirect(form.text("back").flatMap(place.local) ?? context.link(""), cookies: cookies)
    }

    private func cookie(_ name: String, _ value: String, _ context: PageContext, isHidden: Bool = false) -> String {
        "\(name)=\(value); Path=\(place.base); Max-Age=2592000; SameSite=Strict" + (isHidden ? "; HttpOnly" : "")
            + (context.visit.isEncrypted ? "; Secure" : "")
    }
}

/// The language that a browser asks for.
enum ContentLanguage {
    static func of(_ head: RequestHead, standard: Language) -> Language {
        let wanted = (head["Accept-Language"] ?? "").lowercased().split(separator: ",").map { range in
            range.prefix { $0 != ";" && $0 != "-" }.filter { !$0.isWhitespace }
        }
        return wanted.lazy.compactMap { Language(rawValue: $0) }.first ?? standard
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
