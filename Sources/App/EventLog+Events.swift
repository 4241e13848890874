import BackendKit
import BackendsFeature
import Configuration
import Domain
import FleetFeature
import GatesFeature
import IntakeFeature
import JobsFeature
import LibraryFeature
import NotificationsFeature
import PlansFeature
import Words

/// Log entries of jobs and backends.
extension EventLog {
    func record(_ event: Jobs.Event) {
        switch event {
        // Answers are sent to the client at the socket.
        case .remainingCapacity, .needsPictures, .pictureUnneeded, .callUnneeded, .dropEnded, .answered: return
        case .submitted(let jobs, _): jobs.forEach(accepted)
        case .readmitted(let drop):
            info(
                EventCode.jobRetried, "\(drop.identity.name) was read again.",
                [.drop(drop.id), .file(drop.identity.name), .job(drop.refusedJob)])
        case .resumedJobs(let count):
            if count > 0 {
                info(
                    EventCode.jobsResumed,
                    "\(count == 1 ? "1 job of an earlier run continues" : "\(count) jobs of an earlier run continue").")
            }
        case .stepped(let job): stepped(job)
        case .done(let job):
            let names = job.outputs.map(\.name.shown).joined(separator: ", ")
            info(EventCode.jobDone, "\(job.name) became \(names).", fields(job))
        case .failed(let job, let failure):
            warning(failure.errorCode, fields(job)) { $0.sentence(failure, about: job.name.shown) }
        case .waits(let job, let failure, let until): waits(job, failure, until)
        case .unknown(let job):
            error(ErrorCode.jobUnknown, fields(job)) { $0.jobUnknown(job.name.shown, job.id.text) }
        case .held(let job, let reason): held(job, reason)
        case .approved(let job): info(EventCode.jobApproved, "\(job.name) was approved and continues.", fields(job))
        case .cancelled(let job) where job.duplicateOf != nil:
            let artwork = job.duplicateOf.map { "\($0)" } ?? ""
            info(
                EventCode.jobCancelled, "\(job.name) is the picture of artwork \(artwork) and is not converted again.",
                fields(job))
        case .cancelled(let job): info(EventCode.jobCancelled, "\(job.name) was cancelled.", fields(job))
        case .retried(let job): info(EventCode.jobRetried, "\(job.name) was queued again.", fields(job))
        case .redelivering(let job):
            info(EventCode.jobRedelivering, "The outputs of \(job.name) are delivered again.", fields(job))
        case .lost(let job):
            warning(EventCode.jobLost, fields(job)) { $0.jobLost(job.name.shown) }
        case .storageFailed(let failure): error(failure.errorCode) { $0.sentence(failure, about: "textifyd.db") }
        }
    }

    /// Writes one entry for a backend and all jobs that wait for it: entries for each job would drown everything
    /// else.
    func record(_ event: Backends.Event, jobs: Jobs.State) {
        switch event {
        case .answered, .freed: return
        case .begun(let job, let backend):
            step(job, .submitting, backend) { "Requesting the picture of \($0) from backend \(backend)." }
        case .submitted(let job, let backend):
            step(job, .submitted, backend) { "Backend \(backend) is working on the picture of \($0)." }
        case .progressed(let job, let progress):
            let (id, name, words) = (job.id, job.name, words)
            step {
                LogEntry(
                    .debug, EventCode.jobProgress.rawValue, "\(name): \(words.progress(progress)).",
                    [.job(id), .file(name), .progress(progress)])
            }
        case .wentDown(let name, let failure, let until):
            error(failure.errorCode, [.backend(name)]) { words in
                words.backendDown(
                    words.sentence(failure, about: name, then: .backendIsRechecked), waiting: jobs.count(needing: name),
                    until: LogTime.text(until)
                )
            }
        case .slowedDown(let name, let until):
            warning(ErrorCode.backendRateLimited, [.backend(name)]) { words in
                words.slowedDown(name, waiting: jobs.count(needing: name), until: LogTime.text(until))
            }
        case .nearCaps(let caps): warning(EventCode.budgetNearlyUsed) { $0.nearing(caps) }
        case .usedUp(let stop): warning(EventCode.budgetUsedUp) { $0.budgetUsedUp($0.sentence(stop)) }
        case .unsaved(let job, let failure):
            warning(EventCode.answerUnsaved, fields(job)) { words in
                words.answerUnsaved(job.name.shown, reason: words.storing(failure))
            }
        case .recovered(let name):
            let count = jobs.count(needing: name)
            info(
                EventCode.backendRecovered,
                "Backend \(name) is available again. \(count == 1 ? "1 job continues" : "\(count) jobs continue").",
                [.backend(name)])
        }
    }

    private func held(_ job: Job, _ reason: HoldReason) {
        let sentence = { (words: Wording) in words.sentence(.held(reason), about: job.name.shown) ?? "" }
        switch reason {
        case .budget(_, let until):
            info(
                ErrorCode.heldBudget, "\(job.name): \(sentence(words)) It continues at \(LogTime.text(until)).",
                fields(job) + [.until(until)])
        case .approval: warning(ErrorCode.heldApproval, fields(job)) { "\(job.name): \(sentence($0))" }
        }
    }

    private func waits(_ job: Job, _ failure: JobFailure, _ until: UTCMillis) {
        let (id, name, state, words) = (job.id, job.name, job.state.word, words)
        if case .gate(let closure) = failure {
            return step {
                LogEntry(
                    .debug, failure.code, words.sentence(failure, about: name.shown),
                    [.job(id), .state(state)] + (closure.until.map { [.until($0)] } ?? []) + [.file(name)])
            }
        }
        let sentence: @Sendable (Wording) -> String = { words in
            if case .unfetched(let fetch) = failure {
                return words.fetchedAgain(
                    words.sentence(fetch, about: name.shown), at: LogTime.text(until), until: LogTime.text(fetch.until))
            }
            return words.retryAt(words.sentence(failure, about: name.shown, then: .unstated), at: LogTime.text(until))
        }
        if failure.isCoveredElsewhere {
            step {
                LogEntry(
                    .debug, failure.code, sentence(words), [.job(id), .state(state), .until(until), .file(name)])
            }
        } else {
            warning(failure.errorCode, fields(job) + [.until(until)], sentence)
        }
    }

    /// Reports a step of a job. States in which jobs normally stay appear here only when the job was cancelled
    /// meanwhile and leaves them at once.
    private func stepped(_ job: Job) {
        switch job.state {
        case .queued: step(job, job.state) { "\($0) continues: its gate is open." }
        case .generated: step(job, job.state) { "The picture of \($0) is stored." }
        case .staged: step(job, job.state) { "The art of \($0) is rendered and is being delivered." }
        default: step(job, job.state) { "\($0) will be cancelled as soon as this state is stored." }
        }
    }

    /// `sentence` builds the text from the job's name. The job itself is not retained: it is large.
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

    private func fields(_ job: Job) -> [LogField] {
        [.job(job.id), .state(job.state.word), .file(job.name)]
    }
}

extension JobFailure {
    /// Whether the failure needs no entry of its own: the backend's entry covers it, or the first failed attempt of
    /// this fetch was already reported.
    fileprivate var isCoveredElsewhere: Bool {
        switch self {
        case .backend: true
        case .unfetched(let fetch): fetch.tries > 1
        default: false
        }
    }
}

extension EventLog {
    private func accepted(_ job: Job) {
        info(EventCode.jobAccepted, "\(job.name) is job \(job.id).", fields(job))
    }

    func record(_ event: Intake.Event) {
        switch event {
        case .accepted(let jobs):
            for job in jobs where !job.state.isEnd { accepted(job) }
        case .failed(let drop, let failure):
            var fields: [LogField] = [.drop(drop.id), .file(drop.identity.name), .folder(drop.folder)]
            if failure.isRefusal {
                fields += [.job(drop.refusedJob), .state(JobState.failed(.refused(failure)).word)]
            }
            warning(failure.errorCode, fields) { words in
                words.sentence(failure, about: drop.identity.name.shown)
            }
        case .settlingLong(let folder, let entry, let waited, let needs):
            warning(EventCode.stillGrowing, [.folder(folder), .file(entry.name)]) { words in
                words.stillChanging(
                    entry.name.shown, in: folder, seconds: waited.components.seconds, needed: needs.components.seconds)
            }
        case .cut(let drop):
            info(
                EventCode.pictureCut,
                "\(drop.identity.name) in \(drop.folder) is truncated: it is processed as it is if it does not change "
                    + "for \(Intake.patience.components.seconds) s.", [.folder(drop.folder), .file(drop.identity.name)])
        case .sidecarAlone(let folder, let entry):
            warning(EventCode.sidecarAlone, [.folder(folder), .file(entry.name)]) { words in
                words.sidecarAlone(entry.name.shown, in: folder, picture: entry.name.stem.shown)
            }
        case .withdrawn(let drop, let isReplaced):
            info(
                isReplaced ? EventCode.dropReplaced : .dropDeleted,
                "\(drop.identity.name) was \(isReplaced ? "replaced in" : "deleted from") \(drop.folder): its jobs that "
                    + "were not submitted yet are cancelled.", [.drop(drop.id), .file(drop.identity.name)])
        case .stuck(let drop, let failure):
            error(EventCode.sourceStuck, [.drop(drop.id), .file(drop.identity.name)]) { words in
                let name = drop.identity.name.shown
                return words.sourceNotMoved(name, reason: words.moving(failure, name, in: drop.folder))
            }
        case .folderChanged(let folder, let health): record(folder, health)
        case .folderRemote(let folder, let interval):
            info(
                EventCode.folderRemote,
                "The folder \(folder) is on a network file system: it is listed every "
                    + "\(DurationText.text(of: interval)), because changes are not reported there.", [.folder(folder)])
        case .waiting(let trouble): record(trouble)
        }
    }

    private func record(_ folder: String, _ health: FolderHealth) {
        switch health {
        case .unknown: return
        case .fine: info(EventCode.folderFine, "Watching the folder \(folder).", [.folder(folder)])
        case .elsewhere(let node):
            info(
                EventCode.folderElsewhere, Wording(.english).sentence(.heldElsewhere(node), about: folder),
                [.folder(folder)])
        case .missing: error(EventCode.folderMissing, [.folder(folder)]) { $0.folderMissing(folder) }
        case .unmounted: error(ErrorCode.folderUnmounted, [.folder(folder)]) { $0.sentence(.unmounted, about: folder) }
        case .unreadable(let failure):
            let sentence = { (words: Wording) in words.sentence(failure, about: folder) }
            if case .served = failure {
                error(failure.errorCode, [.folder(folder)], sentence)
            } else {
                error(EventCode.folderUnreadable, [.folder(folder)], sentence)
            }
        case .misconfigured(let fault):
            error(EventCode.folderMisconfigured, [.folder(folder)]) { $0.sentence(fault, in: folder) }
        }
    }

    private func record(_ trouble: IntakeFailure?) {
        switch trouble {
        case .none: info(EventCode.intakeGoesOn, "New files are picked up again.")
        case .lowDisk(let space):
            error(EventCode.diskLow) { $0.sentence(space) }
        case .repository(let failure):
            error(failure.errorCode) { $0.intakeStopped($0.sentence(failure, about: "textifyd.db")) }
        case .storage(let failure):
            error(failure.errorCode) { $0.intakeStopped($0.sentence(failure, about: "blobs")) }
        }
    }
}

extension EventLog {
    func record(_ event: Fleet.Event) {
        switch event {
        case .nodesLost(let nodes):
            for node in nodes { warning(EventCode.nodeLost) { $0.lost(node) } }
        case .askedToLeave: info(EventCode.nodeLeaving, words.askedToLeave)
        case .announcementsUnheard: warning(EventCode.announcementsUnheard) { $0.announcementsUnheard }
        case .claimed, .dropEnded, .remainingCapacity, .foldersToList, .databaseRestored, .outagesKnown, .expelled:
            break
        }
    }
}

extension EventLog {
    func record(_ event: Gates.Event) {
        switch event {
        case .changed: return
        case .opened(let gate): info(EventCode.gateOpened, words.gateOpened(gate.name))
        case .closed(let gate, let until):
            info(EventCode.gateClosed, words.gateClosed(gate.name, until: until.map(LogTime.text)))
        case .uncertain(let gate, let cause):
            warning(EventCode.gateUncertain) { $0.gateUncertain(gate.name, cause, gate.unknown) }
        }
    }
}

extension EventLog {
    func record(_ event: Notifications.Event) {
        switch event {
        case .fails(let target, let failure):
            warning(EventCode.notifyFailing) { $0.notificationsFail($0.sentence(failure, target: target)) }
        case .recovered(let target): info(EventCode.notifyRecovered, words.notificationsArrive(at: target))
        case .gaveUp(let target, let count, let failure):
            warning(EventCode.notifyGaveUp) {
                $0.notificationsGivenUp(count, target: target, $0.sentence(failure, target: target))
            }
        }
    }
}

extension EventLog {
    func record(_ event: Plans.Event) {
        switch event {
        case .changed(.planned(let id, let due)): info(EventCode.planMade, words.planned(id, LogTime.text(due)))
        case .changed(.changed(let id, let due)):
            info(EventCode.planChanged, words.planChanged(id, due.map(LogTime.text)))
        case .changed(.cancelled(let id)): info(EventCode.planCancelled, words.planCancelled(id))
        case .fired(let id, let due, let jobs, let drop):
            info(EventCode.planFired, words.planFired(id, LogTime.text(due), jobs: jobs.count), [.drop(drop.id)])
            jobs.forEach(accepted)
        case .missed(let id, let due):
            warning(EventCode.planMissed) { $0.planMissed(id, LogTime.text(due)) }
        case .zoneUnknown(let id, let zone): warning(EventCode.planZoneUnknown) { $0.planZoneUnknown(id, zone) }
        case .storageFailed(let failure): error(failure.errorCode) { $0.sentence(failure, about: "textifyd.db") }
        }
    }
}

extension EventLog {
    func record(_ event: Library.Event) {
        switch event {
        case .cleanedUp(let report):
            if !report.total.isZero { info(EventCode.libraryCleaned, words.cleanedUp(report.total)) }
            for failure in Set(report.failures.values.map(\.errorCode)).sorted(by: { $0.rawValue < $1.rawValue }) {
                warning(failure) { $0.cleanUpFailed(failure.rawValue) }
            }
        case .suggested(let job, .suggested(let tags)):
            info(EventCode.artworkTagged, words.suggestedTags(tags, for: job), [.job(job)])
        case .suggested(let job, let outcome):
            warning(outcome.errorCode, [.job(job)]) { $0.sentence(outcome, about: job) }
        }
    }
}

extension EventLog {
    @Sendable func record(_ notice: BackendNotice) {
        switch notice {
        case .leavesOut(let parameter, let backend):
            warning(EventCode.backendParameterUnknown, [.backend(backend)]) { words in
                words.unknownParameter(parameter, to: backend)
            }
        case .differs(let parameter, let requested, let used, let backend):
            warning(EventCode.backendDiffers, [.backend(backend)]) { words in
                words.differs(parameter, requested: requested, used: used, by: backend)
            }
        case .says(let text, let weight, let backend):
            let (code, sentence) = (EventCode.backendSays, { (words: Wording) in words.says(text, backend) })
            switch weight {
            case .error: error(code, [.backend(backend)], sentence)
            case .warning: warning(code, [.backend(backend)], sentence)
            case .info: info(code, sentence(words), [.backend(backend)])
            case .debug: debug(code, sentence(words), [.backend(backend)])
            }
        }
    }
}
