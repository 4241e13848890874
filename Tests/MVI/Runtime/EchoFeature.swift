import MVICore

/// A feature that returns the commands it is sent, for testing the store.
enum EchoFeature: Feature {
    struct State: Equatable, Sendable {
        var heard: [String] = []
    }
    enum Action: Equatable, Sendable {
        case go(String, as: String, Conflict)
        case stop(String)
        case say(String)
        case nothing
    }
    enum InternalAction: Equatable, Sendable {
        case wished(Action)
        case told(String)
        /// Records the value and runs the task again under the same ID.
        case again(String, as: String, Conflict)
    }
    struct Effect: Equatable, Sendable {
        let name: String
    }
    typealias TaskID = String
    typealias Event = String

    static func admit(_ action: Action, _ state: State) -> InternalAction? {
        action == .nothing ? nil : .wished(action)
    }

    static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<EchoFeature>] {
        switch fact {
        case .wished(.go(let effect, let id, let conflict)):
            return [.run(Effect(name: effect), as: id, ifRunning: conflict)]
        case .wished(.stop(let id)):
            return [.cancel(id)]
        case .wished(.say(let word)):
            state.heard.append(word)
            return [.emit(word), .emit("after " + word)]
        case .wished(.nothing):
            return []
        case .told(let word):
            state.heard.append(word)
            return []
        case .again(let effect, let id, let conflict):
            state.heard.append("again " + effect)
            return [.run(Effect(name: effect), as: id, ifRunning: conflict)]
        }
    }
}
