package import Domain
package import MVICore

/// Watches folders, waits until files settle, claims and reads them, and disposes of their sources at the end.
package enum Intake: Feature {
    package enum Action: Equatable, Sendable {
        case start
        /// Makes no new claims; running work is completed.
        case stop
        /// Lists a folder now.
        case listNow(folder: String)
        /// Adds a drop that did not come through a folder and has been read already. It is completed like any other drop.
        case adopt(Drop)
        /// All jobs of a drop have ended, with the failure of the first one that failed.
        case ended(DropID, DropFailure?)
        /// All jobs of a drop of one of the folders have ended, wherever that was.
        case conclude(EndedDrop)
        /// The number of new jobs that `Jobs` accepts from now on.
        case capacityChanged(Int)
        /// What closed gates keep from starting. Drops in folders behind them stay where they are.
        case gatesChanged(GateClosures)
    }

    package enum InternalAction: Equatable, Sendable {
        case started
        case stopped
        case recovered(Result<[RecoveredDrop], RepositoryFailure>)
        case recoveryDue
        /// A change in the watch folder, or in its subfolder `below`.
        case hinted(folder: String, FolderChange, below: FileName? = nil)
        case watchEnded(folder: String)
        case listRequested(folder: String)
        case woke(folder: String)
        case listed(folder: String, Result<FolderListing, FileFailure>)
        case claimed(folder: String, Result<[Drop], RepositoryFailure>)
        case read(DropID, ReadOutcome)
        case adopted(Drop)
        case ended(DropID, DropFailure?)
        /// A drop that this store didn't know has ended.
        case concluded(EndedDrop)
        case disposed(DropID, DisposeOutcome)
        case compared(DropID, FileIdentity, CompareOutcome)
        case capacityChanged(Int)
        case gatesChanged(GateClosures)
    }

    /// Each effect is described at its method of `IntakeSideEffect`.
    package enum Effect: Equatable, Sendable {
        case recover
        case watch(folder: String)
        case watchSubfolders(folder: String, Set<FileName>)
        case list(folder: String, most: Int = FolderListing.most, every: Int = 1)
        /// Sets the folder's timer.
        case wake(folder: String, after: Duration)
        /// Sets the timer after which reading the unfinished drops is tried again.
        case wakeRecovery(after: Duration)
        case claim([Drop], folder: String, utc: UTCMillis)
        case read(Drop, utc: UTCMillis, seed: UInt64)
        case compare(Drop, FileIdentity)
        case dispose(Drop, settled: FileIdentity?, utc: UTCMillis)
    }

    package enum TaskID: Hashable, Sendable {
        case recovery
        case watch(String)
        case watchSubfolders(String)
        case list(String)
        case timer(String)
        case claim(String)
        case read(DropID)
        case dispose(DropID)
        case compare(DropID)
    }

    package enum Event: Equatable, Sendable {
        /// New jobs, already stored.
        case accepted([Job])
        /// A drop produced no job.
        case failed(Drop, DropFailure)
        /// A file has not settled for `waited`; it is picked up once it has been unchanged for `needs`. Emitted once
        /// per file.
        case settlingLong(folder: String, FileEntry, waited: Duration, needs: Duration)
        /// A picture is truncated. It continues to settle, in case it is still being written.
        case cut(Drop)
        /// A sidecar file has been without its picture for a while. Emitted once per file.
        case sidecarAlone(folder: String, FileEntry)
        /// The file of a drop was removed or replaced: its jobs that were not submitted yet are no longer wanted.
        case withdrawn(Drop, isReplaced: Bool)
        /// A source can't be moved away. Emitted once, and again for each different failure.
        case stuck(Drop, FileFailure)
        /// A folder became available or unavailable.
        case folderChanged(folder: String, FolderHealth)
        /// A folder is on a network file system, where events are not reliable, so it is listed at this interval.
        case folderRemote(folder: String, interval: Duration)
        /// Intake is blocked, or continues (`nil`).
        case waiting(IntakeFailure?)
    }
}

extension Intake {
    package static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch action {
        case .start: state.phase == .idle || state.phase == .stopped ? .started : nil
        case .stop: state.phase == .running || state.phase == .recovering ? .stopped : nil
        case .listNow(let folder):
            state.phase == .running && state.index(of: folder) != nil ? .listRequested(folder: folder) : nil
        case .adopt(let drop): state.drops[drop.id] == nil && drop.phase == .read ? .adopted(drop) : nil
        case .ended(let drop, let failure): state.mayEnd(drop) ? .ended(drop, failure) : nil
        case .conclude(let ended):
            if state.drops[ended.drop.id] == nil {
                .concluded(ended)
            } else {
                state.mayEnd(ended.drop.id) ? .ended(ended.drop.id, ended.failure) : nil
            }
        case .capacityChanged(let count): count == state.remainingCapacity ? nil : .capacityChanged(count)
        case .gatesChanged(let closures): closures == state.closures ? nil : .gatesChanged(closures)
        }
    }

    package static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .started: start(&state, stamp)
        case .stopped: stop(&state)
        case .recovered(let result): recover(&state, result, stamp)
        case .recoveryDue: [.run(.recover, as: .recovery)]
        case .hinted(let folder, let change, let name):
            inFolder(folder, &state) { noteChange(&$0, change, below: name, stamp.now) }
        case .watchEnded(let folder): inFolder(folder, &state) { endWatch(&$0) }
        case .listRequested(let folder): listNow(&state, folder, stamp)
        case .woke(let folder): wake(&state, folder, stamp)
        case .listed(let folder, .success(let listing)): listed(&state, folder, listing, stamp)
        case .listed(let folder, .failure(let failure)):
            inFolder(folder, &state) { markUnavailable(&$0, FolderHealth(failure), stamp.now) }
        case .claimed(let folder, let result): settleClaim(&state, folder, result, stamp)
        case .read(let drop, let outcome): endRead(&state, drop, outcome, stamp)
        case .adopted(let drop): adopt(&state, drop, stamp)
        case .ended(let drop, let failure): endJobs(&state, EarlyDropEnd(drop: drop, failure: failure), stamp)
        case .concluded(let ended): conclude(&state, ended, stamp)
        case .disposed(let drop, let outcome): endDisposal(&state, drop, outcome, stamp)
        case .compared(let drop, let identity, let outcome): endCompare(&state, drop, identity, outcome, stamp)
        case .capacityChanged(let count): changeCapacity(&state, count, stamp)
        case .gatesChanged(let closures): changeGates(&state, closures, stamp)
        }
    }
}

extension Intake {
    private static func start(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        if state.phase == .stopped { return run(&state, stamp) }
        state.phase = .recovering
        return [.run(.recover, as: .recovery)]
    }

    /// Starts the watches before the first listing, so that no change between the two is missed.
    static func run(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        state.phase = .running
        var commands: [Command<Self>] = []
        for index in state.folders.indices {
            commands += watch(&state.folders[index])
            commands += setTimer(&state.folders[index], at: stamp.now + state.folders[index].interval, stamp.now)
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

    private static func changeCapacity(_ state: inout State, _ count: Int, _ stamp: Stamp) -> [Command<Self>] {
        state.remainingCapacity = count
        return work(&state, stamp)
    }

    private static func changeGates(
        _ state: inout State, _ closures: GateClosures, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.closures = closures
        return work(&state, stamp)
    }

    /// Changes a folder unless Intake is stopped: nothing would end work that is started after the stop.
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
