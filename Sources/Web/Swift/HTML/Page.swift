internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// The pages of the gallery. The script and the style sheet know a page by its raw value.
enum PageName: String, CaseIterable {
    case home, new, jobs, job, library, artwork, spend, settings, login, show, problem

    /// The pages of the navigation, in its order.
    static let main: [PageName] = [.home, .new, .jobs, .library, .spend, .settings]

    /// The address below the gallery's base.
    var path: String { self == .home ? "" : rawValue }
}

/// What a page is made of: who asks, in which words, and where it is served.
struct PageContext {
    let visit: Visit
    let place: GalleryPlace
    let assets: Assets
    /// `nil` before signing in.
    let control: ControlCaller?
    /// What the session may do; `nil` before signing in.
    let access: AccessReport?
    let language: Language
    /// Formats a moment in the service's time zone.
    let time: @Sendable (UTCMillis) -> String
    let now: UTCMillis

    var words: PageWords { Wording(language).pages }
    var role: AccessReport.Role { access?.role ?? .read }

    /// The address of a path below the base, with a query.
    func link(_ path: String, _ query: [QueryString.Item] = []) -> String {
        place.base + path + (query.isEmpty ? "" : "?" + QueryString.encode(query))
    }

    /// The address of this page, with parameters replaced; `nil` removes one.
    func link(replacing changes: [String: String?]) -> String {
        var items = visit.query.filter { changes[$0.name] == nil }
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            if let value { items.append(QueryString.Item(name, value)) }
        }
        return link(visit.path, items)
    }

    func moment(_ time: WireTime, field: String? = nil) -> HTML {
        "<time datetime=\"\(time.text)\"\("data-field", field)>\(self.time(time.utc))</time>"
    }
}

/// The frame of every page.
struct Page {
    let name: PageName
    let title: String
    let body: HTML
    /// Rows that the script makes more of.
    var templates: HTML = .none

    func text(_ context: PageContext) -> [UInt8] { Array(html(context).text.utf8) }

    private func html(_ context: PageContext) -> HTML {
        let words = context.words
        let scheme = context.visit.cookie("textify-scheme").flatMap { ["light", "dark"].contains($0) ? $0 : nil }
        let isShow = name == .show
        return """
            <!doctype html>
            <html lang="\(context.language.rawValue)" data-base="\(context.place.base)" data-page="\(name.rawValue)" \
            data-role="\(context.role.rawValue)"\("data-scheme", scheme)\("data-event", context.access?.lastEvent)>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title) · textifyd</title>
            <link rel="stylesheet" href="\(context.link("assets/" + context.assets.style))">
            <link rel="icon" type="image/svg+xml" href="\(context.link("assets/" + context.assets.icon))">
            <script type="module" src="\(context.link("assets/" + context.assets.script))"></script>
            </head>
            <body>
            <a class="skip" href="#main">\(words.skip)</a>
            \(isShow ? .none : bar(context))
            <main id="main" tabindex="-1">
            \(body)
            </main>
            <p class="toast" role="status" data-toast hidden><span data-field="text"></span> \
            <button type="button" data-do="undo" hidden>\(words.undo)</button></p>
            \(help(words))
            <script type="application/json" id="words">\(HTML.data((try? ControlJSON.encode(words.script)) ?? Array("{}".utf8)))</script>
            \(templates)
            </body>
            </html>

            """
    }

    private func bar(_ context: PageContext) -> HTML {
        let words = context.words
        guard context.control != nil else {
            return "<header class=\"bar\"><span class=\"brand\">textifyd</span></header>"
        }
        let items = PageName.main.map { page -> HTML in
            let isCurrent = page == name || (page == .jobs && name == .job) || (page == .library && name == .artwork)
            return """
                <li><a href="\(context.link(page.path))"\("aria-current", isCurrent ? "page" : nil)>\(words.title(page.rawValue))</a></li>
                """
        }
        return """
            <header class="bar">
            <a class="brand" href="\(context.link(""))">textifyd</a>
            <nav aria-label="\(words.pages)"><ul>\(items)</ul></nav>
            <p class="live" data-live>\(words.asOf(context.time(context.now)))</p>
            <details class="more"><summary>\(words.more)</summary>
            \(preferences(context))
            <button type="button" data-do="help" data-script hidden>\(words.keys)</button>
            <form method="post" action="\(context.link("logout"))"><button>\(words.signOut)</button></form>
            </details>
            </header>
            """
    }

    private func preferences(_ context: PageContext) -> HTML {
        let words = context.words
        let chosen = context.visit.cookie("textify-scheme") ?? "auto"
        let schemes = words.schemes.map { value, label -> HTML in
            "<option value=\"\(value)\"\("selected", if: value == chosen)>\(label)</option>"
        }
        let languages = words.languages.map { value, label -> HTML in
            "<option value=\"\(value)\"\("selected", if: value == context.language.rawValue)>\(label)</option>"
        }
        return """
            <form class="preferences" method="post" action="\(context.link("preferences"))">
            \(context.backField)
            <label>\(words.scheme) <select name="scheme">\(schemes)</select></label>
            <label>\(words.languageLabel) <select name="language">\(languages)</select></label>
            <button>\(words.apply)</button>
            </form>
            """
    }

    private func help(_ words: PageWords) -> HTML {
        let rows = words.keyHelp.map { keys, act -> HTML in "<dt><kbd>\(keys)</kbd></dt><dd>\(act)</dd>" }
        return """
            <dialog class="help" data-help aria-labelledby="help-title"><h2 id="help-title">\(words.keys)</h2>
            <dl>\(rows)</dl>
            <p><label><input type="checkbox" data-keys checked> \(words.keysOn)</label></p>
            <form method="dialog"><button>\(words.close)</button></form></dialog>
            """
    }
}

extension PageContext {
    /// The field with which a form leads back to this page.
    var backField: HTML { "<input type=\"hidden\" name=\"back\" value=\"\(back)\">" }

    /// This page's address, without what the last form did.
    var back: String { link(visit.path, visit.query.filter { !["done", "undo", "restored"].contains($0.name) }) }
}
