package import Domain
package import MVICore

/// Keeps this service alive among those that share its database, and takes the jobs that it has room for.
///
/// The database is the truth: each beat asks it what there is to do. An announcement by another node only makes the next
/// beat come earlier.
package enum Fleet: Feature {
    package enum Action: Equatable, Sendable {
        case start
        /// Takes nothing more. The node stays alive for the work that it has.
        case stop
        /// The number of further jobs that Jobs accepts.
        case capacityChanged(Int)
        /// There are new unowned jobs.
        case jobsAdded
        /// A write failed, or its answer was lost.
        case storageFailed
        /// All jobs of a drop have ended, which may be of another node's folder.
        case dropEnded
    }

    package enum InternalAction: Equatable, Sendable {
        case started
        case stopped
        case capacityChanged(Int)
        case jobsAdded
        case dropEnded
        case storageFailed
        case beaten(Result<Beat, RepositoryFailure>)
        case claimed(Result<[Job], RepositoryFailure>, limit: Int)
        case owned(Result<[Job], RepositoryFailure>)
        case concluded(Result<[EndedDrop], RepositoryFailure>)
        /// The nodes that this one has declared dead.
        case silentExpelled(Result<[Node], RepositoryFailure>)
        case announced
        /// Another node has announced something.
        case heard
        case listeningEnded(ListeningEnd)
        case woke
    }

    /// Each effect is described at its method of `FleetSideEffect`.
    package enum Effect: Equatable, Sendable {
        case beat
        case claim(limit: Int, token: Int64, utc: UTCMillis)
        case findOwned
        case concludeDrops
        case expelSilent
        case announce
        case listen
        case sleep(Duration)
    }

    package enum TaskID: Hashable, Sendable {
        case beat
        case claim
        case owned
        case drops
        case expulsion
        case announcement
        case listening
        case timer
    }

    package enum Event: Equatable, Sendable {
        /// Jobs that this node works on from now on.
        case claimed([Job])
        case dropEnded(EndedDrop)
        /// The number of further drops that may be taken from the folders.
        case remainingCapacity(Int)
        /// The folders have to be listed: no node holds one of them, or drops may wait because the database didn't answer.
        case foldersToList
        /// The database answers after a failure. Emitted at most once a beat interval, however often it fails.
        case databaseRestored
        /// Nodes that were declared dead. Any node may take over their work.
        case nodesLost([Node])
        /// The backends that a node has found not to work; reported with each beat as long as there are any, and once when
        /// there are none any more.
        case outagesKnown([SharedOutage])
        /// This node was asked to stop.
        case askedToLeave
        /// Others have declared this node dead. It has to start again.
        case expelled
        /// Announcements of others don't arrive, so that their work is only found by the next beat. Emitted once.
        case announcementsUnheard
    }

    /// The shortest time between two announcements: each takes a lock of the whole server.
    static let announcementInterval = Duration.seconds(1)
    /// The pause before announcements are listened to again after the connection was lost.
    static let listeningPause = Duration.seconds(10)
    /// The pause if they don't arrive although the connection is there.
    static let unheardPause = Duration.seconds(600)
}

extension Fleet {
    package struct State: Equatable, Sendable {
        package enum Phase: Equatable, Sendable {
            /// Next: `running`.
            case idle
            /// Next: `stopped`, `expelled`.
            case running
            /// Takes nothing more. Next: `expelled`.
            case stopped
            /// Final.
            case expelled
        }

        package internal(set) var phase = Phase.idle
        /// The number of further jobs that Jobs accepts.
        package internal(set) var freeSlots = 0
        /// The number of unowned jobs, as far as known.
        package internal(set) var ready = 0
        /// The time of the last beat that the database has answered, since system start.
        package internal(set) var lastBeat: Duration?
        /// The reason why the last beat failed.
        package internal(set) var failure: RepositoryFailure?
        /// Whether announcements of other nodes arrive.
        package internal(set) var isListening = false
        /// Whether this node was asked to stop.
        package internal(set) var isLeaving = false
        var knowsOutages = false
        var hasReportedUnheard = false
        var isBeating = false
        var isClaiming = false
        /// Whether `databaseRestored` is still to be emitted.
        var mustReportRestored = false
        /// The time of the last `databaseRestored`, since system start.
        var restoredAt: Duration?
        /// Whether something has happened that the running beat or claim may have missed.
        var mustBeat = false
        var mustClaim = false
        /// Whether this node may own jobs without knowing, because an answer was lost, or a replica has become the server that
        /// lacks the last commits.
        var mayOwnUnknown = false
        /// The time of the last announcement, since system start.
        var announcedAt: Duration?
        var mustAnnounce = false
        var beatAt: Duration?
        var listenAt: Duration?
        /// The time for which the timer is set, since system start.
        var timerAt: Duration?

        package static func initial() -> State { State() }
    }
}

extension Fleet {
    package static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch action {
        case .start: state.phase == .idle ? .started : nil
        case .stop: state.phase == .running ? .stopped : nil
        case .capacityChanged(let slots): slots == state.freeSlots ? nil : .capacityChanged(slots)
        case .jobsAdded: .jobsAdded
        case .dropEnded: .dropEnded
        case .storageFailed: state.mayOwnUnknown ? nil : .storageFailed
        }
    }

    package static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        let commands = apply(&state, fact, stamp)
        return commands + setTimer(&state, stamp.now)
    }

    private static func apply(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .started:
            state.phase = .running
            return listen(&state) + beat(&state)
        case .stopped:
            state.phase = .stopped
            return []
        case .capacityChanged(let slots):
            let hadRoom = state.freeSlots > 0
            state.freeSlots = slots
            return report(state) + (!hadRoom || state.ready > 0 ? claim(&state, stamp) : [])
        case .jobsAdded:
            // Without room here, the others should know at once.
            return state.freeSlots > 0 ? claim(&state, stamp) : announce(&state, stamp.now)
        case .dropEnded: return beat(&state) + announce(&state, stamp.now)
        case .storageFailed:
            state.mayOwnUnknown = true
            // Work goes on once a beat was answered.
            state.beatAt = state.beatAt.map { min($0, stamp.now + .seconds(1)) }
            return []
        case .owned(let answer): return owned(&state, answer)
        case .beaten(let answer): return beaten(&state, answer, stamp)
        case .claimed(let answer, let limit): return claimed(&state, answer, limit, stamp)
        case .concluded(let answer): return concluded(&state, answer)
        case .silentExpelled(let answer): return silentExpelled(&state, answer, stamp)
        case .announced: return []
        case .heard:
            state.isListening = true
            return beat(&state)
        case .listeningEnded(let end):
            state.isListening = false
            state.listenAt = stamp.now + (end == .unheard ? unheardPause : listeningPause)
            guard end == .unheard, !state.hasReportedUnheard else { return [] }
            state.hasReportedUnheard = true
            return [.emit(.announcementsUnheard)]
        case .woke: return woke(&state, stamp)
        }
    }

    private static func woke(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        state.timerAt = nil
        var commands: [Command<Self>] = []
        if state.beatAt.map({ $0 <= stamp.now }) == true { commands += beat(&state) }
        if state.listenAt.map({ $0 <= stamp.now }) == true { commands += listen(&state) }
        if state.mustAnnounce { commands += announce(&state, stamp.now) }
        return commands
    }
}

/// Beats.
extension Fleet {
    private static func beat(_ state: inout State) -> [Command<Self>] {
        guard state.phase == .running || state.phase == .stopped else { return [] }
        guard !state.isBeating else {
            state.mustBeat = true
            return []
        }
        state.isBeating = true
        state.mustBeat = false
        state.beatAt = nil
        return [.run(.beat, as: .beat)]
    }

    private static func beaten(
        _ state: inout State, _ answer: Result<Beat, RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.isBeating = false
        state.beatAt = stamp.now + Lease.beatInterval
        switch answer {
        case .failure(.expelled): return expel(&state)
        case .failure(let failure):
            state.failure = failure
            state.mayOwnUnknown = true
            state.beatAt = stamp.now + .seconds(1)
            return []
        case .success(let beat):
            state.lastBeat = stamp.now
            let hasFailed = state.mayOwnUnknown
            state.failure = nil
            state.ready = beat.ready
            if hasFailed { state.mustReportRestored = true }
            var commands = report(state) + news(&state, beat) + restored(&state, stamp.now)
            if state.mayOwnUnknown, state.phase == .running {
                commands.append(.run(.findOwned, as: .owned, ifRunning: .keep))
            }
            if beat.hasSilentNodes { commands.append(.run(.expelSilent, as: .expulsion, ifRunning: .keep)) }
            if beat.hasEndedDrops { commands.append(.run(.concludeDrops, as: .drops, ifRunning: .keep)) }
            if beat.hasFreeFolders || hasFailed, state.phase == .running { commands.append(.emit(.foldersToList)) }
            if beat.ready > 0 { commands += claim(&state, stamp) }
            return commands + (state.mustBeat ? self.beat(&state) : [])
        }
    }

    private static func restored(_ state: inout State, _ now: Duration) -> [Command<Self>] {
        let isDue = state.restoredAt.map { now - $0 >= Lease.beatInterval } ?? true
        guard state.mustReportRestored, isDue else { return [] }
        state.mustReportRestored = false
        state.restoredAt = now
        return [.emit(.databaseRestored)]
    }

    /// What the beat says about backends and about this node's end.
    private static func news(_ state: inout State, _ beat: Beat) -> [Command<Self>] {
        var commands: [Command<Self>] = []
        if state.knowsOutages || !beat.outages.isEmpty { commands.append(.emit(.outagesKnown(beat.outages))) }
        state.knowsOutages = !beat.outages.isEmpty
        if beat.isLeaving, !state.isLeaving {
            state.isLeaving = true
            commands.append(.emit(.askedToLeave))
        }
        return commands
    }

    private static func expel(_ state: inout State) -> [Command<Self>] {
        guard state.phase != .expelled else { return [] }
        state.phase = .expelled
        return [.cancel(.listening), .emit(.expelled)]
    }

    private static func silentExpelled(
        _ state: inout State, _ answer: Result<[Node], RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch answer {
        case .failure(.expelled): return expel(&state)
        case .failure: return []
        case .success([]): return []
        case .success(let nodes): return [.emit(.nodesLost(nodes))] + beat(&state) + announce(&state, stamp.now)
        }
    }

    private static func concluded(
        _ state: inout State, _ answer: Result<[EndedDrop], RepositoryFailure>
    ) -> [Command<Self>] {
        guard case .success(let drops) = answer else { return [] }
        return drops.map { .emit(.dropEnded($0)) }
    }

    private static func setTimer(_ state: inout State, _ now: Duration) -> [Command<Self>] {
        let announcement = state.mustAnnounce ? state.announcedAt.map { $0 + announcementInterval } : nil
        let isAlive = state.phase == .running || state.phase == .stopped
        let wake = isAlive ? [state.beatAt, state.listenAt, announcement].compactMap(\.self).min() : nil
        if wake == state.timerAt { return [] }
        state.timerAt = wake
        guard let wake else { return [.cancel(.timer)] }
        return [.run(.sleep(max(.zero, wake - now)), as: .timer)]
    }
}

/// Claims.
extension Fleet {
    private static func claim(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        guard state.phase == .running, state.freeSlots > 0 else { return [] }
        guard !state.isClaiming else {
            state.mustClaim = true
            return []
        }
        state.isClaiming = true
        state.mustClaim = false
        let effect = Effect.claim(limit: state.freeSlots, token: stamp.utc.milliseconds, utc: stamp.utc)
        return [.run(effect, as: .claim)]
    }

    /// A full answer may have left some for others.
    private static func claimed(
        _ state: inout State, _ answer: Result<[Job], RepositoryFailure>, _ limit: Int, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.isClaiming = false
        switch answer {
        case .failure(.expelled): return expel(&state)
        case .failure:
            state.mayOwnUnknown = true
            return []
        case .success(let jobs):
            let isFull = jobs.count == limit
            state.ready = isFull ? max(1, state.ready - jobs.count) : 0
            // Jobs reports its room only after it has them.
            state.freeSlots = max(0, state.freeSlots - jobs.count)
            let more = isFull ? announce(&state, stamp.now) : []
            let again = state.mustClaim ? claim(&state, stamp) : []
            return (jobs.isEmpty ? [] : [.emit(.claimed(jobs))]) + more + again
        }
    }

    /// Jobs leaves those alone that it has.
    private static func owned(
        _ state: inout State, _ answer: Result<[Job], RepositoryFailure>
    ) -> [Command<Self>] {
        guard case .success(let jobs) = answer else { return [] }
        state.mayOwnUnknown = false
        return jobs.isEmpty ? [] : [.emit(.claimed(jobs))]
    }

    /// Drops are taken as long as few of their jobs wait.
    private static func report(_ state: State) -> [Command<Self>] {
        let room = state.phase == .running ? max(0, Beat.mostReady - state.ready) : 0
        return [.emit(.remainingCapacity(room))]
    }
}

/// Announcements.
extension Fleet {
    private static func announce(_ state: inout State, _ now: Duration) -> [Command<Self>] {
        if let last = state.announcedAt, now - last < announcementInterval {
            state.mustAnnounce = true
            return []
        }
        state.mustAnnounce = false
        state.announcedAt = now
        return [.run(.announce, as: .announcement)]
    }

    private static func listen(_ state: inout State) -> [Command<Self>] {
        state.listenAt = nil
        return [.run(.listen, as: .listening)]
    }
}
