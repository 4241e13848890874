extension LibraryQuery {
    /// How well the artwork matches the query's words: each word or phrase counts most in a tag, then in the name, then
    /// in the prompt. Words that must not occur don't count.
    package func score(_ artwork: Artwork) -> Int {
        let places = [
            (weight: 4, document: SearchDocument(prompt: nil, name: "", tags: artwork.tags)),
            (weight: 2, document: SearchDocument(prompt: nil, name: artwork.name, tags: [])),
            (weight: 1, document: SearchDocument(prompt: artwork.prompt, name: "", tags: [])),
        ]
        return wanted.reduce(0) { sum, term in
            sum + places.reduce(0) { $0 + (term.plan.matches($1.document) ? $1.weight : 0) }
        }
    }

    private var wanted: [SearchTerm] {
        conditions.filter { !$0.isNegated }.flatMap { condition -> [SearchTerm] in
            if case .words(let terms) = condition.filter { terms } else { [] }
        }
    }
}
