@testable import BackendsFeature
import Domain
import MVICore

/// Hours of one backend with many jobs in simulated time: the real reducer, with a script that answers its effects.
struct BackendTimeline {
    /// The backend's reaction to a call: duration and outcome.
    typealias Script = (_ call: Int, _ now: Int64, inout SplitMix64) -> (milliseconds: Int64, BackendFailure?)

    private enum Step {
        case fact(Backends.InternalAction)
        /// Jobs that waited for this time request the backend again.
        case ask
    }

    private(set) var state: Backends.State
    private var jobs: [JobID: Job] = [:]
    /// Latest first.
    private var agenda: [(at: Int64, task: Backends.TaskID?, step: Step)] = []
    /// The jobs that retry at a time; each time is on the agenda once.
    private var asking: [Int64: [JobID]] = [:]
    private var now: Int64 = 0
    private var random = SplitMix64(seed: 11)
    private let script: Script

    /// The time of each call in milliseconds since the start.
    private(set) var calls: [Int64] = []
    private(set) var done: Set<JobID> = []
    private(set) var unknown: Set<JobID> = []
    private(set) var waiting: Set<JobID> = []

    init(jobs count: UInt64, concurrency: Int = 4, script: @escaping Script) {
        state = .studio(concurrency)
        self.script = script
        for number in 1...count {
            let job = Job.prompt(number)
            jobs[job.id] = job
            waiting.insert(job.id)
        }
        ask(jobs.keys.sorted(), at: 0)
    }

    /// Plays the given number of hours.
    mutating func play(hours: Int64) {
        let end = now + hours * 3_600_000
        while let next = agenda.last, next.at <= end {
            agenda.removeLast()
            now = max(now, next.at)
            play(next.step, of: next.at)
        }
        now = end
    }

    /// A person allows another purchase, or has fixed the problem.
    mutating func release() {
        reduce(.released("studio"))
    }

    private mutating func add(_ step: Step, at time: Int64, as task: Backends.TaskID? = nil) {
        let place = agenda.firstIndex { $0.at <= time } ?? agenda.endIndex
        agenda.insert((time, task, step), at: place)
    }

    private mutating func ask(_ ids: [JobID], at time: Int64) {
        if asking[time] == nil { add(.ask, at: time) }
        asking[time, default: []] += ids
    }

    private mutating func play(_ step: Step, of time: Int64) {
        switch step {
        case .fact(let fact): reduce(fact)
        case .ask:
            let ids = (asking.removeValue(forKey: time) ?? []).filter { waiting.contains($0) }
            waiting.subtract(ids)
            if !ids.isEmpty { reduce(.requested(ids.compactMap { jobs[$0] })) }
        }
    }

    private mutating func reduce(_ fact: Backends.InternalAction) {
        let stamp = Stamp(now: .milliseconds(now), utc: UTCMillis(1_000_000 + now), seed: random.next())
        for command in Backends.reduce(&state, fact, stamp) { obey(command) }
    }

    private mutating func obey(_ command: Command<Backends>) {
        switch command {
        case .run(.generate(let job, _, _, _, _), let task, _):
            let (delay, failure) = script(calls.count, now, &random)
            calls.append(now)
            let answer: Result<GeneratedPicture, JobFailure> =
                failure.map { .failure(.backend("studio", $0)) } ?? .success(.sample)
            add(.fact(.answered(job.id, answer)), at: now + delay, as: task)
        case .run(.probe(let name, let delay), let task, _):
            agenda.removeAll { $0.task == task }
            add(.fact(.probed(name, nil)), at: now + delay.wholeMilliseconds, as: task)
        case .cancel(let task): agenda.removeAll { $0.task == task }
        case .run: break
        case .emit(.answered(let id, let answer)): note(answer, of: id)
        case .emit(.recovered): ask(waiting.sorted(), at: now)
        case .emit: break
        }
    }

    private mutating func note(_ answer: PictureAnswer, of id: JobID) {
        switch answer {
        case .picture: done.insert(id)
        case .unknown: unknown.insert(id)
        case .waits(_, let until):
            waiting.insert(id)
            ask([id], at: max(now + 1, until.milliseconds - 1_000_000))
        case .failed, .held, .cancelled, .unstarted: break
        }
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
