/// The lines in which two texts differ, in reading order: `- ` only in the first, `+ ` only in the second.
struct LineDiff: CustomStringConvertible {
    let lines: [String]

    init(from old: [String], to new: [String]) {
        let changes = new.difference(from: old)
        let gone = Set(changes.removals.map(\.place))
        let come = Set(changes.insertions.map(\.place))
        var lines: [String] = []
        var oldPlace = 0
        var newPlace = 0
        while oldPlace < old.count || newPlace < new.count {
            if gone.contains(oldPlace) {
                lines.append("- " + old[oldPlace])
                oldPlace += 1
            } else if come.contains(newPlace) {
                lines.append("+ " + new[newPlace])
                newPlace += 1
            } else {
                oldPlace += 1
                newPlace += 1
            }
        }
        self.lines = lines
    }

    var description: String {
        lines.isEmpty ? "(the same text; the values differ in what they do not show)" : lines.joined(separator: "\n")
    }
}

extension CollectionDifference.Change {
    fileprivate var place: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
