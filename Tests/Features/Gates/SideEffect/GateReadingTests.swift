import Domain
import GatesSideEffect
import PlatformConcurrency
import PlatformSystem
import TestFolders
import Testing

@Suite("Reading gates")
struct GateReadingTests {
    private let files = LocalFileSystem(executor: ThreadExecutor(name: "gates"))

    private func reading(
        _ condition: GateCondition, last: GateReading? = nil, at utc: UTCMillis = 0, _ sources: GateSources = .none
    ) async -> GateReading {
        let gate = ConfiguredGate(name: "g", condition: condition, unknown: .closed)
        let sideEffect = GatesSideEffectImpl(
            sources, gates: [gate], files: files, clock: ContinuousClock(), utc: { utc })
        return await sideEffect.reading(of: gate, last: last)
    }

    @Test("a schedule is open in its windows, in its zone, and says when that changes")
    func schedule() async throws {
        let night = GateCondition.schedule(Schedule(windows: [try ScheduleWindow(text: "22:00-06:00")]))
        #expect(await reading(night) == .open(until: UTCMillis(6 * 3_600_000)))
        #expect(await reading(night, at: UTCMillis(7 * 3_600_000)) == .closed(until: UTCMillis(22 * 3_600_000)))
        let elsewhere = GateCondition.schedule(Schedule(windows: [try ScheduleWindow(text: "22:00-06:00 Asia/Seoul")]))
        #expect(await reading(elsewhere) == .unknown(.noZone("Asia/Seoul")))
        let nine = try PosixZoneRule(text: "KST-9")
        let sources = GateSources(
            zone: { $0 == "Asia/Seoul" ? TimeZoneRules(rule: nine) : .utc }, power: GateSources.none.power,
            fix: GateSources.none.fix)
        #expect(await reading(elsewhere, sources) == .closed(until: UTCMillis(13 * 3_600_000)))
    }

    @Test("a file opens the gate while it exists; one that can't be looked for says nothing")
    func file() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path.appending("work")
        #expect(await reading(.file(path)) == .closed(until: nil))
        #expect(await reading(.file(path.appending("below"))) == .closed(until: nil))
        try folder.write("".utf8, to: "work")
        #expect(await reading(.file(path)) == .open(until: nil))
        let below = await reading(.file(path.appending("below")))
        guard case .unknown(.unreadable) = below else {
            Issue.record("\(below)")
            return
        }
    }

    @Test("power and location are asked for, and what they can't say is unknown")
    func others() async throws {
        #expect(await reading(.power(.onMains)) == .unknown(.unreadable(.missing)))
        let power = GateSources(
            zone: { _ in nil }, power: { .success(PowerState(mains: false, battery: 60)) }, fix: GateSources.none.fix)
        #expect(await reading(.power(.onMains), power) == .closed(until: nil))
        #expect(await reading(.power(.onMainsOrBattery(atLeast: 50)), power) == .open(until: nil))

        let home = try #require(Coordinate(latitude: 52.5, longitude: 13.4))
        // About 111 m to the north of the centre: outside, but within the margin.
        let near = try #require(Coordinate(latitude: 52.501, longitude: 13.4))
        let condition = LocationCondition(.inside, fences: [try Fence(center: home, radius: 100)])
        let location = GateCondition.location(condition, .standard)
        #expect(await reading(location) == .unknown(.gpsd(.noDevice)))
        let fix = GateSources(
            zone: { _ in nil }, power: GateSources.none.power,
            fix: { _ in .success(Fix(position: near, accuracy: 5, time: 0)) })
        #expect(await reading(location, fix) == .closed(until: nil))
        #expect(await reading(location, last: .open(until: nil), fix) == .open(until: nil))
        #expect(
            await reading(location, last: .open(until: nil), at: UTCMillis(301_000), fix)
                == .unknown(.stale(since: 0)))
    }
}
