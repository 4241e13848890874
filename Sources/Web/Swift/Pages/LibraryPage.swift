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
            \(rail(list.facets, try await months()))
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

    /// Months and tags among the results, and the searches that people need most.
    private func rail(_ facets: FacetReport?, _ months: [String]) -> HTML {
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
            \(list(months.map { ($0, "\(timeless) made:\($0)", nil) }, label: words.months))
            \(list(tags(facets), label: words.field("tags")))
            </aside>
            """
    }

    private func tags(_ report: FacetReport?) -> [(String, String, Int?)] {
        let values = report?.facets.first { $0.facet == "tags" }?.values ?? []
        return values.prefix(24).map { ($0.value, search + " " + LibrarySyntax.search(tag: $0.value), $0.artworks) }
    }

    /// Links with their searches and numbers of artworks.
    private func list(_ links: [(label: String, search: String, count: Int?)], label: String) -> HTML {
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

    /// The months from the first artwork of the search to the last that came into the library, the newest first; older ones
    /// as years. Only these two are looked up, so that this costs as much among 100,000 artworks as among ten. Imported
    /// artworks that were made before have no link of their own; a search such as `made:2019` finds them.
    private func months() async throws(Problem) -> [String] {
        var ends: [String] = []
        for order in ["", " sort:oldest"] {
            let query = [QueryString.Item("q", timeless + order), QueryString.Item("limit", "1")]
            guard let found = try? await control.get("/v1/artworks", query, as: ArtworkList.self).artworks.first else {
                return []
            }
            ends.append(String(context.time(found.made.utc).prefix(7)))
        }
        // The newest artwork may have been imported, and then be the one that was made first.
        return MonthRail.labels(from: min(ends[0], ends[1]), to: max(ends[0], ends[1]))
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
