internal import ControlAPI
internal import Domain
internal import Words

/// An artwork in a grid. The same card without an artwork is the template that the script fills.
struct Card {
    let context: PageContext
    /// Whether the cards can be chosen for the form `bulk`.
    var isChoosable = false

    var template: HTML { "<template id=\"card\">\(card(nil))</template>" }

    /// `next`: the address of the next page.
    func grid(_ artworks: [ArtworkEntry], label: String, next: String? = nil) -> HTML {
        """
        <ul class="grid" role="list" data-grid aria-label="\(label)"\("data-next", next)>\(artworks.map(card))</ul>
        """
    }

    private func card(_ artwork: ArtworkEntry?) -> HTML {
        let id = artwork.map { PercentEncoding.encoded($0.id) } ?? ""
        let title = artwork?.title ?? ""
        let stack = artwork?.variations.map { "+\($0.artworks)\($0.isComplete ? "" : "…")" }
        return """
            <li class="card" data-id="\(artwork?.id ?? "")"\("data-favourite", if: artwork?.isFavourite == true)>
            <a class="card-link" href="\(context.link("artworks/" + id))">\(picture(artwork, id))\
            <span class="card-title" dir="auto" data-field="title">\(title.isEmpty ? "" : title.shortened(to: 200))</span>\
            <span class="card-stack" data-field="stack"\("hidden", if: stack == nil)>\(stack ?? "")</span></a>
            \(choice(artwork))
            </li>
            """
    }

    private func picture(_ artwork: ArtworkEntry?, _ id: String) -> HTML {
        // A browser would load the template's picture.
        let source = artwork.map { _ in context.link("v1/artworks/\(id)/thumbnail") }
        return """
            <img class="card-picture"\("src", source) alt="\(artwork?.title.shortened(to: 200) ?? "")" width="256" height="192" \
            loading="lazy" decoding="async">
            """
    }

    private func choice(_ artwork: ArtworkEntry?) -> HTML {
        guard isChoosable, context.role >= .submit else { return .none }
        return """
            <label class="card-choice"><input type="checkbox" name="id" value="\(artwork?.id ?? "")" form="bulk" \
            aria-label="\(context.words.choose(artwork?.title.shortened(to: 80) ?? ""))"></label>
            """
    }
}

extension ArtworkEntry {
    /// The prompt, or the name of the dropped picture.
    var title: String { prompt ?? name }
}

extension String {
    /// The text, cut after that many characters.
    func shortened(to most: Int) -> String { count > most ? prefix(most - 1) + "…" : self }
}
