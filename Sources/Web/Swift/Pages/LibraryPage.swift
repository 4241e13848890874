internal import ControlAPI
internal import Domain
internal import Words

/// The grid of all artworks, with search, months, tags, favourites and the trash.
struct LibraryPage {
    let context: PageContext
    let control: ControlCaller

    private var search: String { context.visit.query.text("q") ?? "" }
    private var isStacked: Bool { context.visit.query.text("stacks") == "true" }

    func page() async throws(Problem) -> Page {
        let words = context.words
        var query = [
            QueryString.Item("limit", "50"), QueryString.Item("count", "true"), QueryString.Item("facets", "tags"),
        ]
        query += context.visit.query.filter { ["q", "after", "stacks"].contains($0.name) && !($0.value ?? "").isEmpty }
        var problem: Problem?
        var list = ArtworkList(artworks: [])
        do throws(Problem) { list = try await control.get("/v1/artworks", query) } catch {
            guard error.status == 400 else { throw error }
            problem = error
        }
        let next = list.next.map { context.link(replacing: ["after": $0, "done": nil, "undo": nil]) }
        let card = Card(context: context, isChoosable: true)
        let body: HTML = """
            <h1>\(words.title("library"))</h1>
            \(searchForm(problem))
            \(Notice(context: context).html)
            <div class="library">
            \(rail(list.facets, try await control.get("/v1/artworks/months", [QueryString.Item("limit", "600")])))
            <div class="results">
            <p class="count-line" data-count>\(list.count.html { "\(words.artworks($0.artworks, isAll: $0.isComplete))" })</p>
            \(bulkForm)
            \(list.artworks.isEmpty && problem == nil ? "<p class=\"empty\">\(words.nothingFound)</p>" : .none)
            \(card.grid(list.artworks, label: words.title("library"), next: next))
            <p class="pager">\(next.html { "<a rel=\"next\" href=\"\($0)\" data-do=\"more\">\(words.loadMore)</a>" })</p>
            </div></div>
            """
        return Page(name: .library, title: words.title("library"), body: body, templates: card.template)
    }

    private func searchForm(_ problem: Problem?) -> HTML {
        let words = context.words
        return """
            <form class="search" role="search" method="get" action="\(context.link("library"))">
            <label for="q">\(words.search)</label>
            <input type="search" id="q" name="q" value="\(search)" list="suggestions" autocomplete="off" data-search \
            placeholder="\(words.searchExample)"\("aria-describedby", problem.map { _ in "search-problem" })\
            \("aria-invalid", problem.map { _ in "true" })>
            <datalist id="suggestions"></datalist>
            <label><input type="checkbox" name="stacks" value="true"\("checked", if: isStacked)> \(words.stacks)</label>
            <button>\(words.search)</button>
            \(problem.html { "<p class=\"problem\" id=\"search-problem\">\($0.detail)</p>" })
            </form>
            """
    }

    /// The searches that people need most, the months of the library, and tags among the results.
    private func rail(_ facets: FacetReport?, _ months: MonthList) -> HTML {
        let words = context.words
        let fixed = [("", words.everything), ("is:favourite", words.favourites), ("is:trashed", words.trash)]
        let searches = fixed.map { text, label -> HTML in
            """
            <li><a href="\(searchLink(text))"\("aria-current", text == search ? "true" : nil)>\(label)</a></li>
            """
        }
        return """
            <aside class="rail">
            <nav aria-label="\(words.collections)"><ul>\(searches)</ul></nav>
            \(list(MonthRail.links(months.months).map { link($0) }, label: words.months))
            \(list(tags(facets), label: words.field("tags")))
            </aside>
            """
    }

    /// A link that shows only what was made in a month or year.
    private func link(_ time: MonthRail.Link) -> (String, String, String?) {
        (time.label, "\(timeless) made:\(time.label)", "\(time.artworks)\(time.isComplete ? "" : "+")")
    }

    private func tags(_ report: FacetReport?) -> [(String, String, String?)] {
        let values = report?.facets.first { $0.facet == "tags" }?.values ?? []
        return values.prefix(24).map { tag in
            (tag.value, search + " " + LibrarySyntax.search(tag: tag.value), "\(tag.artworks)")
        }
    }

    /// Links with their searches and numbers of artworks.
    private func list(_ links: [(label: String, search: String, count: String?)], label: String) -> HTML {
        if links.isEmpty { return .none }
        let items = links.map { link -> HTML in
            let isCurrent = link.search.drop { $0 == " " } == search
            return """
                <li><a href="\(searchLink(link.search))"\("aria-current", isCurrent ? "true" : nil)><bdi>\(link.label)</bdi>\
                \(link.count.html { " <span>\($0)</span>" })</a></li>
                """
        }
        return "<nav aria-label=\"\(label)\"><h2>\(label)</h2><ul>\(items)</ul></nav>"
    }

    /// The search without its month or year.
    private var timeless: String {
        search.split(separator: " ").filter { !$0.hasPrefix("made:") }.joined(separator: " ")
    }

    private func searchLink(_ text: String) -> String {
        let text = text.drop { $0 == " " }
        return context.link("library", text.isEmpty ? [] : [QueryString.Item("q", String(text))])
    }

    private var bulkForm: HTML {
        guard context.role >= .submit else { return .none }
        let words = context.words
        let isTrash = search.contains("is:trashed")
        let acts = isTrash ? ["restore"] : ["favourite", "unfavourite", "trash"]
        let buttons = acts.map { act -> HTML in "<button name=\"act\" value=\"\(act)\">\(words.act(act))</button>" }
        return """
            <form id="bulk" class="bulk" method="post" action="\(context.link("library/change"))">
            \(context.backField)
            <span data-chosen data-script hidden></span>
            \(buttons)
            <label>\(words.tag) <input name="tag" list="suggestions"></label>
            <button name="act" value="tag">\(words.act("tag"))</button>
            <button name="act" value="untag">\(words.act("untag"))</button>
            </form>
            """
    }
}
