import MVICore

/// A feature with an optional bug: it can count with hidden state.
enum Counter: Feature {
    struct State: Equatable, Sendable {
        var count = 0
        var names: [String: Int] = [:]
        var note: String?
    }
    enum Action: Equatable, Sendable { case add(Int), name(String), watch(Conflict), unwatch, forget }
    enum InternalAction: Equatable, Sendable { case asked(Action), ticked, misremembered(Memory) }
    enum Effect: Equatable, Sendable { case tick }
    enum TaskID: Hashable, Sendable { case ticker }
    enum Event: Equatable, Sendable { case counted(Int) }

    static func admit(_ action: Action, _ state: State) -> InternalAction? {
        action == .add(0) ? nil : .asked(action)
    }

    static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Counter>] {
        switch fact {
        case .asked(.add(let number)):
            state.count += number
            return [.emit(.counted(state.count))]
        case .asked(.name(let name)):
            state.names[name, default: 0] += 1
            return []
        case .asked(.watch(let conflict)): return [.run(.tick, as: .ticker, ifRunning: conflict)]
        case .asked(.unwatch): return [.cancel(.ticker)]
        case .asked(.forget):
            state = State()
            return []
        case .ticked:
            state.note = "at \(stamp.now), seed \(stamp.seed)"
            return []
        case .misremembered(let memory):
            state.count = memory.next()
            return []
        }
    }
}
