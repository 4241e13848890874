internal import CLikeness
internal import Domain

/// An artwork that may look like the pictures of a search, with its score in the search's order.
struct LikenessCandidate: Equatable, Sendable {
    let number: ArtworkNumber
    let score: Int
}

/// The likenesses of artworks, in arrays that are searched from end to end: a million hashes take less time than an
/// index over them would save.
struct LikenessTable: Sendable {
    /// Likenesses in the order of their artworks' numbers.
    private struct Entries: Sendable {
        var numbers: [Int64] = []
        var hashes: [UInt64] = []
        var colors: [UInt8] = []
        let areFlat: Bool

        func likeness(_ place: Int) -> Likeness {
            let first = place * Likeness.colorBytes
            return Likeness(
                hash: hashes[place], isFlat: areFlat, colors: Array(colors[first..<first + Likeness.colorBytes]))
        }

        mutating func insert(_ likeness: Likeness, at number: Int64) {
            // Most numbers are greater than all before.
            guard let last = numbers.last, last > number else { return append(likeness, number) }
            var (low, high) = (0, numbers.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[middle] < number { low = middle + 1 } else { high = middle }
            }
            numbers.insert(number, at: low)
            hashes.insert(likeness.hash, at: low)
            colors.insert(contentsOf: likeness.colors, at: low * Likeness.colorBytes)
        }

        private mutating func append(_ likeness: Likeness, _ number: Int64) {
            numbers.append(number)
            hashes.append(likeness.hash)
            colors += likeness.colors
        }

        mutating func remove(_ removed: Set<Int64>) {
            let kept = numbers.indices.filter { !removed.contains(numbers[$0]) }
            guard kept.count < numbers.count else { return }
            let old = self
            numbers = kept.map { old.numbers[$0] }
            hashes = kept.map { old.hashes[$0] }
            colors = kept.flatMap { old.colors[($0 * Likeness.colorBytes)..<($0 + 1) * Likeness.colorBytes] }
        }
    }

    private var detailed = Entries(areFlat: false)
    /// Pictures whose hashes mean nothing; few in most libraries.
    private var flat = Entries(areFlat: true)

    var count: Int { detailed.numbers.count + flat.numbers.count }

    mutating func insert(_ likeness: Likeness, at number: Int64) {
        if likeness.isFlat { flat.insert(likeness, at: number) } else { detailed.insert(likeness, at: number) }
    }

    mutating func remove(_ numbers: Set<Int64>) {
        detailed.remove(numbers)
        flat.remove(numbers)
    }

    /// The artworks that meet the query's conditions about looks, in its order.
    /// - Precondition: there are such conditions.
    func candidates(for query: LibraryQuery) -> [LikenessCandidate] {
        let alternatives = query.likeTargets.min { $0.count < $1.count } ?? []
        var found: [LikenessCandidate] = []
        var known: Set<Int64> = []
        for likeness in alternatives.compactMap(\.likeness) {
            let entries = likeness.isFlat ? flat : detailed
            for place in near(likeness) where known.insert(entries.numbers[place]).inserted {
                let number = ArtworkNumber(entries.numbers[place])
                guard let distance = query.distance(of: entries.likeness(place), number) else { continue }
                let score = query.sort == .likeness ? LibraryQuery.score(distance) : 0
                found.append(LikenessCandidate(number: number, score: score))
            }
        }
        let isOldestFirst = query.sort == .oldest
        return found.sorted { one, other in
            if one.score != other.score { return one.score > other.score }
            return isOldestFirst ? one.number < other.number : one.number > other.number
        }
    }

    /// The artworks with probably the same picture, the most alike first, and of those the newest.
    func duplicates(of likeness: Likeness) -> [ArtworkNumber] {
        let found = near(likeness).compactMap { place -> (distance: LikenessDistance, number: Int64)? in
            let entries = likeness.isFlat ? flat : detailed
            guard let distance = likeness.distance(to: entries.likeness(place)), distance.resemblance == .duplicate
            else { return nil }
            return (distance, entries.numbers[place])
        }
        return found.sorted { one, other in
            one.distance == other.distance ? one.number > other.number : one.distance < other.distance
        }.map { ArtworkNumber($0.number) }
    }

    /// The places of entries whose hashes are near.
    private func near(_ likeness: Likeness) -> [Int] {
        if likeness.isFlat { return Array(flat.numbers.indices) }
        let hashes = detailed.hashes
        let step = 8_192
        var places = [UInt32](repeating: 0, count: step)
        var found: [Int] = []
        for start in stride(from: 0, to: hashes.count, by: step) {
            let end = min(start + step, hashes.count)
            let count = likeness_find(
                hashes, Int64(start), Int64(end), likeness.hash, Int32(Likeness.mostBits), &places)
            for index in 0..<Int(count) { found.append(Int(places[index])) }
        }
        return found
    }
}
