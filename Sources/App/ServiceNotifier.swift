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
    private enum Duty: Hashable, Sendable {
        case standing
        case pulse
    }

    private let voice: any SystemdNotifySocket
    private let clock: C
    private let watchdog: Duration?
    private let pulse: @Sendable () async -> Void
    private let tasks = TaskStore<Duty>()
    private var read: @MainActor () -> ServiceSummary = { ServiceSummary() }
    private var stage = Service.State.Phase.starting
    /// A notice shown before the status.
    private var note: String?
    private var shown: String?

    /// - Parameters:
    ///   - voice: The channel to the manager.
    ///   - clock: Measures the intervals of statuses and signs of life.
    ///   - watchdog: The time within which the manager expects a sign of life.
    ///   - pulse: Returns once everything that the service needs, the database and the threads, has responded.
    init(
        _ voice: any SystemdNotifySocket, clock: C, watchdog: Duration?, pulse: @escaping @Sendable () async -> Void
    ) {
        self.voice = voice
        self.clock = clock
        self.watchdog = watchdog
        self.pulse = pulse
    }

    /// Reports on these stores from now on: readiness once they have loaded the jobs of an earlier run, then their
    /// status, at most once a second.
    func follow(_ standing: @escaping @MainActor () -> ServiceSummary) {
        note = nil
        read = standing
        tasks.run(.standing, { [weak self] _ in await self?.watch(standing) }, then: {})
        tasks.run(.pulse, ifRunning: .keep, { [weak self] _ in await self?.beat() }, then: {})
    }

    /// A reload has begun; `follow` or `reloadFailed` comes next.
    func reloading() {
        stage = .reloading
        say([.reloading], with: read())
    }

    /// The previous configuration stays active.
    func reloadFailed(_ sentence: String) {
        stage = .serving
        let reason = sentence.split(separator: "\n").first ?? ""
        note = "the previous configuration stays active: \(reason.hasSuffix(".") ? reason.dropLast() : reason)"
        say([.ready], with: read())
    }

    func stopping() {
        stage = .stopping
        say([.stopping], with: read())
    }

    /// Sends no further messages.
    func close() async {
        await tasks.close()
    }

    private func watch(_ standing: @escaping @MainActor () -> ServiceSummary) async {
        var isReady = false
        // Has to be a closure literal: the compiler crashes on the function value itself.
        for await now in Observations({ standing() }) {
            if !isReady, now.hasLoadedJobs, stage != .stopping {
                isReady = true
                stage = .serving
                say([.ready], with: now)
            } else if line(now) != shown {
                say([], with: now)
            }
            if isReady, await !rested(.seconds(1)) { return }
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
            let signs: [ServiceMessage] = watchdog == nil ? [] : [.alive]
            let wish: [ServiceMessage] = isEnding ? [.extendTimeout(by: interval * 3)] : []
            if !(signs + wish).isEmpty { voice.say(signs + wish) }
        } while await rested(interval)
    }

    private func rested(_ time: Duration) async -> Bool {
        do { try await clock.sleep(for: time) } catch { return false }
        return true
    }

    private func say(_ messages: [ServiceMessage], with standing: ServiceSummary) {
        let line = line(standing)
        shown = line
        voice.say(messages + [.status(line)])
    }

    private func line(_ standing: ServiceSummary) -> String {
        let line = standing.line(stage)
        return note.map { stage == .serving ? "\($0); \(line)" : line } ?? line
    }
}

/// A channel to the service manager.
protocol SystemdNotifySocket: Sendable {
    /// Sends the messages in order without waiting.
    func say(_ messages: [ServiceMessage])
}

/// Sends messages to systemd.
struct SystemdChannel: SystemdNotifySocket {
    let courier: LogQueue

    func say(_ messages: [ServiceMessage]) {
        courier.enqueueAlways { Supervisor.notify(messages) }
    }
}

/// The service's state as the one-line status in `systemctl status`.
struct ServiceSummary: Equatable, Sendable {
    /// The reason why no new files are picked up.
    enum Trouble: Equatable, Sendable {
        case disk
        case database
        case storage
    }

    var folders = 0
    /// Folders that don't exist or can't be listed.
    var missing = 0
    var atWork = 0
    /// Jobs that are queued, and those that wait for a time or for a person.
    var waiting = 0
    /// Whether the jobs of an earlier run have been loaded.
    var hasLoadedJobs = false
    /// Whether the database could not provide them.
    var isStalled = false
    var trouble: Trouble?

    func line(_ stage: Service.State.Phase) -> String {
        switch stage {
        case .starting: isStalled ? "the database does not respond; retrying" : "starting"
        case .serving:
            "watching \(watched); \(work)" + trouble.map { "; no new files are picked up: \($0.text)" }.orEmpty
        case .reloading: "reloading the configuration; \(work)"
        case .stopping, .stopped: "stopping; \(work)"
        }
    }

    private var watched: String {
        let noun = folders == 1 ? "folder" : "folders"
        return missing == 0 ? "\(folders) \(noun)" : "\(folders - missing) of \(folders) \(noun)"
    }

    private var work: String {
        switch (atWork, waiting) {
        case (0, 0): "nothing to do"
        case (_, 0): Self.jobs(atWork) + " running"
        case (0, _): Self.jobs(waiting) + " waiting"
        default: Self.jobs(atWork) + " running, \(waiting) waiting"
        }
    }

    private static func jobs(_ count: Int) -> String {
        count == 1 ? "1 job" : "\(count) jobs"
    }
}

extension ServiceSummary.Trouble {
    fileprivate var text: String {
        switch self {
        case .disk: "the disk is nearly full"
        case .database: "the database can't be used"
        case .storage: "pictures can't be stored"
        }
    }
}

extension String? {
    fileprivate var orEmpty: String { self ?? "" }
}

extension AppContainer {
    /// A summary of all stores. Observable.
    var standing: ServiceSummary {
        let (intake, jobs, backends) = (intake.state, jobs.state, backends.state)
        let atWork = jobs.atWorkCount - backends.queue.count
        return ServiceSummary(
            folders: intake.folders.count, missing: intake.folders.count { $0.isMissing }, atWork: max(0, atWork),
            waiting: jobs.entries.count - max(0, atWork), hasLoadedJobs: jobs.phase == .running,
            isStalled: jobs.isStalled, trouble: intake.waiting.map(ServiceSummary.Trouble.init))
    }
}

extension Jobs.State {
    /// The number of jobs with work in progress, including those handed to Backends.
    fileprivate var atWorkCount: Int {
        entries.values.count { entry in
            switch entry.activity {
            case .asking, .staging, .delivering, .moving: true
            case .queued, .sleeping, .resting: false
            }
        }
    }
}

extension Intake.Folder {
    fileprivate var isMissing: Bool {
        switch health {
        case .unknown, .fine: false
        case .missing, .unmounted, .unreadable, .misconfigured: true
        }
    }
}

extension ServiceSummary.Trouble {
    fileprivate init(_ trouble: IntakeFailure) {
        self =
            switch trouble {
            case .lowDisk: .disk
            case .repository: .database
            case .storage: .storage
            }
    }
}
