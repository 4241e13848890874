internal import ControlAPI
internal import Domain
internal import Words

/// Where a browser signs in: by the code that `textify web` puts into the address, or by the token.
struct LoginPage {
    let context: PageContext
    /// Why signing in failed.
    var failure: String?
    /// A form that was sent without a session: nothing that was typed is lost.
    var unsent: (path: String, items: [QueryString.Item])?

    var page: Page {
        let words = context.words
        let body: HTML = """
            <h1>\(words.title("login"))</h1>
            \(failure.html { "<p class=\"problem\" role=\"alert\">\($0)</p>" })
            <p>\(words.howToSignIn)</p>
            <form class="login" method="post" action="\(context.link("login"))" data-login>
            <input type="hidden" name="next" value="\(next)">
            <label><span>\(words.codeOrToken)</span> <input type="password" name="code" autocomplete="off" required></label>
            <button class="primary">\(words.signIn)</button>
            </form>
            <p><a href="\(next)">\(words.tryAgain)</a></p>
            \(unsent.html(kept))
            """
        return Page(name: .login, title: words.title("login"), body: body)
    }

    /// Where to go after signing in: a path below the base, never another site.
    private var next: String {
        if unsent != nil { return context.link("") }
        let asked = context.visit.path == "login" ? context.visit.query.text("next") : context.back
        return asked.flatMap(context.place.local) ?? context.link("")
    }

    private func kept(_ form: (path: String, items: [QueryString.Item])) -> HTML {
        let fields = form.items.map { item -> HTML in
            "<textarea name=\"\(item.name)\" hidden>\(item.value ?? "")</textarea>"
        }
        return """
            <form method="post" action="\(context.link(form.path))"><p>\(context.words.notSent)</p>\(fields)\
            <button>\(context.words.sendAgain)</button></form>
            """
    }
}
