import MVICore

/// A parent with an optional child: printing is one of its phases and may be left at any time.
enum Workshop: Leavable {
    enum Phase: Equatable, Sendable {
        /// → `printing`.
        case closed
        /// → `closed`, immediately on a close action.
        case printing(order: Int, Printing.State)
    }
    struct State: Equatable, Sendable {
        var phase = Phase.closed
        var sheets = 0
    }
    enum Action: Equatable, Sendable { case print(order: Int), close }
    enum InternalAction: Equatable, Sendable { case ordered(Int), printing(Printing.InternalAction), closed }
    enum Effect: Equatable, Sendable { case printing(order: Int, Printing.Effect) }
    enum TaskID: Hashable, Sendable { case printing(order: Int, Printing.TaskID) }
    enum Event: Equatable, Sendable { case sold(sheets: Int) }

    static func openTasks(_ state: State) -> [TaskID] {
        switch state.phase {
        case .closed: []
        case .printing(let order, let child): Printing.openTasks(child).map { .printing(order: order, $0) }
        }
    }

    static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch (action, state.phase) {
        case (.print(let order), _): .ordered(order)
        case (.close, .printing): .closed
        case (.close, .closed): nil
        }
    }

    static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Workshop>] {
        switch fact {
        case .ordered(let order):
            let leaving = leavePhase(&state)
            state.phase = .printing(order: order, .waiting)
            return leaving + reduce(&state, .printing(.begun), stamp)
        case .printing(let inner):
            return reducePrinting(&state, inner, stamp)
        case .closed:
            return leavePhase(&state)
        }
    }

    private static func leavePhase(_ state: inout State) -> [Command<Workshop>] {
        guard case .printing(let order, let child) = state.phase else { return [] }
        state.phase = .closed
        return Printing.leave(child) { .printing(order: order, $0) }
    }

    private static func reducePrinting(
        _ state: inout State, _ inner: Printing.InternalAction, _ stamp: Stamp
    ) -> [Command<Workshop>] {
        guard case .printing(let order, var child) = state.phase else { return [] }
        let wishes = Printing.reduce(&child, inner, stamp)
        state.phase = .printing(order: order, child)
        var commands: [Command<Workshop>] = []
        for wish in wishes {
            commands += wish.lifted(
                effect: { .printing(order: order, $0) }, id: { .printing(order: order, $0) },
                event: { .answer($0, &state) })
        }
        return commands
    }
}

extension [Command<Workshop>] {
    fileprivate static func answer(_ event: Printing.Event, _ state: inout Workshop.State) -> [Command<Workshop>] {
        switch event {
        case .done(let sheets):
            state.phase = .closed
            state.sheets += sheets
            return [.emit(.sold(sheets: sheets))]
        }
    }
}
