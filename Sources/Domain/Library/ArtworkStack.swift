/// Variations of one prompt: all artworks that one backend made from it, the samples of a request among them.
package struct ArtworkStack: Hashable, Sendable {
    package let prompt: String
    package let backend: String?

    package init(prompt: String, backend: String?) {
        self.prompt = prompt
        self.backend = backend
    }

    /// A hash of backend and prompt, by which stores find the artworks. Different stacks can have the same one.
    package var hash: UInt64 {
        // No text has the byte 0xFF.
        StableHash.of(Array((backend ?? "").utf8) + [0xFF] + Array(prompt.utf8))
    }
}

extension Artwork {
    /// `nil` for a dropped picture that was converted, which has no variations.
    package var stack: ArtworkStack? {
        prompt.map { ArtworkStack(prompt: $0, backend: making.backend) }
    }
}

/// An artwork whose stack results of a search belong to.
package struct StackTarget: Equatable, Sendable {
    package enum Members: Equatable, Sendable {
        case stack(ArtworkStack)
        /// The artwork itself, which has no variations.
        case alone(ArtworkNumber)
    }

    package let part: JobIDFragment
    /// `nil` for an artwork that was not looked up. Nothing belongs to its stack.
    package let members: Members?

    init(part: JobIDFragment, members: Members? = nil) {
        self.part = part
        self.members = members
    }

    func contains(_ artwork: Artwork) -> Bool {
        switch members {
        case .stack(let stack): artwork.stack == stack
        case .alone(let number): artwork.number == number
        case nil: false
        }
    }
}

extension LibraryQuery {
    /// The artworks by which stacks are named, in negated conditions too.
    package var stackReferences: [JobIDFragment] {
        conditions.flatMap { condition -> [JobIDFragment] in
            guard case .key(.stack, let values) = condition.filter else { return [] }
            return values.compactMap { if case .stack(let target) = $0 { target.part } else { nil } }
        }
    }

    /// The same query with the stacks of the artworks that it names.
    package func resolvingStacks(_ known: [JobIDFragment: Artwork]) -> LibraryQuery {
        var query = self
        query.conditions = conditions.map { condition in
            guard case .key(.stack, let values) = condition.filter else { return condition }
            let resolved = values.map { value in
                guard case .stack(let target) = value, let artwork = known[target.part] else { return value }
                let members = artwork.stack.map(StackTarget.Members.stack) ?? .alone(artwork.number)
                return .stack(StackTarget(part: target.part, members: members))
            }
            return LibraryCondition(.key(.stack, resolved), isNegated: condition.isNegated)
        }
        return query
    }
}
