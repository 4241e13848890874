package import MVICore
package import Testing

/// Drives a feature by hand and insists that every state change, command and open task is accounted for.
///
/// Nothing runs and nothing waits: effects are data, and the test plays the outside world. `reduce` is called twice per
/// fact, which catches what the compiler can't: unstable ordering and hidden state.
package final class TestStore<F: Feature> {
    package private(set) var state: F.State
    /// The stamp of the next fact.
    package var stamp: Stamp

    private var open: Set<F.TaskID> = []
    private let birthplace: SourceLocation

    package init(
        _: F.Type, _ state: F.State, stamp: Stamp = Stamp(now: .zero),
        at birthplace: SourceLocation = #_sourceLocation
    ) {
        self.state = state
        self.stamp = stamp
        self.birthplace = birthplace
    }

    /// Sends an action. `change` states the whole state change, and `commands` every command, in order.
    package func send(
        _ action: F.Action, commands: [Command<F>] = [], at place: SourceLocation = #_sourceLocation,
        change: (inout F.State) -> Void = { _ in }
    ) {
        guard let fact = F.admit(action, state) else {
            Issue.record("\(action) was refused; use refuse(_:) if that is meant", sourceLocation: place)
            return
        }
        apply(fact, commands, place, change)
    }

    /// Sends an action that the feature must refuse.
    package func refuse(_ action: F.Action, at place: SourceLocation = #_sourceLocation) {
        if let fact = F.admit(action, state) {
            Issue.record("\(action) was not refused but became \(fact)", sourceLocation: place)
        }
    }

    /// Plays a fact reported by the open task `id`. `last` ends the task.
    package func receive(
        _ fact: F.InternalAction, from id: F.TaskID, last: Bool = true, commands: [Command<F>] = [],
        at place: SourceLocation = #_sourceLocation, change: (inout F.State) -> Void = { _ in }
    ) {
        guard isOpen(id, place) else { return }
        if last { open.remove(id) }
        apply(fact, commands, place, change)
    }

    /// Plays the end of the open task `id` without a final fact.
    package func end(_ id: F.TaskID, at place: SourceLocation = #_sourceLocation) {
        guard isOpen(id, place) else { return }
        open.remove(id)
    }

    /// States which tasks are still open at the end of the test. Without it, none may be.
    package func leaveOpen(_ ids: Set<F.TaskID>, at place: SourceLocation = #_sourceLocation) {
        if ids != open {
            Issue.record("open tasks: \(names(open)), expected: \(names(ids))", sourceLocation: place)
        }
        open = []
    }

    deinit {
        if !open.isEmpty {
            Issue.record("tasks never ended nor cancelled: \(names(open))", sourceLocation: birthplace)
        }
    }
}

extension TestStore {
    private func apply(
        _ fact: F.InternalAction, _ expectedCommands: [Command<F>], _ place: SourceLocation,
        _ change: (inout F.State) -> Void
    ) {
        let before = state
        var expected = before
        change(&expected)

        var after = before
        let commands = F.reduce(&after, fact, stamp)
        var again = before
        let commandsAgain = F.reduce(&again, fact, stamp)

        if after != again || commands != commandsAgain {
            Issue.record("reduce is not pure: \(fact) gave two answers", sourceLocation: place)
        }
        if after != expected {
            let changes = LineDiff(from: TextLines.of(expected), to: TextLines.of(after))
            Issue.record("state after \(fact) (- expected, + found):\n\(changes)", sourceLocation: place)
        }
        if commands != expectedCommands {
            let changes = LineDiff(from: expectedCommands.map { "\($0)" }, to: commands.map { "\($0)" })
            Issue.record("commands after \(fact) (- expected, + found):\n\(changes)", sourceLocation: place)
        }
        state = after
        for command in commands { follow(command, place) }
    }

    private func follow(_ command: Command<F>, _ place: SourceLocation) {
        switch command {
        case .run(_, let id, _): open.insert(id)
        case .cancel(let id):
            if open.remove(id) == nil {
                Issue.record("cancelled \(id), which was not open", sourceLocation: place)
            }
        case .emit: break
        }
    }

    private func isOpen(_ id: F.TaskID, _ place: SourceLocation) -> Bool {
        if open.contains(id) { return true }
        Issue.record("no open task \(id); open: \(names(open))", sourceLocation: place)
        return false
    }

    private func names(_ ids: Set<F.TaskID>) -> String {
        "[" + ids.map { "\($0)" }.sorted().joined(separator: ", ") + "]"
    }
}

/// The differing lines of two texts, in order: `- ` for lines only in the first, `+ ` for lines only in the second.
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
        lines.isEmpty
            ? "(the same text; the values differ in something that isn't shown)" : lines.joined(separator: "\n")
    }
}

extension CollectionDifference.Change {
    fileprivate var place: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}

/// Formats a value as lines of `path: leaf`, so that each line of a diff is understandable by itself.
enum TextLines {
    /// The lines of a value in a fixed order: dictionaries sorted by key and sets by element, as text.
    static func of(_ value: Any) -> [String] {
        var lines: [String] = []
        write(value, "", &lines)
        return lines
    }

    private static func write(_ value: Any, _ path: String, _ lines: inout [String]) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection?:
            writeAll(mirror.children.enumerated().map { ("[\($0.offset)]", $0.element.value) }, "[]", path, &lines)
        case .set?:
            let elements = mirror.children.map { ("{\($0.value)}", $0.value) }.sorted { $0.0 < $1.0 }
            for element in elements { lines.append(path + element.0) }
            if elements.isEmpty { lines.append("\(path): {}") }
        case .dictionary?:
            writeAll(mirror.children.compactMap(entry).sorted { $0.0 < $1.0 }, "[:]", path, &lines)
        case .optional?:
            if let some = mirror.children.first {
                write(some.value, path, &lines)
            } else {
                lines.append("\(path): nil")
            }
        case _ where speaksForItself(value) || mirror.children.isEmpty:
            lines.append("\(path): \(text(value))")
        default:
            for child in mirror.children { write(child.value, "\(path).\(child.label ?? "_")", &lines) }
        }
    }

    private static func writeAll(
        _ parts: [(String, Any)], _ empty: String, _ path: String, _ lines: inout [String]
    ) {
        if parts.isEmpty { lines.append("\(path): \(empty)") }
        for (key, value) in parts { write(value, path + key, &lines) }
    }

    private static func entry(_ child: Mirror.Child) -> (String, Any)? {
        let pair = Mirror(reflecting: child.value).children.map(\.value)
        return pair.count == 2 ? ("[\(text(pair[0]))]", pair[1]) : nil
    }

    /// Whether the value is shown by its own description, such as numbers, strings and durations.
    private static func speaksForItself(_ value: Any) -> Bool {
        value is any CustomStringConvertible
    }

    /// Strings keep their quotes, so that trailing spaces are visible.
    private static func text(_ value: Any) -> String {
        value is String ? String(reflecting: value) : "\(value)"
    }
}
