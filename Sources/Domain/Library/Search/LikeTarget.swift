/// A picture that results of a search should look like.
package struct LikeTarget: Equatable, Sendable {
    /// How the picture is named.
    package enum Reference: Equatable, Sendable {
        /// By its artwork.
        case artwork(JobIDFragment)
        /// By its look, for a picture that isn't in the library.
        case picture(Likeness)
    }

    package let reference: Reference
    /// The look of the picture; `nil` for an artwork that was not looked up. Nothing looks like an unknown picture.
    package let likeness: Likeness?
    /// Artworks that never count: the named one, and those that a person told apart from it.
    package let excluded: Set<ArtworkNumber>

    private init(_ reference: Reference, _ likeness: Likeness?, excluded: Set<ArtworkNumber>) {
        self.reference = reference
        self.likeness = likeness
        self.excluded = excluded
    }

    /// A picture that isn't in the library.
    package init(_ likeness: Likeness) { self.init(.picture(likeness), likeness, excluded: []) }

    /// Reads an artwork's ID, or a unique part of it, or the text of a likeness.
    init?(text: String) {
        if let part = JobIDFragment(text: text) {
            self.init(.artwork(part), nil, excluded: [])
        } else if let likeness = Likeness(text: text) {
            self.init(likeness)
        } else {
            return nil
        }
    }

    var text: String {
        switch reference {
        case .artwork(let part): part.text
        case .picture(let likeness): likeness.text
        }
    }

    /// The same target with the artwork that it names.
    fileprivate func resolved(_ likeness: Likeness, excluding excluded: Set<ArtworkNumber>) -> LikeTarget {
        LikeTarget(reference, likeness, excluded: excluded)
    }

    fileprivate func distance(of likeness: Likeness, _ number: ArtworkNumber) -> LikenessDistance? {
        guard let own = self.likeness, !excluded.contains(number) else { return nil }
        return own.distance(to: likeness)
    }
}

extension [LikeTarget] {
    /// The distance to the nearest one; `nil` if the artwork looks like none of them.
    func distance(of likeness: Likeness?, _ number: ArtworkNumber) -> LikenessDistance? {
        guard let likeness else { return nil }
        return compactMap { $0.distance(of: likeness, number) }.min()
    }
}

extension LibraryQuery {
    /// For each condition that asks for a look, its alternatives: results look like one of each.
    package var likeTargets: [[LikeTarget]] {
        conditions.compactMap { condition in
            guard !condition.isNegated, case .key(.like, let values) = condition.filter else { return nil }
            return values.targets
        }
    }

    /// The difference in the condition that the artwork meets least; `nil` if it doesn't meet all of them, or if there
    /// are none.
    package func distance(of likeness: Likeness?, _ number: ArtworkNumber) -> LikenessDistance? {
        let targets = likeTargets
        let distances = targets.compactMap { $0.distance(of: likeness, number) }
        return distances.count == targets.count ? distances.max() : nil
    }

    /// The artworks by which looks are named, in negated conditions too.
    package var likeReferences: [JobIDFragment] {
        conditions.flatMap { condition -> [JobIDFragment] in
            guard case .key(.like, let values) = condition.filter else { return [] }
            return values.targets.compactMap { if case .artwork(let part) = $0.reference { part } else { nil } }
        }
    }

    /// The same query with the looks of the artworks that it names, and the artworks that don't count for each.
    package func resolving(
        _ known: [JobIDFragment: (likeness: Likeness, excluded: Set<ArtworkNumber>)]
    ) -> LibraryQuery {
        var query = self
        query.conditions = conditions.map { condition in
            guard case .key(.like, let values) = condition.filter else { return condition }
            let targets = values.targets.map { target in
                guard case .artwork(let part) = target.reference, let look = known[part] else { return target }
                return target.resolved(look.likeness, excluding: look.excluded)
            }
            return LibraryCondition(.key(.like, targets.map { .like($0) }), isNegated: condition.isNegated)
        }
        return query
    }
}

extension [LibraryValue] {
    fileprivate var targets: [LikeTarget] { compactMap { if case .like(let target) = $0 { target } else { nil } } }
}
