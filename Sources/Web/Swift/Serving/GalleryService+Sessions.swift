internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// Signing in and out, and what a browser prefers.
extension GalleryService {
    func signIn(_ context: PageContext, _ form: FormBody) -> ServerResponse {
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

    func signOut(_ context: PageContext) -> ServerResponse {
        if let value = context.visit.cookie(place.cookieName) { sessions.end(value) }
        return redirect(context.link("login"), cookies: ["\(place.cookieName)=; Path=\(place.base); Max-Age=0"])
    }

    func preferences(_ context: PageContext, _ form: FormBody) -> ServerResponse {
        var cookies: [String] = []
        if let scheme = form.text("scheme"), ["auto", "light", "dark"].contains(scheme) {
            cookies.append(cookie("textify-scheme", scheme, context))
        }
        if let language = form.text("language").flatMap(Language.init(rawValue:)) {
            cookies.append(cookie("textify-language", language.rawValue, context))
        }
        return redirect(form.text("back").flatMap(place.local) ?? context.link(""), cookies: cookies)
    }

    func cookie(_ name: String, _ value: String, _ context: PageContext, isHidden: Bool = false) -> String {
        "\(name)=\(value); Path=\(place.base); Max-Age=2592000; SameSite=Strict" + (isHidden ? "; HttpOnly" : "")
            + (context.visit.isEncrypted ? "; Secure" : "")
    }
}
