/// A stem tried for a job's outputs, and the file names made from it.
package struct OutputStem: Equatable, Sendable {
    /// The limit of common file systems for a name, in bytes.
    private static let longestName = 255

    /// One name for each ending, in NFC, none longer than file systems permit.
    package let names: [String]
    package let folded: String

    package var foldedNames: [String] { names.map(OutputName.fold) }

    /// The stem followed by `suffix`. A stem that is too long is shortened at its end. It may be a path, whose folders
    /// stay unchanged.
    package init(_ stem: String, suffix: String = "", endings: [String]) {
        let longest = endings.map(\.utf8.count).max() ?? 0
        let whole = OutputName.composed(stem)
        let folders = whole.lastIndex(of: "/").map { String(whole[...$0]) } ?? ""
        var kept = String(whole.dropFirst(folders.count))
        while kept.utf8.count + suffix.utf8.count + 1 + longest > Self.longestName, !kept.isEmpty {
            kept.removeLast()
        }
        let complete = folders + kept + suffix
        names = endings.map { "\(complete).\($0)" }
        folded = OutputName.fold(complete)
    }
}

extension NameConflict {
    /// Returns what the `attempt`-th stem ends with that is tried for a job, counted from 1.
    package func suffix(_ attempt: Int, for job: JobID) -> String {
        switch self {
        case .number, .replace, .fail: OutputName.numbered("", attempt)
        case .id: attempt < 2 ? "" : OutputName.numbered("-" + job.text.suffix(8), attempt - 1)
        }
    }
}
