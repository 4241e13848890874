internal import ControlAPI
internal import Domain
internal import Words

/// One artwork: its art as selectable text, other options at once, downloads, provenance, and what can be done with it.
struct ArtworkPage {
    let context: PageContext
    let control: ControlCaller
    let id: String

    private var path: String { "artworks/" + PercentEncoding.encoded(id) }
    private var apiPath: String { "/v1/" + path }

    func page() async throws(Problem) -> Page {
        let artwork: ArtworkEntry = try await control.get(apiPath)
        let job: JobDetail = try await control.get("/v1/jobs/" + PercentEncoding.encoded(artwork.id))
        let chosen = ArtForm.chosen(context.visit.query)
        var text = ""
        var problem: Problem?
        do throws(Problem) { text = try await control.text(apiPath + "/text.txt", chosen) } catch { problem = error }
        let words = context.words
        let body: HTML = """
            <article class="artwork" data-artwork="\(artwork.id)">
            <h1 dir="auto">\(artwork.title.shortened(to: 500))</h1>
            \(Notice(context: context).html)
            <div class="panes">
            \(ArtPane(context: context, source: context.link("v1/" + path + "/text.json", chosen), label: artwork.title).html(text, problem))
            \(picture(artwork))
            </div>
            \(ArtForm(context: context, action: path, request: job.request).html)
            <section aria-labelledby="downloads"><h2 id="downloads">\(words.downloads)</h2>\(downloads(artwork, chosen))</section>
            \(changes(artwork))
            <section aria-labelledby="facts"><h2 id="facts">\(words.provenance)</h2>\(facts(artwork, job))</section>
            <p class="links"><a href="\(context.link("new", [QueryString.Item("from", artwork.id)]))">\(words.again)</a>
            \(variations(artwork))
            <a href="\(context.link("jobs/" + PercentEncoding.encoded(artwork.id)))">\(words.history)</a></p>
            </article>
            """
        return Page(name: .artwork, title: artwork.title.shortened(to: 60), body: body)
    }

    private func picture(_ artwork: ArtworkEntry) -> HTML {
        guard artwork.pictureBytes != nil else {
            return artwork.pictureRemoved.html {
                "<p class=\"empty\">\(context.words.pictureRemoved) \(context.moment($0))</p>"
            }
        }
        return """
            <figure class="picture-pane"><img src="\(context.link("v1/" + path + "/picture"))" \
            alt="\(artwork.title.shortened(to: 500))" decoding="async"></figure>
            """
    }

    private func downloads(_ artwork: ArtworkEntry, _ chosen: [QueryString.Item]) -> HTML {
        let formats = OutputKind.formats.map { kind -> HTML in
            let address = context.link("v1/\(path)/text.\(kind.format)", chosen)
            return """
                <li><a href="\(address)" download="\(artwork.name).\(kind.rawValue)">\(context.words.format(kind))</a></li>
                """
        }
        let picture: HTML =
            artwork.pictureBytes == nil
            ? .none
            : "<li><a href=\"\(context.link("v1/" + path + "/picture"))\" download=\"\(artwork.name)\">\(context.words.picture)</a></li>"
        return "<ul class=\"downloads\">\(formats)\(picture)</ul>"
    }

    private func changes(_ artwork: ArtworkEntry) -> HTML {
        guard context.role >= .submit else { return tags(artwork, canChange: false) }
        let words = context.words
        let acts = [artwork.isFavourite ? "unfavourite" : "favourite", artwork.trashed == nil ? "trash" : "restore"]
        let buttons = acts.map { act -> HTML in "<button name=\"act\" value=\"\(act)\">\(words.act(act))</button>" }
        return """
            \(tags(artwork, canChange: true))
            <form class="change" method="post" action="\(context.link("library/change"))">\(hidden(artwork))\(buttons)
            <label>\(words.tag) <input name="tag" list="suggestions" autocomplete="off"></label><datalist id="suggestions"></datalist>
            <button name="act" value="tag">\(words.act("tag"))</button></form>
            """
    }

    private func hidden(_ artwork: ArtworkEntry) -> HTML {
        """
        <input type="hidden" name="id" value="\(artwork.id)">\(context.backField)
        """
    }

    private func tags(_ artwork: ArtworkEntry, canChange: Bool) -> HTML {
        if artwork.tags.isEmpty { return .none }
        let words = context.words
        let items = artwork.tags.map { tag -> HTML in
            let link = context.link("library", [QueryString.Item("q", LibrarySyntax.search(tag: tag))])
            let remove: HTML =
                canChange
                ? """
                <form method="post" action="\(context.link("library/change"))">\(hidden(artwork))<input type="hidden" name="tag" \
                value="\(tag)"><button name="act" value="untag" aria-label="\(words.removeTag(tag))">×</button></form>
                """ : .none
            return "<li><a href=\"\(link)\"><bdi>\(tag)</bdi></a>\(remove)</li>"
        }
        return "<ul class=\"tags\" aria-label=\"\(words.field("tags"))\">\(items)</ul>"
    }

    private func facts(_ artwork: ArtworkEntry, _ job: JobDetail) -> HTML {
        let words = context.words
        let size = artwork.columns.flatMap { columns in artwork.rows.map { "\(columns) × \($0)" } }
        let facts: [(String, String?)] = [
            ("made", context.time(artwork.made.utc)), ("source", words.source(artwork.source)),
            ("folder", artwork.folder),
            ("backend", artwork.backend), ("model", artwork.model), ("seed", artwork.seed.map { "\($0)" }),
            ("cost", artwork.cost), ("size", size), ("charset", artwork.charset), ("look", artwork.look),
            ("name", artwork.name), ("outbox", job.outbox), ("id", artwork.id),
        ]
        return FactList(facts: facts.compactMap { name, value in value.map { (words.field(name), $0) } }).html
    }

    /// Others that the same backend made of the same prompt, and pictures that look like this one.
    private func variations(_ artwork: ArtworkEntry) -> HTML {
        var searches = [("like:", context.words.lookAlike)]
        if artwork.prompt != nil { searches.insert(("stack:", context.words.variations), at: 0) }
        let links = searches.map { key, label -> HTML in
            let query = [QueryString.Item("q", key + artwork.id)]
            return "<a href=\"\(context.link("library", query))\">\(label)</a> "
        }
        return HTML(links)
    }
}

/// Text art as people see it: a canvas with its exact cells, which the script draws, and its text, which can be selected.
struct ArtPane {
    let context: PageContext
    /// The address of the art's cells as JSON.
    let source: String
    /// The alternative text.
    let label: String
    /// Whether it shows what a form would make.
    var isPreview = false

    func html(_ text: String, _ problem: Problem? = nil) -> HTML {
        let words = context.words
        let copies = ["txt", "ansi", "markdown", "discord"].map { format -> HTML in
            "<button type=\"button\" data-script hidden data-copy=\"\(format)\">\(words.copy(format))</button>"
        }
        return """
            <div class="art-pane" data-art="\(source)"\("data-preview", if: isPreview)>
            \(problem.html { "<p class=\"problem\" role=\"alert\" data-problem>\($0.detail)</p>" })
            <div class="art" role="img" aria-label="\(label.shortened(to: 500))" tabindex="0">\
            <canvas class="art-canvas" hidden data-canvas></canvas><pre class="art-text" aria-hidden="true" data-text>\(text)</pre></div>
            <p class="art-tools"><button type="button" data-script hidden data-do="as-text" aria-pressed="false">\(words.asText)</button>
            \(copies)</p>
            </div>
            """
    }
}
