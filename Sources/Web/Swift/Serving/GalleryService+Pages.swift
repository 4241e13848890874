internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// Pages and their forms.
extension GalleryService {
    func context(_ visit: Visit, _ peer: Peer?) async -> PageContext {
        let language = words(visit).language
        let caller = peer.map { ControlCaller(control: control, peer: $0, language: language) }
        let access = try? await caller?.get("/v1/access", as: AccessReport.self)
        return PageContext(
            visit: visit, place: place, assets: assets, control: caller, access: access, language: language,
            time: clock.text, now: clock.now())
    }

    func words(_ visit: Visit) -> PageWords {
        let chosen = visit.cookie("textify-language").flatMap(Language.init(rawValue:))
        return Wording(chosen ?? AcceptHeader.language(visit.head["Accept-Language"], standard: language)).pages
    }

    func page(_ visit: Visit, _ peer: Peer?, _ body: [UInt8]) async -> ServerResponse {
        let context = await context(visit, peer)
        guard let segments = visit.segments else {
            return answer(Problem(status: 400, code: "malformed_target", detail: context.words.malformed), context)
        }
        if visit.isSafe { return await shown(segments, context) }
        guard visit.head.method == "POST" else { return missing(visit) }
        guard let form = FormBody(body, visit.head) else { return refusal(.malformed, visit.head) }
        switch segments {
        case ["login"]: return signIn(context, form)
        case ["preferences"]: return preferences(context, form)
        case ["logout"]: return signOut(context)
        default: return await sent(form, segments, context)
        }
    }

    private func shown(_ segments: [String], _ context: PageContext) async -> ServerResponse {
        let isLogin = segments == ["login"]
        guard let control = context.control, !isLogin else {
            return answer(LoginPage(context: context).page, context, status: isLogin ? 200 : 401)
        }
        do throws(Problem) {
            return answer(try await PageRoutes(context: context, control: control).page(segments), context)
        } catch {
            return answer(error, context)
        }
    }

    private func sent(_ form: FormBody, _ segments: [String], _ context: PageContext) async -> ServerResponse {
        guard let control = context.control else {
            let login = LoginPage(context: context, unsent: (context.visit.path, form.items))
            return answer(login.page, context, status: 401)
        }
        let actions = FormActions(context: context, control: control, form: form)
        do throws(Problem) {
            switch try await actions.run(segments) {
            case .redirect(let address): return redirect(address)
            case .page(let page, let status): return answer(page, context, status: status)
            }
        } catch {
            return answer(error, context, back: form.text("back").flatMap(place.local))
        }
    }

    private func answer(_ problem: Problem, _ context: PageContext, back: String? = nil) -> ServerResponse {
        let page = ProblemPage(context: context, problem: problem, back: back).page
        return answer(page, context, status: problem.status)
    }

    func answer(_ page: Page, _ context: PageContext, status: Int = 200) -> ServerResponse {
        ServerResponse(status: status, headers: ResponseHeaders.ofPage(), body: page.text(context))
            .compressed(for: context.visit.head)
    }

    func missing(_ visit: Visit) -> ServerResponse {
        problem(404, "no_such_path", words(visit).noSuchPage)
    }

    func redirect(_ address: String, cookies: [String] = []) -> ServerResponse {
        let cookies = cookies.map { ServerHeader("Set-Cookie", $0) }
        return ServerResponse(
            status: 303, headers: ResponseHeaders.ofPage() + [ServerHeader("Location", address)] + cookies)
    }
}
