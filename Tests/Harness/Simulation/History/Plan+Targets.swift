import App
import Domain
import MVISimulation
import Synchronization

extension Plan {
    /// When the target of notifications can't be reached.
    struct Silence {
        /// After the history's start.
        let time: Range<Duration>
        /// Whether messages arrive although nobody says so.
        let isDeaf: Bool
    }

    /// Drawn from a separate generator, so that the plans of earlier seeds stay the same. `nil`: nobody is told of anything.
    static func silences(_ seed: UInt64) -> [Silence]? {
        var rng = SplitMix64(seed: seed ^ 0x7465_6c6c)
        guard rng.next() % 4 == 0 else { return nil }
        var start = Duration.milliseconds(Int64(rng.next() % 200_000))
        return (0..<Int(rng.next() % 4)).map { _ in
            let end = start + .milliseconds(Int64(1_000 + rng.next() % 900_000))
            defer { start = end + .milliseconds(Int64(1_000 + rng.next() % 200_000)) }
            return Silence(time: start..<end, isDeaf: rng.next() % 2 == 0)
        }
    }

    /// What is told to whom: a phone gets digests, a hook everything at once.
    var targets: [NotificationTarget] {
        guard silences != nil else { return [] }
        let kinds: Set<NotificationKind> = [.done, .failed, .refused, .held, .unknown]
        return ["phone", "hook"].map { name in
            let program = NotificationTarget.Program(command: [name])
            let webhook = NotificationTarget.Webhook(address: .environment(name))
            return NotificationTarget(
                rule: NotificationRule(target: name, kinds: kinds),
                channel: name == "hook" ? .program(program) : .webhook(webhook))
        }
    }
}

/// What the targets of notifications received, by all runs of the service.
final class Mailbox: Sendable {
    private let messages = Mutex<[String: [NotificationMessage]]>([:])

    func received(by target: String) -> [NotificationMessage] { messages.withLock { $0[target] ?? [] } }

    func take(_ message: NotificationMessage, for target: String) {
        messages.withLock { $0[target, default: []].append(message) }
    }

    /// The ways to the targets for one run.
    func channels(_ plan: Plan, _ life: ServiceRun, _ clock: ManualClock, _ bug: InjectedBug?)
        -> NotificationChannelSource
    {
        NotificationChannelSource { target, _ in
            SimulatedChannel(target: target.name, mailbox: self, plan: plan, life: life, clock: clock, bug: bug)
        }
    }
}

private struct SimulatedChannel: NotificationChannel {
    let target: String
    let mailbox: Mailbox
    let plan: Plan
    let life: ServiceRun
    let clock: ManualClock
    let bug: InjectedBug?

    func send(_ message: NotificationMessage) async -> NotificationOutcome {
        do throws(NotificationFailure) {
            return try await life.act("tell", "\(target) \(message.id)", dead: .stopped) {
                () throws(NotificationFailure) in
                let now = clock.now.offset
                let silence = plan.silences?.first { $0.time.contains(now) }
                if silence?.isDeaf != false { mailbox.take(message, for: target) }
                if bug == .messageLost { return .delivered }
                return silence == nil ? .delivered : .later(.noAnswer(.timeout))
            }
        } catch { return .later(error) }
    }
}

/// Checks that everything was told, and under one identifier.
struct NotificationCheck {
    let plan: Plan
    let spool: ModelSpoolRepository
    let mailbox: Mailbox

    /// What a message tells of. The words may differ: a job that was delivered again has other outputs.
    private struct Facts: Hashable {
        let title: String
        let count: Int
        let entries: [Fact?]

        init(_ message: NotificationMessage) {
            title = message.title
            count = message.count
            entries = message.entries.map { entry in
                entry.job.map { Fact(job: $0, kind: entry.kind, at: entry.at) }
            }
        }
    }

    /// A state of a job that is told of.
    private struct Fact: Hashable, CustomStringConvertible {
        let job: JobID
        let kind: NotificationKind
        let at: UTCMillis

        var description: String { "\(job) \(kind.rawValue) at \(at)" }
    }

    func faults() -> [String] {
        plan.targets.flatMap { faults(of: $0.name) } + spool.waitingNotifications.map { "\($0) still waits to be told" }
    }

    private func faults(of target: String) -> [String] {
        let messages = mailbox.received(by: target)
        let byID = Dictionary(grouping: messages, by: \.id)
        let changed = byID.filter { _, all in Set(all.map(Facts.init)).count > 1 }.keys.sorted()
        var identifiers: [Fact: Set<String>] = [:]
        for message in messages {
            for entry in message.entries {
                guard let job = entry.job else { continue }
                identifiers[Fact(job: job, kind: entry.kind, at: entry.at), default: []].insert(message.id)
            }
        }
        let twice = identifiers.filter { $0.value.count > 1 }.map { "\($0.key)" }.sorted()
        return changed.map { "\(target): message \($0) was not always the same" }
            + twice.map { "\(target): \($0) was told under several identifiers" }
            + untold(Set(identifiers.keys), isComplete: messages.allSatisfy { $0.count == $0.entries.count }).map {
                "\(target) was never told of \($0)"
            }
    }

    /// `isComplete`: whether messages list all that they tell of.
    private func untold(_ told: Set<Fact>, isComplete: Bool) -> [String] {
        // Where the clock is set, a day may pass during two attempts.
        guard isComplete, plan.jumps.isEmpty else { return [] }
        let all = spool.timelines.flatMap { job, steps in
            steps.compactMap { step in step.state.notificationKind.map { Fact(job: job.id, kind: $0, at: step.at) } }
        }
        return Set(all).subtracting(told).map { "\($0)" }.sorted()
    }
}
