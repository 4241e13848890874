import MVICore

/// A child feature: prints one sheet in two steps, each with its own tasks.
enum Printing: Leavable {
    enum State: Equatable, Sendable {
        /// → `printing`.
        case waiting
        /// → `printed`; the press runs, and a timer watches the paper.
        case printing(sheets: Int)
        case printed
    }
    enum Action: Equatable, Sendable { case print }
    enum InternalAction: Equatable, Sendable { case begun, sheetPrinted, jammed, finished }
    enum Effect: Equatable, Sendable { case press, watchPaper }
    enum TaskID: Hashable, Sendable { case press, paper }
    enum Event: Equatable, Sendable { case done(sheets: Int) }

    static func openTasks(_ state: State) -> [TaskID] {
        switch state {
        case .waiting, .printed: []
        case .printing: [.press, .paper]
        }
    }

    static func admit(_ action: Action, _ state: State) -> InternalAction? {
        state == .waiting ? .begun : nil
    }

    static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Printing>] {
        switch (fact, state) {
        case (.begun, .waiting):
            state = .printing(sheets: 0)
            return [.run(.press, as: .press, ifRunning: .keep), .run(.watchPaper, as: .paper)]
        case (.sheetPrinted, .printing(let sheets)):
            state = .printing(sheets: sheets + 1)
            return []
        case (.finished, .printing(let sheets)):
            state = .printed
            return [.cancel(.paper), .emit(.done(sheets: sheets))]
        case (.jammed, .printing):
            state = .waiting
            return [.cancel(.press)]
        default:
            return []
        }
    }
}
