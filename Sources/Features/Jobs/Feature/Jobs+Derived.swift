package import Domain

extension Jobs.State {
    /// How many more jobs may come. None while an earlier run's are still coming in, or somebody paused the work.
    package var room: Int {
        phase == .running && pageEnd == nil && !isPaused ? places : 0
    }

    /// Whether there is a place for one more job.
    package var hasPlace: Bool { pageEnd == nil && places > 0 }

    /// How many more jobs there are places for.
    var places: Int {
        let waiting = waitingCount
        return max(0, Self.capacity - (entries.count - waiting) - max(0, waiting - Self.waitingCapacity))
    }

    /// Whether the database has yet to say what an earlier run left; it is asked again after a while.
    package var isStalled: Bool { takeUpAt != nil }

    /// Whether something is being done, or will be at once.
    package var isBusy: Bool {
        entries.count > waitingCount
    }

    /// Jobs whose pictures are made and have yet to be fetched, oldest first.
    package var unfetched: [(job: Job, next: Int64, fetch: ResultFetch)] {
        ordered.compactMap { entry in
            guard case .waiting(let next, .unfetched(let fetch)) = entry.job.state else { return nil }
            return (entry.job, next, fetch)
        }
    }

    /// Jobs that wait, are held or unknown: they don't end by themselves, or not soon.
    package var waitingCount: Int {
        entries.values.count { entry in
            switch entry.activity {
            case .resting, .sleeping: true
            default: false
            }
        }
    }

    /// How many jobs need a picture of a backend: they wait while it is at fault. Those on which a person has to decide
    /// don't count.
    package func count(needing backend: String) -> Int {
        entries.values.count { entry in
            !entry.isAtRest && entry.job.needsPicture && entry.job.state.fetch == nil
                && entry.job.request.generation.backend == backend
        }
    }

    /// Jobs in the order of their identifiers: oldest first, whatever the dictionary's order.
    var ordered: [Jobs.Entry] {
        entries.values.sorted { $0.job.id < $1.job.id }
    }

    /// Those whose turn has not come, the most urgent and then the oldest first.
    var queued: [Jobs.Entry] { inTurn(queued { _ in true }) }

    /// Of those that may go on, all that need no place to render and deliver, and of the others as many as there are
    /// places: in the order of their turns. Very many may wait for a place.
    func next(places: Int, where mayGoOn: (Jobs.Entry) -> Bool) -> [Jobs.Entry] {
        var waiting: [Turn] = []
        let free = queued { entry in
            guard mayGoOn(entry) else { return false }
            guard needsPlace(entry) else { return true }
            if places > 0 { waiting.append(Turn(entry)) }
            return false
        }
        if places == 1, let first = waiting.min() { return inTurn(free + [first]) }
        return inTurn(free + waiting.sorted().prefix(max(places, 0)))
    }

    private func needsPlace(_ entry: Jobs.Entry) -> Bool {
        entry.owed == nil && !isWithdrawn(entry) && !entry.job.needsPicture
    }

    private func queued(where isMeant: (Jobs.Entry) -> Bool) -> [Turn] {
        var turns: [Turn] = []
        for entry in entries.values where entry.activity == .queued && isMeant(entry) { turns.append(Turn(entry)) }
        return turns
    }

    private func inTurn(_ turns: [Turn]) -> [Jobs.Entry] { turns.sorted().compactMap { entries[$0.id] } }

    /// What is sorted is small.
    private struct Turn: Comparable {
        let priority: JobPriority
        let id: JobID

        init(_ entry: Jobs.Entry) {
            priority = entry.job.request.priority
            id = entry.job.id
        }

        static func < (one: Turn, other: Turn) -> Bool { (one.priority, one.id) < (other.priority, other.id) }
    }

    var stagingCount: Int {
        entries.values.count { $0.activity == .staging || $0.activity == .delivering }
    }

    /// The earliest end of a wait.
    var nextWake: Duration? {
        let wakes = entries.values.compactMap { entry in
            if case .sleeping(let until) = entry.activity { until } else { nil }
        }
        let tallies = self.tallies.values.compactMap { tally in
            if case .askedAgain(let moment) = tally { moment } else { nil }
        }
        return (wakes + tallies + [takeUpAt].compactMap(\.self)).min()
    }
}

extension Job {
    /// Whether a backend is asked for its picture, and that has yet to be generated.
    var needsPicture: Bool {
        guard request.source.task != nil else { return false }
        return picture == nil && outputs.isEmpty
    }

    /// Whether something of it was made already, so that it is no new work.
    var isBegun: Bool {
        guard request.source.task != nil else { return !outputs.isEmpty }
        return !needsPicture || state.fetch != nil
    }
}
