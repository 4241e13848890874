/// Suggests the name that was probably meant.
package enum NearestName {
    /// Returns the name with the smallest Damerau-Levenshtein distance (optimal string alignment), ignoring case and
    /// treating `-` as `_`. `nil` if no distance is within a third of the longer word, or two steps for short words.
    package static func of(_ word: String, among names: [String]) -> String? {
        let wanted = folded(word)
        guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
        let near = names.compactMap { name -> (name: String, distance: Int)? in
            let candidate = folded(name)
            let found = distance(wanted, candidate)
            let longer = max(wanted.count, candidate.count)
            let allowed = longer < 3 ? 0 : max(longer < 4 ? 1 : 2, longer / 3)
            return found <= allowed && (found < longer - 1 || found == 0) ? (name, found) : nil
        }
        return near.min { $0.distance < $1.distance }?.name
    }

    /// Returns at most `most` names that are close to the word, as a whole or from a `_` on, best first; empty if none
    /// is close.
    package static func few(of word: String, among names: [String], most: Int = 3) -> [String] {
        let wanted = folded(word)
        guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
        let near = names.compactMap { name -> (name: String, distance: Int)? in
            let parts = folded(name).split(separator: "_")
            let endings = parts.indices.map { Array(parts[$0...].joined(separator: "_")) }
            let fitting = endings.map { (distance(wanted, $0), max(wanted.count, $0.count)) }
                .filter { found, longer in found <= longer / 3 }
            return fitting.map(\.0).min().map { (name, $0) }
        }
        return near.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .prefix(most).map(\.element.name)
    }

    /// Returns the number of insertions, deletions, replacements and swaps of neighbours that turn one into the other.
    static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var before: [Int] = []
        var above = Array(0...second.count)
        for row in 0..<first.count {
            var current = [row + 1]
            for column in 0..<second.count {
                let same = first[row] == second[column]
                var steps = min(above[column] + (same ? 0 : 1), above[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    steps = min(steps, before[column - 1] + 1)
                }
                current.append(steps)
            }
            before = above
            above = current
        }
        return above[second.count]
    }

    private static func folded(_ word: String) -> [Character] {
        word.lowercased().map { $0 == "-" ? "_" : $0 }
    }
}
