package import MVICore
package import Testing

/// Drives a feature by hand and insists that every change, command and open task is accounted for.
///
/// Nothing runs and nothing waits: effects are data here, and the test plays the world's part. `reduce` is called
/// twice for every fact, which catches what the compiler lets through: an order that leaks, a hidden memory.
package final class TestStore<F: Feature> {
    package private(set) var state: F.State
    /// What the next fact will be stamped with.
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

    /// Sends a request. State the whole change in `change` and every command, in order, in `commands`.
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

    /// Sends a request that the feature must refuse.
    package func refuse(_ action: F.Action, at place: SourceLocation = #_sourceLocation) {
        if let fact = F.admit(action, state) {
            Issue.record("\(action) was not refused but became \(fact)", sourceLocation: place)
        }
    }

    /// Plays a fact reported by the open task `id`; `last` when the task ends with it.
    package func receive(
        _ fact: F.InternalAction, from id: F.TaskID, last: Bool = true, commands: [Command<F>] = [],
        at place: SourceLocation = #_sourceLocation, change: (inout F.State) -> Void = { _ in }
    ) {
        guard isOpen(id, place) else { return }
        if last { open.remove(id) }
        apply(fact, commands, place, change)
    }

    /// Plays the end of the open task `id` that returns no last fact.
    package func end(_ id: F.TaskID, at place: SourceLocation = #_sourceLocation) {
        guard isOpen(id, place) else { return }
        open.remove(id)
        compareWithState(place)
    }

    /// States what still runs when the test ends; without it nothing may.
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
        compareWithState(place)
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

    /// Holds what a leavable feature says of its work against the work that was commanded.
    private func compareWithState(_ place: SourceLocation) {
        guard let told = F.toldTasks(state), Set(told) != open || told.count != open.count else { return }
        let claim = told.map { "\($0)" }.joined(separator: ", ")
        Issue.record("openTasks says [\(claim)], open: \(names(open))", sourceLocation: place)
    }

    private func names(_ ids: Set<F.TaskID>) -> String {
        "[" + ids.map { "\($0)" }.sorted().joined(separator: ", ") + "]"
    }
}
