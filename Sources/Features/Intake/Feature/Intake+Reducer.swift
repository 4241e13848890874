import Domain
package import MVICore

extension Intake {
    package static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch action {
        case .start: state.phase == .idle || state.phase == .stopped ? .started : nil
        case .stop: state.phase == .running || state.phase == .recovering ? .stopped : nil
        case .lookNow(let folder):
            state.phase == .running && state.index(of: folder) != nil ? .lookWanted(folder: folder) : nil
        case .adopt(let drop): state.drops[drop.id] == nil && drop.phase == .read ? .adopted(drop) : nil
        case .ended(let drop, let failure): state.mayEnd(drop) ? .ended(drop, failure) : nil
        case .roomChanged(let room): room == state.room ? nil : .roomChanged(room)
        }
    }

    package static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .started: start(&state, stamp)
        case .stopped: stop(&state)
        case .recovered(let result): recover(&state, result, stamp)
        case .recoveryDue: [.run(.recover, as: .recovery)]
        case .hinted(let folder, let change, nil): inFolder(folder, &state) { hint(&$0, change, stamp.now) }
        case .hinted(let folder, let change, .some(let name)):
            inFolder(folder, &state) { hint(&$0, change, below: name, stamp.now) }
        case .watchEnded(let folder): inFolder(folder, &state) { endWatch(&$0) }
        case .lookWanted(let folder): lookNow(&state, folder, stamp)
        case .woke(let folder): wake(&state, folder, stamp)
        case .listed(let folder, .success(let listing)): take(&state, folder, listing, stamp)
        case .listed(let folder, .failure(let failure)):
            inFolder(folder, &state) { lose(&$0, FolderHealth(failure), stamp.now) }
        case .claimed(let folder, let result): settleClaim(&state, folder, result, stamp)
        case .read(let drop, let outcome): endRead(&state, drop, outcome, stamp)
        case .adopted(let drop): adopt(&state, drop, stamp)
        case .ended(let drop, let failure): endJobs(&state, DropEnding(drop: drop, failure: failure), stamp)
        case .disposed(let drop, let outcome): endDisposal(&state, drop, outcome, stamp)
        case .compared(let drop, let identity, let outcome): endCompare(&state, drop, identity, outcome, stamp)
        case .roomChanged(let room): change(&state, room, stamp)
        }
    }
}

extension Intake {
    private static func start(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        if state.phase == .stopped { return run(&state, stamp) }
        state.phase = .recovering
        return [.run(.recover, as: .recovery)]
    }

    /// Watches are stood up before the first listing, so that nothing falls between the two.
    static func run(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        state.phase = .running
        var commands: [Command<Self>] = []
        for place in state.folders.indices {
            commands += watch(&state.folders[place])
            commands += ring(&state.folders[place], at: stamp.now + state.folders[place].interval, stamp.now)
        }
        return commands + work(&state, stamp)
    }

    private static func stop(_ state: inout State) -> [Command<Self>] {
        if state.phase == .recovering {
            state.phase = .idle
            return [.cancel(.recovery)]
        }
        state.phase = .stopped
        return state.folders.indices.flatMap { close(&state.folders[$0]) }
    }

    private static func change(_ state: inout State, _ room: Int, _ stamp: Stamp) -> [Command<Self>] {
        state.room = room
        return work(&state, stamp)
    }

    /// What ends after the stop sets nothing up any more: nobody would end it.
    static func whileRunning(
        _ name: String, _ state: inout State, _ change: (inout Folder) -> [Command<Self>]
    ) -> [Command<Self>] {
        state.phase == .running ? inFolder(name, &state, change) : []
    }

    static func inFolder(
        _ name: String, _ state: inout State, _ change: (inout Folder) -> [Command<Self>]
    ) -> [Command<Self>] {
        state.index(of: name).map { change(&state.folders[$0]) } ?? []
    }
}
