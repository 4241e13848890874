internal import ControlAPI
internal import Domain
internal import Words

/// A display in a hall: one artwork at a time, full screen. Without script it shows the newest and loads itself again.
struct ShowPage {
    let context: PageContext
    let control: ControlCaller
    /// Whether only the newest is shown.
    let isLatest: Bool

    func page() async throws(Problem) -> Page {
        let words = context.words
        let tags = context.visit.query.filter { $0.name == "tag" && !($0.value ?? "").isEmpty }
        let search =
            tags.map { LibrarySyntax.search(tag: $0.value ?? "") }.joined(separator: " ")
        let list: ArtworkList = try await control.get(
            "/v1/artworks", [QueryString.Item("q", search), QueryString.Item("limit", "1")])
        let seconds = min(max(context.visit.query.text("seconds").flatMap { Int($0) } ?? 20, 3), 3600)
        let source = context.link(
            "v1/artworks", [QueryString.Item("q", search), QueryString.Item("limit", isLatest ? "1" : "100")])
        var art: HTML = "<p class=\"empty\">\(words.noArtworks)</p>"
        if let artwork = list.artworks.first {
            let path = "/v1/artworks/" + PercentEncoding.encoded(artwork.id) + "/text."
            let text = try? await control.text(path + "txt")
            art = """
                <div class="art-pane" data-art="\(context.link(String(path.dropFirst()) + "json"))"><div class="art" role="img" \
                aria-label="\(artwork.title.shortened(to: 500))"><canvas class="art-canvas" hidden data-canvas></canvas>\
                <pre class="art-text" aria-hidden="true" data-text>\(text ?? "")</pre></div></div>
                <p class="show-title" dir="auto" data-field="title">\(artwork.title.shortened(to: 200))</p>
                """
        }
        let body: HTML = """
            <h1 class="visually-hidden">\(words.title("show"))</h1>
            <div class="show" data-show="\(source)" data-seconds="\(seconds)"\("data-latest", if: isLatest)>\(art)</div>
            <p class="show-tools"><button type="button" data-script hidden data-do="pause" aria-pressed="false">\(words.pauseShow)</button> \
            <a href="\(context.link(""))">\(words.title("home"))</a></p>
            """
        return Page(name: .show, title: words.title("show"), body: body)
    }
}
