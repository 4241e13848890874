import Domain
import MVISimulation

/// Holds the end of a history against what was promised: nothing lost, nothing doubled, nothing torn, nothing paid twice.
struct Verdict {
    let plan: Plan
    let disk: SimulatedDisk
    let spool: ModelSpoolRepository
    let provider: Provider
    let people: People
    /// How often the service died: each time it may have left a call of which it can't know what became.
    let deaths: Int
    /// Jobs of which a call was written down by a life that ended before it was sent; as often as that happened.
    let unsent: [String]
    /// Jobs that somebody wanted no more of.
    let cancelled: Set<JobID>
    /// Orders that were answered with a job.
    let answered: [Int: JobID]

    func faults() -> [String] {
        let jobs = spool.jobs.sorted { $0.id < $1.id }
        let results = Results(disk: disk, people: people)
        var faults =
            results.torn.map { "torn: \($0)" } + results.left(of: jobs)
            + noteFaults(jobs, results) + latestFaults(jobs, results)
        let sources = Sources(on: disk)
        for drop in plan.drops {
            faults += self.faults(of: drop, jobs, results, sources).map { "\(drop.words): \($0)" }
        }
        for order in plan.orders {
            faults += self.faults(of: order, jobs, results).map { "\(order.words): \($0)" }
        }
        // One that was written over is taken once more.
        let known = plan.drops.reduce(plan.orders.count + plan.restores.count) { $0 + $1.lines.count }
        if jobs.count > known { faults.append("\(jobs.count) jobs for \(known) things that were asked for") }
        let books = BookCheck(plan: plan, spool: spool, provider: provider, deaths: deaths, unsent: unsent)
        return faults + cancellationFaults(jobs) + books.faults(jobs)
    }

    /// What a person cancelled stays so over a kill.
    private func cancellationFaults(_ jobs: [Job]) -> [String] {
        let marked = spool.cancelledBefore
        return jobs.filter { marked.contains($0.id) && $0.state != .cancelled }.map {
            "\($0.id) was cancelled before a start, and is \($0.state)"
        }
    }

    private func faults(
        of drop: Plan.PlannedDrop, _ jobs: [Job], _ results: Results, _ sources: Sources
    ) -> [String] {
        let source = sources.place(of: drop)
        let beside = sources.faults(beside: drop, source) + sources.faults(inReasonsOf: drop)
        if drop.lines.isEmpty {
            let mine = jobs.filter { $0.folder == drop.folder && $0.request.prompt == drop.words }
            return mine.isEmpty && source == .failed
                ? beside : ["a bad drop has \(mine.count) jobs, its source is \(source)"]
        }
        let digest = drop.digest
        let jobs = jobs.filter { !isWithdrawn($0, drop) }
        guard let first = jobs.first(where: { $0.isOf(drop.lines[0], digest) }) else {
            return ["lost: no job, its source is \(source)"]
        }
        let mine = jobs.filter { $0.drop == first.drop }.sorted { $0.line < $1.line }
        guard mine.map(\.line) == drop.lines.map(\.number) else { return ["it has jobs for lines \(mine.map(\.line))"] }
        let twice = jobs.filter { job in job.drop != first.drop && drop.lines.contains { job.isOf($0, digest) } }
        if !twice.isEmpty { return ["taken \(1 + Set(twice.map(\.drop)).count) times"] }
        let own = zip(drop.lines, mine).flatMap { line, job in faults(of: job, line, drop, results) }
        let excerpts = drop.isBatch ? sources.faults(inExcerptsOf: drop, mine) : []
        return own + beside + excerpts + misplaced(mine, source, drop)
    }

    /// Whether it ended because its file was written over, which is a drop of its own since.
    private func isWithdrawn(_ job: Job, _ drop: Plan.PlannedDrop) -> Bool {
        job.state == .cancelled && !cancelled.contains(job.id) && job.request.prompt == drop.words
            && plan.restores.contains { $0.drop == drop.number }
    }

    private func faults(
        of job: Job, _ line: Plan.PlannedDrop.Line, _ drop: Plan.PlannedDrop, _ results: Results
    ) -> [String] {
        let words = line.words ?? "\(drop.words) line \(line.number)"
        let count = results.count(words)
        guard line.words != nil else {
            guard case .failed(.request) = job.state else { return ["line \(line.number) is bad, and \(job.state)"] }
            return count.faults(of: [], wanting: 0...0)
        }
        let isTold = drop.tag.map { job.request.tags.contains($0) } ?? true
        return (isTold ? [] : ["its own tag was not taken up"])
            + faults(of: job, words, count, isPicture: drop.isPicture)
    }

    private func faults(of order: Plan.PlannedOrder, _ jobs: [Job], _ results: Results) -> [String] {
        let digest = order.digest
        let mine = jobs.filter { $0.isOf(Plan.PlannedDrop.Line(number: 0, words: order.words), digest) }
        guard mine.count < 2 else { return ["taken \(mine.count) times"] }
        let answer = answered[order.number]
        guard let job = mine.first else { return ["lost: no job, \(answer?.text ?? "nothing") was answered"] }
        let isTold = answer == job.id
        return (isTold ? [] : ["\(answer?.text ?? "nothing") was answered"])
            + faults(of: job, order.words, results.count(order.words), isPicture: order.isPicture)
    }

    /// How a job ended, and what came of it.
    private func faults(of job: Job, _ words: String, _ count: Results.Count, isPicture: Bool) -> [String] {
        // What was given up in the middle may have come in part, and once more with each retry.
        let again = job.retries
        let outputs = job.request.outputs
        switch job.state {
        case .done: return count.faults(of: outputs, wanting: 1...(1 + again))
        case .cancelled:
            let isMeant = cancelled.contains(job.id) ? [] : ["cancelled by nobody"]
            return isMeant + count.faults(of: outputs, wanting: 0...(1 + again))
        case .failed(let failure):
            let isMeant = isMeant(failure, of: job, words, isPicture: isPicture)
            return (isMeant ? [] : ["failed for no reason: \(failure)"]) + count.faults(of: outputs, wanting: 0...again)
        case .unknown:
            let isMeant = lost(words) > 0 ? [] : ["unknown for no reason"]
            return isMeant + count.faults(of: outputs, wanting: 0...again)
        case .held(.approval):
            let isMeant = plan.holdsExisting ? [] : ["held for no reason"]
            return isMeant + count.faults(of: outputs, wanting: 0...0)
        default: return ["it is \(job.state) and nothing goes on"]
        }
    }

    /// A job that is tried again leaves its source where it was.
    private func misplaced(_ jobs: [Job], _ source: SourcePlace, _ drop: Plan.PlannedDrop) -> [String] {
        let kept = plan.keepsSources ? SourcePlace.archived : .gone
        let isRetried = jobs.contains { $0.retries > 0 }
        let isOpen = jobs.contains { !$0.state.isEnd }
        let isFailed = jobs.contains { $0.state.word == "failed" } && !drop.isBatch
        let wanted: SourcePlace = isOpen ? .inbox : isFailed ? .failed : kept
        let mayBe = [wanted] + (isRetried ? [drop.isBatch ? kept : .failed, kept] : [])
        return mayBe.contains(source) ? [] : ["\(jobs.map(\.state.word)), but its source is \(source)"]
    }

    /// A job that waits for somebody says so in the outbox, once.
    private func noteFaults(_ jobs: [Job], _ results: Results) -> [String] {
        jobs.filter { $0.state == .unknown || $0.state == .held(.approval) }.compactMap { job in
            let count = results.notes.count { $0.contains(job.id.text) }
            return count == 1 ? nil : "\(job.id) is \(job.state.word), and \(count) notes say so"
        }
    }

    /// Where the newest is asked for it is there, once anything was delivered.
    private func latestFaults(_ jobs: [Job], _ results: Results) -> [String] {
        let here = jobs.filter { $0.folder == Installation.latestFolder }
        let words = Set(here.compactMap(\.request.prompt))
        let strange = results.latest.filter { !words.contains($0.value) }.map { "latest.\($0.key) shows \($0.value)" }
        let missing = here.filter { $0.state == .done }.flatMap(\.request.outputs).filter {
            results.latest[$0.rawValue] == nil
        }
        return strange.sorted() + Set(missing.map(\.rawValue)).sorted().map { "latest.\($0) is not there" }
    }

    /// How many calls for it may have been lost.
    private func lost(_ words: String) -> Int { deaths + provider.unanswered(words) }

    /// Whether the provider gave a reason to fail.
    private func isMeant(_ failure: JobFailure, of job: Job, _ words: String, isPicture: Bool) -> Bool {
        // A dropped picture's content ends with its drop; where that couldn't be looked at, a retry finds it out later.
        if failure == .pictureLost { return isPicture && job.retries > 0 }
        guard case .backend(_, let cause) = failure else { return false }
        let said = provider.refusals(of: words)
        switch cause {
        case .unknown: return plan.onUnknown == .fail && lost(words) > 0
        case .empty, .badResponse: return true
        case .expired: return said.contains(cause) || plan.mayOutlastFetches
        default: return said.contains(cause)
        }
    }
}

extension Plan.PlannedDrop {
    fileprivate var isPicture: Bool { folder == Installation.pictureFolder }
}

extension Job {
    /// Words are asked for once, and no two pictures are alike.
    fileprivate func isOf(_ line: Plan.PlannedDrop.Line, _ picture: Digest) -> Bool {
        if request.source.task == nil { return self.picture?.digest == picture }
        return line.words != nil && request.prompt == line.words
    }
}

/// The ledger against the provider's own books.
struct BookCheck {
    let plan: Plan
    let spool: ModelSpoolRepository
    let provider: Provider
    let deaths: Int
    let unsent: [String]

    func faults(_ jobs: [Job]) -> [String] {
        let bookings = spool.bookings
        // A prompt whose file was written over has a job of before and one of since.
        let byPrompt = Dictionary(grouping: jobs.filter { $0.request.source.task != nil }) { $0.request.prompt ?? "" }
        return CapCheck(plan: plan, bookings: bookings).faults()
            + byPrompt.sorted { $0.key < $1.key }.flatMap { faults(of: $0.key, $0.value, bookings) }
    }

    private func faults(
        of prompt: String, _ jobs: [Job], _ bookings: [ModelSpoolRepository.Booking]
    ) -> [String] {
        var faults: [String] = []
        let its = Set(jobs.map(\.id))
        let retries = jobs.reduce(0) { $0 + $1.retries }
        let lines = bookings.filter { its.contains($0.job) }
        let made = provider.orders(for: prompt) + unsent.count { word in its.contains { $0.text == word } }
        if lines.count != made { faults.append("\(lines.count) calls are written down, \(made) were made") }
        let charged = provider.charges(for: prompt)
        let priced = lines.filter { !$0.isFree }.map(\.charge)
        let (spent, open) = (priced.count { $0 == .spent }, priced.count { $0 == .unknown || $0 == .reserved })
        if charged > 1 + retries, plan.onUnknown != .retry { faults.append("paid \(charged) times") }
        if charged > 1 + retries + deaths + provider.unanswered(prompt) {
            faults.append("paid \(charged) times, asked too often")
        }
        if spent > charged || charged > spent + open {
            faults.append("the ledger says \(spent) bought and \(open) open, the provider \(charged)")
        }
        return faults.map { "\(prompt): \($0)" }
    }
}

/// The ledger against the caps: each call that nobody approved must have fitted under each cap when it was written down.
struct CapCheck {
    let plan: Plan
    let bookings: [ModelSpoolRepository.Booking]

    /// What is found unspent later counted at first, what is free counts only while it may have been made, and which day
    /// noticed a clock that was ahead may have changed since: so this may let something pass, and never blames wrongly.
    func faults() -> [String] {
        switch plan.budget {
        case .boundless: []
        case .pictures(let most): faults(bookings, most)
        case .money(let most):
            Provider.Manner.paid.flatMap { manner in
                faults(bookings.filter { $0.backend == manner.rawValue }, most).map { "\(manner.rawValue): \($0)" }
            }
        case .folders(let most):
            Installation.folders.flatMap { folder in
                faults(bookings.filter { $0.folder == folder }, most).map { "\(folder): \($0)" }
            }
        }
    }

    private func faults(_ bookings: [ModelSpoolRepository.Booking], _ most: Int64) -> [String] {
        bookings.indices.compactMap { index in
            let booking = bookings[index]
            if booking.isApproved { return nil }
            let today = booking.date.day
            let before = bookings[..<index].count { earlier in
                earlier.charge != .unspent && !earlier.isFree && earlier.date.counts(since: today, today: today)
            }
            return before < most ? nil : "\(today.text): a call above the cap of \(most)"
        }
    }
}

extension ModelSpoolRepository.Booking {
    var isFree: Bool { backend == Provider.Manner.lookedUp.rawValue }
}
