import MVICore
import MVIRuntime
import Observation
import PlatformSystemd

/// Keeps the service manager told: ready, what goes on, reloading, stopping, and that there is progress.
@MainActor
final class ServiceNotifier<C: Clock<Duration>> {
    private enum Duty: Hashable, Sendable {
        case standing
        case pulse
    }

    private let voice: any ServiceVoice
    private let clock: C
    private let watchdog: Duration?
    private let pulse: @Sendable () async -> Void
    private let tasks = TaskStore<Duty>()
    private var read: @MainActor () -> ServiceStanding = { ServiceStanding() }
    private var stage = ServiceStage.starting
    /// What a person has to know first.
    private var note: String?
    private var shown: String?

    /// - Parameters:
    ///   - voice: Who is told.
    ///   - clock: By which statuses and signs of life are spaced.
    ///   - watchdog: Within which time the manager wants to hear of progress.
    ///   - pulse: Returns once everything that the service needs has answered: the database and the threads.
    init(
        _ voice: any ServiceVoice, clock: C, watchdog: Duration?, pulse: @escaping @Sendable () async -> Void
    ) {
        self.voice = voice
        self.clock = clock
        self.watchdog = watchdog
        self.pulse = pulse
    }

    /// Tells of these stores from now on: that the service is ready once they have taken up what an earlier run left,
    /// then how they stand, at most once a second.
    func follow(_ standing: @escaping @MainActor () -> ServiceStanding) {
        note = nil
        read = standing
        tasks.run(.standing, { [weak self] _ in await self?.watch(standing) }, then: {})
        tasks.run(.pulse, ifRunning: .keep, { [weak self] _ in await self?.beat() }, then: {})
    }

    /// The configuration is read again; `follow` or `reloadFailed` comes next.
    func reloading() {
        stage = .reloading
        say([.reloading], with: read())
    }

    /// The old configuration goes on.
    func reloadFailed(_ sentence: String) {
        stage = .serving
        let reason = sentence.split(separator: "\n").first ?? ""
        note = "the old configuration goes on: \(reason.hasSuffix(".") ? reason.dropLast() : reason)"
        say([.ready], with: read())
    }

    func stopping() {
        stage = .stopping
        say([.stopping], with: read())
    }

    /// Says nothing more.
    func close() async {
        await tasks.close()
    }

    private func watch(_ standing: @escaping @MainActor () -> ServiceStanding) async {
        var isReady = false
        // A closure literal: the compiler crashes on the function value itself.
        for await now in Observations({ standing() }) {
            if !isReady, now.hasTakenUp, stage != .stopping {
                isReady = true
                stage = .serving
                say([.ready], with: now)
            } else if line(now) != shown {
                say([], with: now)
            }
            if isReady, await !rested(.seconds(1)) { return }
        }
    }

    /// Here on the main actor, among the stores: while that is held up, or anything that the service needs does not
    /// answer, nothing is said, and the manager acts. A stop or reload that makes progress is granted more time.
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

    private func say(_ messages: [ServiceMessage], with standing: ServiceStanding) {
        let line = line(standing)
        shown = line
        voice.say(messages + [.status(line)])
    }

    private func line(_ standing: ServiceStanding) -> String {
        let line = standing.line(stage)
        return note.map { stage == .serving ? "\($0); \(line)" : line } ?? line
    }
}
