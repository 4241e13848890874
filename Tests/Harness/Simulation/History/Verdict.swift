import Domain
import MVISimulation
import PlatformDigest

/// Checks the end of a history against the promises: nothing lost, duplicated, torn or paid twice.
struct Verdict {
    let plan: Plan
    let disk: SimulatedDisk
    let spool: ModelSpoolRepository
    let provider: Provider
    let visionModel: VisionModel
    let people: FolderUsers
    /// The number of crashes. Each may have left a call whose outcome can't be known.
    let deaths: Int
    /// The number of runs, each of which may have lost an answer of the vision model.
    let runs: Int
    let storedPictures: Set<Digest>
    /// Jobs with a call that was recorded but never sent because the run ended, once per such call.
    let unsent: [String]
    /// Jobs that the operator cancelled.
    let cancelled: Set<JobID>
    /// The job in the answer to each order, by the order's number.
    let answered: [Int: JobID]
    let schedules: ScheduleCheck
    /// What the targets of notifications received.
    var mailbox = Mailbox()

    func faults() -> [String] {
        let jobs = spool.jobs.sorted { $0.id < $1.id }
        let results = Results(disk: disk, people: people)
        var faults =
            results.torn.map { "torn: \($0)" } + results.left(of: jobs)
            + artworkFaults(jobs) + pictureFaults() + noteFaults(jobs, results)
            + latestFaults(jobs, results)
            + replacementFaults(jobs)
        let sources = Sources(on: disk)
        for drop in plan.drops {
            faults += self.faults(of: drop, jobs, results, sources).map { "\(drop.words): \($0)" }
        }
        for order in plan.orders {
            faults += self.faults(of: order, jobs, results).map { "\(order.words): \($0)" }
        }
        for schedule in plan.schedules {
            let mine = jobs.filter {
                $0.isOf(Plan.PlannedDrop.Line(number: 0, words: schedule.words), sha256(schedule.picture))
            }
            faults += self.faults(
                of: mine, schedule.words, results.count(schedule.words), isPicture: schedule.isPicture
            ).map { "\(schedule.words): \($0)" }
        }
        // A file that was overwritten is picked up once more.
        let known =
            spool.firedPlans.count
            + plan.drops.reduce(plan.orders.reduce(plan.restores.count) { $0 + $1.jobs }) {
                $0 + max(1, $1.lines.count * $1.samples)
            }
        if jobs.count > known { faults.append("\(jobs.count) jobs for \(known) requests") }
        let books = LedgerCheck(plan: plan, spool: spool, provider: provider, deaths: deaths, unsent: unsent)
        let questions = QuestionCheck(plan: plan, runs: runs, spool: spool, model: visionModel)
        return faults + cancellationFaults(jobs) + books.faults(jobs) + questions.faults() + schedules.faults()
            + GateCheck(plan: plan, spool: spool).faults()
            + NotificationCheck(plan: plan, spool: spool, mailbox: mailbox).faults()
    }

    /// The library must have an artwork for each job that is done, and for no other.
    private func artworkFaults(_ jobs: [Job]) -> [String] {
        let kept = spool.artworks
        let done = Set(jobs.filter { $0.state == .done }.map(\.id))
        return done.subtracting(kept).map { "\($0) is done but the library has no artwork of it" }
            + kept.subtracting(jobs.map(\.id)).map { "the library has an artwork of \($0), which is no job" }
    }

    /// A generated picture is there as long as the library says so. A dropped one is never synced.
    private func pictureFaults() -> [String] {
        spool.keptPictures.filter { !storedPictures.contains($0) }.map {
            "the picture \($0.hex) is kept but has no file"
        }
    }

    /// A cancelled job must stay cancelled across a crash.
    private func cancellationFaults(_ jobs: [Job]) -> [String] {
        let marked = spool.cancelledBefore
        return jobs.filter { marked.contains($0.id) && $0.state != .cancelled }.map {
            "\($0.id) was cancelled before a restart but is \($0.state)"
        }
    }

    private func faults(
        of drop: Plan.PlannedDrop, _ jobs: [Job], _ results: Results, _ sources: Sources
    ) -> [String] {
        let source = sources.place(of: drop)
        let beside = sources.faults(beside: drop, source) + sources.faults(inReasonsOf: drop)
        if drop.lines.isEmpty {
            return refusalFaults(of: drop, jobs) + (source == .failed ? beside : ["its source is \(source)"])
        }
        let digest = drop.digest
        let jobs = jobs.filter { !isWithdrawn($0, drop) }
        guard let first = jobs.first(where: { $0.isOf(drop.lines[0], digest) }) else {
            return ["lost: no job, its source is \(source)"]
        }
        let mine = jobs.filter { $0.drop == first.drop }.inFileOrder
        guard mine.map(\.line) == drop.lines.flatMap({ Array(repeating: $0.number, count: drop.samples) }) else {
            return ["it has jobs for lines \(mine.map(\.line))"]
        }
        guard mine.allSatisfy({ $0.sample.count == drop.samples }), Set(mine.map(\.name)).count == mine.count else {
            return ["its samples are \(mine.map(\.sample)), named \(mine.map(\.name))"]
        }
        let twice = jobs.filter { job in job.drop != first.drop && drop.lines.contains { job.isOf($0, digest) } }
        if !twice.isEmpty { return ["picked up \(1 + Set(twice.map(\.drop)).count) times"] }
        let own = drop.lines.flatMap { line in
            faults(of: mine.filter { $0.line == line.number }, line, drop, results)
        }
        let excerpts = drop.isBatch ? sources.faults(inExcerptsOf: drop, mine) : []
        return own + beside + excerpts + misplaced(mine, source, drop)
    }

    /// A folder must have exactly one failed job without a request for each of its invalid drops. They are only counted,
    /// because drops may share a name, and then get a number. One that was overwritten is picked up once more.
    private func refusalFaults(of drop: Plan.PlannedDrop, _ jobs: [Job]) -> [String] {
        let refused = jobs.filter { job in
            guard case .failed(.refused) = job.state else { return false }
            return job.folder == drop.folder && job.request == nil
        }
        let same = plan.drops.filter { $0.lines.isEmpty && $0.folder == drop.folder }
        let restores = plan.restores.count { restore in same.contains { $0.number == restore.drop } }
        let isRight = (same.count...same.count + restores).contains(refused.count)
        return isRight ? [] : ["\(same.count) invalid drops have \(refused.count) jobs"]
    }

    /// Whether the job was cancelled because its file was overwritten, which made a new drop.
    private func isWithdrawn(_ job: Job, _ drop: Plan.PlannedDrop) -> Bool {
        job.state == .cancelled && !cancelled.contains(job.id) && job.request?.prompt == drop.words
            && plan.restores.contains { $0.drop == drop.number }
    }

    private func faults(
        of jobs: [Job], _ line: Plan.PlannedDrop.Line, _ drop: Plan.PlannedDrop, _ results: Results
    ) -> [String] {
        let words = line.words ?? "\(drop.words) line \(line.number)"
        let count = results.count(words)
        guard line.words != nil else {
            let valid = jobs.filter { if case .failed(.request) = $0.state { false } else { true } }
            return valid.map { "line \(line.number) is invalid, but its job is \($0.state)" }
                + count.faults(of: [], wanting: 0...0)
        }
        let isTold = jobs.allSatisfy { job in drop.tag.map { job.request?.tags.contains($0) == true } ?? true }
        return (isTold ? [] : ["its own tag is missing"])
            + faults(of: jobs, words, count, isPicture: drop.isPicture)
    }

    private func faults(of order: Plan.PlannedSubmission, _ jobs: [Job], _ results: Results) -> [String] {
        let digest = order.digest
        let mine = jobs.filter { $0.isOf(Plan.PlannedDrop.Line(number: 0, words: order.words), digest) }
        guard Set(mine.map(\.drop)).count < 2 else { return ["accepted \(Set(mine.map(\.drop)).count) times"] }
        let answer = answered[order.number]
        guard let job = mine.first, mine.count == order.jobs else {
            return ["lost: no job, the answer was \(answer?.text ?? "none")"]
        }
        let isTold = answer == job.id
        return (isTold ? [] : ["the answer was \(answer?.text ?? "none")"])
            + faults(of: mine, order.words, results.count(order.words), isPicture: order.isPicture)
    }

    /// Checks the states of a request's jobs and their outputs.
    private func faults(of jobs: [Job], _ words: String, _ count: Results.Count, isPicture: Bool) -> [String] {
        let wanted = jobs.map(deliveries)
        let range = wanted.reduce(0) { $0 + $1.lowerBound }...wanted.reduce(0) { $0 + $1.upperBound }
        return jobs.flatMap { faults(of: $0, words, isPicture: isPicture) }
            + count.faults(of: jobs.first?.request?.outputs ?? [], wanting: range)
    }

    /// How often a job may have delivered: abandoned halfway, it may have delivered some outputs, and each retry or
    /// repeated delivery may deliver them once more.
    private func deliveries(of job: Job) -> ClosedRange<Int> {
        switch job.state {
        // A later job may have replaced its results.
        case .done: (plan.replacesResults ? 0 : 1)...(1 + job.retries)
        case .cancelled: 0...(1 + job.retries)
        case .held: 0...0
        default: 0...job.retries
        }
    }

    private func faults(of job: Job, _ words: String, isPicture: Bool) -> [String] {
        switch job.state {
        case .done: []
        case .cancelled: cancelled.contains(job.id) ? [] : ["cancelled without a request"]
        case .failed(let failure):
            isMeant(failure, of: job, words, isPicture: isPicture) ? [] : ["failed without a cause: \(failure)"]
        case .unknown: lost(words) > 0 ? [] : ["unknown without a cause"]
        case .held(.approval): plan.holdsExisting ? [] : ["held without a cause"]
        default: ["still \(job.state)"]
        }
    }

    /// Checks where the source is. Retrying a job leaves its source in place.
    private func misplaced(_ jobs: [Job], _ source: SourcePlace, _ drop: Plan.PlannedDrop) -> [String] {
        let kept = plan.keepsSources ? SourcePlace.archived : .gone
        let isRetried = jobs.contains { $0.retries > 0 }
        let isOpen = jobs.contains { !$0.state.isEnd }
        let isFailed = jobs.contains { $0.state.word == "failed" } && !drop.isBatch
        let wanted: SourcePlace = isOpen ? .inbox : isFailed ? .failed : kept
        let mayBe = [wanted] + (isRetried ? [drop.isBatch ? kept : .failed, kept] : [])
        return mayBe.contains(source) ? [] : ["jobs are \(jobs.map(\.state.word)), but the source is \(source)"]
    }

    /// Each job that waits for a person must have exactly one note in the outbox.
    private func noteFaults(_ jobs: [Job], _ results: Results) -> [String] {
        jobs.filter { $0.state == .unknown || $0.state == .held(.approval) }.compactMap { job in
            let count = results.notes.count { $0.contains(job.id.text) }
            return count == 1 ? nil : "\(job.id) is \(job.state.word) but has \(count) notes"
        }
    }

    /// The `latest` outputs must exist once something was delivered, and must show a job of that folder.
    private func latestFaults(_ jobs: [Job], _ results: Results) -> [String] {
        let here = jobs.filter { $0.folder == Installation.latestFolder }
        let words = Set(here.compactMap(\.request?.prompt))
        let strange = results.latest.filter { !words.contains($0.value) }.map { "latest.\($0.key) shows \($0.value)" }
        let missing = here.filter { $0.state == .done }.flatMap { $0.request?.outputs ?? [] }.filter {
            results.latest[$0.rawValue] == nil
        }
        return strange.sorted() + Set(missing.map(\.rawValue)).sorted().map { "latest.\($0) is missing" }
    }

    /// What was delivered last under each name must still be there, unless the consumer took it away. Names that
    /// another job was about to use when it was cancelled are left out. The file may have got a number.
    private func replacementFaults(_ jobs: [Job]) -> [String] {
        let unclear = Set(jobs.filter { $0.state != .done }.flatMap(\.outputs).map(\.name))
        let present = ((try? disk.list(Installation.outbox)) ?? []).compactMap { entry in
            try? disk.read(entry.name, in: Installation.outbox)
        }
        let known = Set((present + people.taken.map(\.bytes)).map(sha256))
        return spool.deliveries.filter { !unclear.contains($0.name) && !known.contains($0.digest) }.map {
            "\($0.name) was delivered, but is gone"
        }
    }

    /// The number of calls whose outcome may be unknown.
    private func lost(_ words: String) -> Int { deaths + provider.unanswered(words) }

    /// Whether the provider's answers explain the failure.
    private func isMeant(_ failure: JobFailure, of job: Job, _ words: String, isPicture: Bool) -> Bool {
        // A dropped picture and the inputs of an edit are kept until their drop ends; a later retry may find them gone.
        if failure == .pictureLost {
            return (isPicture || job.request?.source.inputs.isEmpty == false) && job.retries > 0
        }
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

extension Plan.PlannedSubmission {
    /// The number of its jobs.
    fileprivate var jobs: Int { isPicture ? 1 : samples }
}

extension Plan.PlannedDrop {
    fileprivate var isPicture: Bool { folder == Installation.pictureFolder }
}

extension Job {
    /// Whether the job belongs to the line: every prompt and picture in a history is unique.
    fileprivate func isOf(_ line: Plan.PlannedDrop.Line, _ picture: Digest) -> Bool {
        if request?.source.task == nil { return self.picture?.digest == picture }
        return line.words != nil && request?.prompt == line.words
    }
}

/// Checks the ledger against the provider's own records.
struct LedgerCheck {
    let plan: Plan
    let spool: ModelSpoolRepository
    let provider: Provider
    let deaths: Int
    let unsent: [String]

    func faults(_ jobs: [Job]) -> [String] {
        let bookings = spool.bookings
        // A prompt whose file was overwritten has one job from before and one from after.
        let byPrompt = Dictionary(grouping: jobs.filter { $0.request?.source.task != nil }) { $0.request?.prompt ?? "" }
        return CapCheck(plan: plan, bookings: bookings).faults()
            + byPrompt.sorted { $0.key < $1.key }.flatMap { faults(of: $0.key, $0.value, bookings) }
    }

    private func faults(
        of prompt: String, _ jobs: [Job], _ bookings: [ModelSpoolRepository.Booking]
    ) -> [String] {
        var faults: [String] = []
        let its = Set(jobs.map(\.id))
        let retries = jobs.reduce(0) { $0 + $1.retries }
        // Each run of a plan asks for its pictures once.
        let isPlanned = plan.schedules.contains { $0.words == prompt }
        let samples = (jobs.map(\.sample.count).max() ?? 1) * (isPlanned ? Set(jobs.map(\.drop)).count : 1)
        let lines = bookings.filter { its.contains($0.job) }
        let made = provider.orders(for: prompt) + unsent.count { word in its.contains { $0.text == word } }
        if lines.count != made { faults.append("\(lines.count) calls are recorded, but \(made) were made") }
        let charged = provider.charges(for: prompt)
        let priced = lines.filter { !$0.isFree }.map(\.charge)
        let (spent, open) = (priced.count { $0 == .spent }, priced.count { $0 == .unknown || $0 == .reserved })
        if charged > samples + retries, plan.onUnknown != .retry { faults.append("paid \(charged) times") }
        // A death may lose the calls of all samples.
        if charged > samples + retries + deaths * samples + provider.unanswered(prompt) {
            faults.append("paid \(charged) times, too many calls")
        }
        if spent > charged || charged > spent + open {
            faults.append("the ledger has \(spent) paid and \(open) open, but the provider charged \(charged)")
        }
        return faults.map { "\(prompt): \($0)" }
    }
}

/// Checks the questions to the vision model: each picture may be paid for once, and new artworks have their tags.
struct QuestionCheck {
    let plan: Plan
    let runs: Int
    let spool: ModelSpoolRepository
    let model: VisionModel

    func faults() -> [String] {
        let records = model.records
        let charged = records.values.reduce(0) { $0 + $1.charges }
        let charges = spool.questionCharges
        let (spent, open) = (charges.count { $0 == .spent }, charges.count { $0 == .unknown || $0 == .reserved })
        let isBooked = spent <= charged && charged <= spent + open
        return records.filter { $0.value.charges > 1 }.keys.sorted().map { "the tags of \($0) were paid for twice" }
            + (isBooked ? [] : ["the ledger has \(spent) paid and \(open) open questions, but \(charged) were charged"])
            + untaggedFaults(records)
    }

    /// Each run of the service may have lost one answer. A picture that was given up can't be asked about, and after a
    /// step of the clock artworks may look older than the service's first start.
    private func untaggedFaults(_ records: [String: VisionModel.Record]) -> [String] {
        guard plan.keepsSources, plan.jumps.isEmpty else { return [] }
        let unclear = Set(records.filter(\.value.isUnclear).keys.map { sha256(SimulatedPicture.bytes($0)) })
        let untagged = spool.taggableArtworks.filter {
            $0.machineTags.isEmpty && !unclear.contains($0.picture.digest)
        }
        guard Set(untagged.map(\.picture.digest)).count >= runs else { return [] }
        return ["\(untagged.count) new artworks have no tags in \(runs) runs"]
    }
}

/// Checks the ledger against the caps: each call without an approval must have fitted under every cap when it was
/// recorded.
struct CapCheck {
    let plan: Plan
    let bookings: [ModelSpoolRepository.Booking]

    /// Lenient, never wrongly strict: calls later found unspent counted at first, calls on free backends count only
    /// while in flight, and the day on which a clock running ahead was noticed may have changed since.
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
