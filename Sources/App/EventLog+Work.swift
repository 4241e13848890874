import BackendsFeature
import Configuration
import Domain
import JobsFeature
import Words

/// Lines of jobs and backends.
extension EventLog {
    func tell(_ event: Jobs.Event) {
        switch event {
        // Who was refused something is told at the socket.
        case .room, .wantsPictures, .wantsNoPicture, .wantsNoCall, .dropEnded, .cancelRefused, .retryRefused,
            .approveRefused:
            return
        case .tookUp(let count):
            if count > 0 {
                info(
                    "jobs_resumed",
                    "\(count == 1 ? "1 job of an earlier run goes" : "\(count) jobs of an earlier run go") on.")
            }
        case .stepped(let job): stepped(job)
        case .done(let job):
            let names = job.outputs.map(\.name.shown).joined(separator: ", ")
            info("job_done", "\(job.name) became \(names).", fields(job))
        case .failed(let job, let failure):
            warning(failure.code, fields(job)) { $0.sentence(failure, about: job.name.shown) }
        case .waits(let job, let failure, let until): waits(job, failure, until)
        case .unknown(let job):
            error("job_unknown", fields(job)) { $0.jobUnknown(job.name.shown, job.id.text) }
        case .held(let job, let reason): held(job, reason)
        case .approved(let job): info("job_approved", "\(job.name) was approved and goes on.", fields(job))
        case .cancelled(let job): info("job_cancelled", "\(job.name) was cancelled.", fields(job))
        case .retried(let job): info("job_retried", "\(job.name) is tried again.", fields(job))
        case .lost(let job):
            warning("job_lost", fields(job)) { $0.jobLost(job.name.shown) }
        case .storageFailed(let failure): error(failure.code) { $0.sentence(failure, about: "textifyd.db") }
        }
    }

    /// One line for a backend and all that waits for it: its jobs' own lines would drown everything else.
    func tell(_ event: Backends.Event, jobs: Jobs.State) {
        switch event {
        case .answered, .freed: return
        case .begun(let job, let backend):
            step(job, .submitting, backend) { "The backend \(backend) is asked for the picture of \($0)." }
        case .submitted(let job, let backend):
            step(job, .submitted, backend) { "The backend \(backend) works on the picture of \($0)." }
        case .wentDown(let name, let failure, let until):
            error(failure.code, [.backend(name)]) { words in
                words.backendDown(
                    words.sentence(failure, about: name, then: .backendIsWatched), waiting: jobs.count(needing: name),
                    until: LogTime.text(until)
                )
            }
        case .slowedDown(let name, let until):
            warning("backend_rate_limited", [.backend(name)]) { words in
                words.slowedDown(name, waiting: jobs.count(needing: name), until: LogTime.text(until))
            }
        case .nearsCaps(let caps): warning("budget_nearly_used") { $0.nearing(caps) }
        case .usedUp(let stop): warning("budget_used_up") { $0.budgetUsedUp($0.sentence(stop)) }
        case .unsaved(let job, let failure): unsaved(job, failure)
        case .recovered(let name):
            info(
                "backend_recovered",
                "The backend \(name) answers again. \(going(jobs.count(needing: name))).", [.backend(name)])
        }
    }

    private func unsaved(_ job: Job, _ failure: JobFailure) {
        warning("answer_unsaved", fields(job)) { words in
            words.answerUnsaved(job.name.shown, reason: words.storing(failure))
        }
    }

    private func held(_ job: Job, _ reason: HoldReason) {
        let sentence = { (words: Wording) in words.sentence(.held(reason), about: job.name.shown) ?? "" }
        switch reason {
        case .budget(_, let until):
            info(
                "held_budget", "\(job.name): \(sentence(words)) It goes on at \(LogTime.text(until)).",
                fields(job) + [.until(until)])
        case .approval: warning("held_approval", fields(job)) { "\(job.name): \(sentence($0))" }
        }
    }

    private func waits(_ job: Job, _ failure: JobFailure, _ until: Int64) {
        let (id, name, state, words) = (job.id, job.name, job.state.word, words)
        let sentence: @Sendable (Wording) -> String = { words in
            if case .unfetched(let fetch) = failure {
                return words.fetchedAgain(
                    words.sentence(fetch, about: name.shown), at: LogTime.text(until), until: LogTime.text(fetch.until))
            }
            return words.triedAgain(words.sentence(failure, about: name.shown, then: .untold), at: LogTime.text(until))
        }
        if failure.isToldElsewhere {
            step {
                LogEntry(
                    .debug, failure.code, sentence(words), [.job(id), .state(state), .until(until), .file(name)])
            }
        } else {
            warning(failure.code, fields(job) + [.until(until)], sentence)
        }
    }

    /// One that was cancelled meanwhile leaves a state at once that others rest in.
    private func stepped(_ job: Job) {
        switch job.state {
        case .generated: step(job, job.state) { "The picture of \($0) is stored." }
        case .staged: step(job, job.state) { "The art of \($0) is made, and is delivered now." }
        default: step(job, job.state) { "\($0) is cancelled as soon as that is stored." }
        }
    }

    /// `sentence` is made of the job's name. The job itself is not kept: it is large.
    private func step(
        _ job: Job, _ state: JobState, _ backend: String? = nil,
        _ sentence: @escaping @Sendable (FileName) -> String
    ) {
        let (id, name, word) = (job.id, job.name, state.word)
        step {
            LogEntry(
                .debug, "job_" + word, sentence(name),
                [.job(id), .state(word), .file(name)] + (backend.map { [.backend($0)] } ?? []))
        }
    }

    private func going(_ count: Int) -> String {
        count == 1 ? "1 job goes on" : "\(count) jobs go on"
    }

    private func fields(_ job: Job) -> [LogField] {
        [.job(job.id), .state(job.state.word), .file(job.name)]
    }
}

extension JobFailure {
    /// Whether its backend's own line tells of it, or the first line for this fetch did.
    fileprivate var isToldElsewhere: Bool {
        switch self {
        case .backend: true
        case .unfetched(let fetch): fetch.tries > 1
        default: false
        }
    }
}
