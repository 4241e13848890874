import MVISimulation
import Observation
import PlatformSystemd
import ServiceFeature
import Testing

@testable import App

@MainActor
@Observable
private final class Stores {
    var summary = ServiceSummary(folders: 2)
}

@Suite("Service notifier")
@MainActor
struct ServiceNotifierTests {
    private let manager = RecordingNotifier()
    private let clock = ManualClock()
    private let stores = Stores()

    private func notifier(watchdog: Duration? = nil, withheld: WithheldAnswer? = nil) -> ServiceNotifier<ManualClock> {
        ServiceNotifier(
            clock: clock, watchdog: watchdog, pulse: { await withheld?.answer() }, send: manager.send)
    }

    /// A notifier that has reported the service as ready and is now idle: its watchdog and its status timer sleep.
    private func ready(watchdog: Duration? = nil) async -> ServiceNotifier<ManualClock> {
        stores.summary.hasLoadedJobs = true
        let notifier = notifier(watchdog: watchdog)
        notifier.follow { [stores] in stores.summary }
        let isWatched = watchdog != nil
        for _ in 0..<(isWatched ? 2 : 1) { _ = await manager.next() }
        await clock.sleepers(atLeast: 2)
        return notifier
    }

    @Test("The service is ready only after it has resumed the work of an earlier run")
    func readiness() async {
        let notifier = notifier()
        notifier.follow { [stores] in stores.summary }
        #expect(await manager.next() == [.status("starting")])
        stores.summary.isStalled = true
        #expect(await manager.next() == [.status("the database does not respond; retrying")])
        stores.summary.isStalled = false
        stores.summary.hasLoadedJobs = true
        #expect(await manager.next() == [.ready, .status("watching 2 folders; nothing to do")])
        await notifier.close()
        #expect(await manager.rest() == [])
    }

    @Test("The status is sent when it changes, at most once a second, with the latest values")
    func status() async {
        let notifier = await ready()
        for count in 1...5 { stores.summary.running = count }
        clock.advance(by: .milliseconds(999))
        stores.summary.waiting = 14
        clock.advance(by: .milliseconds(1))
        #expect(await manager.next() == [.status("watching 2 folders; 5 jobs running, 14 waiting")])
        await clock.sleepers(atLeast: 2)
        // An unchanged status line is not sent again.
        stores.summary.hasLoadedJobs = false
        clock.advance(by: .seconds(1))
        await clock.sleepers(atLeast: 2)
        stores.summary.running = 1
        clock.advance(by: .seconds(1))
        #expect(await manager.next() == [.status("watching 2 folders; 1 job running, 14 waiting")])
        await notifier.close()
        #expect(await manager.rest() == [])
    }

    @Test("A reload is reported at its start, and as ready once the new stores have resumed their work")
    func reload() async {
        let notifier = await ready()
        notifier.reloading()
        #expect(await manager.next() == [.reloading, .status("reloading the configuration; nothing to do")])
        let fresh = Stores()
        fresh.summary.folders = 3
        notifier.follow { fresh.summary }

        fresh.summary.hasLoadedJobs = true
        #expect(await manager.next() == [.ready, .status("watching 3 folders; nothing to do")])
        await notifier.close()
    }

    @Test("A failed reload ends, and the status shows the reason until a reload succeeds")
    func failedReload() async {
        let notifier = await ready()
        notifier.reloading()
        _ = await manager.next()
        notifier.reloadFailed("textifyd.toml:7:1: what is “ouputs”?\ntextifyd.toml:8:1: and more")
        let note = "the previous configuration stays active: textifyd.toml:7:1: what is “ouputs”?"
        #expect(await manager.next() == [.ready, .status(note + "; watching 2 folders; nothing to do")])
        stores.summary.running = 2
        clock.advance(by: .seconds(1))
        #expect(await manager.next() == [.status(note + "; watching 2 folders; 2 jobs running")])
        await notifier.close()
    }

    @Test("A stop is reported at once, and the timeout is extended while there is progress")
    func stop() async {
        let notifier = await ready(watchdog: .seconds(4))
        stores.summary.running = 1
        notifier.stopping()
        #expect(await manager.next() == [.stopping, .status("stopping; 1 job running")])
        clock.advance(by: .seconds(2))
        #expect(await manager.next() == [.alive, .extendTimeout(by: .seconds(6))])
        await notifier.close()
    }

    @Test("A service that stops before it is ready never reports that it is ready")
    func stopBeforeReady() async {
        let notifier = notifier()
        notifier.follow { [stores] in stores.summary }
        _ = await manager.next()
        notifier.stopping()
        #expect(await manager.next() == [.stopping, .status("stopping; nothing to do")])
        stores.summary.hasLoadedJobs = true
        stores.summary.running = 1
        #expect(await manager.next() == [.status("stopping; 1 job running")])
        await notifier.close()
        #expect(await manager.rest() == [])
    }

    @Test("A watchdog notification is sent every half of the watchdog's time, after all parts have responded")
    func watchdog() async throws {
        let withheld = WithheldAnswer()
        let notifier = notifier(watchdog: .seconds(4), withheld: withheld)
        notifier.follow { [stores] in stores.summary }
        #expect(await manager.next() == [.status("starting")])
        let first = try #require(await withheld.question())
        first.resume()
        #expect(await manager.next() == [.alive])
        await clock.sleepers()
        clock.advance(by: .milliseconds(1_999))
        clock.advance(by: .milliseconds(1))
        let second = try #require(await withheld.question())
        // No response: no watchdog notification is sent, however much time passes.
        clock.advance(by: .seconds(60))
        stores.summary.isStalled = true
        #expect(await manager.next() == [.status("the database does not respond; retrying")])
        second.resume()
        #expect(await manager.next() == [.alive])
        await clock.sleepers()
        await notifier.close()
        #expect(await manager.rest() == [])
    }
}
