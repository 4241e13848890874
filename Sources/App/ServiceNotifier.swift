import BackendsFeature
import IntakeFeature
import JobsFeature
import MVICore
import MVIRuntime
import Observation
import PlatformSystemd
import ServiceFeature

/// Reports readiness, status, reloads, stops and liveness to the service manager.
@MainActor
final class ServiceNotifier<C: Clock<Duration>> {
    private enum TaskID: Hashable, Sendable {
        case status
        case pulse
    }

    private let send: @Sendable ([ServiceMessage]) -> Void
    private let clock: C
    private let watchdog: Duration?
    private let pulse: @Sendable () async -> Void
    private let tasks = TaskStore<TaskID>()
    private var read: @MainActor () -> ServiceSummary = { ServiceSummary() }
    private var stage = Service.State.Phase.starting
    /// A notice shown before the status.
    private var note: String?
    /// The status that was sent last.
    private var shown: String?

    /// - Parameters:
    ///   - clock: Measures the intervals of statuses and signs of life.
    ///   - watchdog: The time within which the manager expects a sign of life.
    ///   - pulse: Returns once everything that the service needs, the database and the threads, has responded.
    ///   - send: Sends the messages to the manager, in order and without waiting.
    init(
        clock: C, watchdog: Duration?, pulse: @escaping @Sendable () async -> Void,
        send: @escaping @Sendable ([ServiceMessage]) -> Void
    ) {
        self.send = send
        self.clock = clock
        self.watchdog = watchdog
        self.pulse = pulse
    }

    /// Reports on these stores from now on: readiness once they have loaded the jobs of an earlier run, then their
    /// status, at most once a second.
    func follow(_ summary: @escaping @MainActor () -> ServiceSummary) {
        note = nil
        read = summary
        tasks.run(.status, { [weak self] _ in await self?.watch(summary) }, then: {})
        tasks.run(.pulse, ifRunning: .keep, { [weak self] _ in await self?.beat() }, then: {})
    }

    /// A reload has begun; `follow` or `reloadFailed` comes next.
    func reloading() {
        stage = .reloading
        report([.reloading], read())
    }

    /// The previous configuration stays active.
    func reloadFailed(_ sentence: String) {
        stage = .serving
        let reason = sentence.split(separator: "\n").first ?? ""
        note = "the previous configuration stays active: \(reason.hasSuffix(".") ? reason.dropLast() : reason)"
        report([.ready], read())
    }

    func stopping() {
        stage = .stopping
        report([.stopping], read())
    }

    /// Sends no further messages.
    func close() async {
        await tasks.close()
    }

    private func watch(_ summary: @escaping @MainActor () -> ServiceSummary) async {
        var isReady = false
        // Has to be a closure literal: the compiler crashes on the function value itself.
        for await now in Observations({ summary() }) {
            if !isReady, now.hasLoadedJobs, stage != .stopping {
                isReady = true
                stage = .serving
                report([.ready], now)
            } else if line(now) != shown {
                report([], now)
            }
            if isReady, await !slept(.seconds(1)) { return }
        }
    }

    /// Sends signs of life from the main actor, which the stores share: when it is blocked, or something that the
    /// service needs does not respond, no sign is sent and the manager acts. A stop or reload that makes progress
    /// requests more time.
    private func beat() async {
        let interval = watchdog.map { $0 / 2 } ?? .seconds(10)
        repeat {
            await pulse()
            _ = read()
            let isEnding = stage == .stopping || stage == .reloading
            var messages: [ServiceMessage] = watchdog == nil ? [] : [.alive]
            if isEnding { messages.append(.extendTimeout(by: interval * 3)) }
            if !messages.isEmpty { send(messages) }
        } while await slept(interval)
    }

    /// `false` when the task was cancelled.
    private func slept(_ time: Duration) async -> Bool {
        do { try await clock.sleep(for: time) } catch { return false }
        return true
    }

    private func report(_ messages: [ServiceMessage], _ summary: ServiceSummary) {
        let line = line(summary)
        shown = line
        send(messages + [.status(line)])
    }

    private func line(_ summary: ServiceSummary) -> String {
        let line = summary.line(stage)
        return note.map { stage == .serving ? "\($0); \(line)" : line } ?? line
    }
}

/// The service's state as the one-line status in `systemctl status`.
struct ServiceSummary: Equatable, Sendable {
    var folders = 0
    /// Folders that don't exist or can't be listed.
    var missing = 0
    var running = 0
    /// Jobs that are queued, and those that wait for a time or for a person.
    var waiting = 0
    /// Whether the jobs of an earlier run have been loaded.
    var hasLoadedJobs = false
    /// Whether the database could not provide them.
    var isStalled = false
    /// The reason why no new files are picked up.
    var trouble: IntakeFailure?

    func line(_ stage: Service.State.Phase) -> String {
        switch stage {
        case .starting: isStalled ? "the database does not respond; retrying" : "starting"
        case .serving:
            "watching \(watched); \(work)" + (trouble.map { "; no new files are picked up: \($0.summary)" } ?? "")
        case .reloading: "reloading the configuration; \(work)"
        case .stopping, .stopped: "stopping; \(work)"
        }
    }

    private var watched: String {
        let noun = folders == 1 ? "folder" : "folders"
        return missing == 0 ? "\(folders) \(noun)" : "\(folders - missing) of \(folders) \(noun)"
    }

    private var work: String {
        switch (running, waiting) {
        case (0, 0): "nothing to do"
        case (_, 0): Self.jobs(running) + " running"
        case (0, _): Self.jobs(waiting) + " waiting"
        default: Self.jobs(running) + " running, \(waiting) waiting"
        }
    }

    private static func jobs(_ count: Int) -> String {
        count == 1 ? "1 job" : "\(count) jobs"
    }
}

extension IntakeFailure {
    fileprivate var summary: String {
        switch self {
        case .lowDisk: "the disk is nearly full"
        case .repository: "the database can't be used"
        case .storage: "pictures can't be stored"
        }
    }
}

extension AppContainer {
    /// A summary of all stores. Observable.
    var summary: ServiceSummary {
        let (intake, jobs, backends) = (intake.state, jobs.state, backends.state)
        let running = jobs.runningCount - backends.queue.count
        return ServiceSummary(
            folders: intake.folders.count, missing: intake.folders.count { $0.isMissing }, running: max(0, running),
            waiting: jobs.entries.count - max(0, running), hasLoadedJobs: jobs.phase == .running,
            isStalled: jobs.isStalled, trouble: intake.waiting)
    }
}

extension Jobs.State {
    /// The number of jobs with work in progress, including those handed to Backends.
    fileprivate var runningCount: Int {
        entries.values.count { entry in
            switch entry.activity {
            case .awaitingPicture, .staging, .delivering, .moving: true
            case .queued, .sleeping, .awaitingUser: false
            }
        }
    }
}

extension Intake.Folder {
    fileprivate var isMissing: Bool {
        switch health {
        case .unknown, .fine, .elsewhere: false
        case .missing, .unmounted, .unreadable, .misconfigured: true
        }
    }
}
