import Domain
import FleetFeature
import FleetSideEffect
import MVIEffects
import Testing

/// Every effect asks the database for what the node has, and becomes one fact.
@Suite("The effects of Fleet")
struct FleetSideEffectTests {
    private func facts(of effect: Fleet.Effect, _ fleet: RecordingFleet) async -> [Fleet.InternalAction] {
        let reported = Reported()
        let perform = Fleet.performer(
            FleetSideEffectImpl(fleet: fleet, reach: { NodeReach(folders: ["inbox"]) }, clock: ContinuousClock()))
        let last = await perform(
            effect,
            Report { fact in
                await reported.add(fact)
                return true
            })
        return await reported.facts + [last].compactMap(\.self)
    }

    @Test("Beats and claims name the folders that the node has")
    func folders() async {
        let fleet = RecordingFleet()
        #expect(await facts(of: .beat, fleet) == [.beaten(.success(Beat(ready: 1)))])
        #expect(
            await facts(of: .claim(limit: 3, token: 9, utc: 8), fleet) == [.claimed(.failure(.busy), limit: 3)])
        #expect(await fleet.asked == ["beat inbox", "claim 3 inbox 9 8"])
    }

    @Test("Drops, silent nodes and announcements are passed on")
    func others() async {
        let fleet = RecordingFleet()
        #expect(await facts(of: .concludeDrops, fleet) == [.concluded(.success([]))])
        #expect(await facts(of: .expelSilent, fleet) == [.silentExpelled(.failure(.expelled))])
        #expect(await facts(of: .findOwned, fleet) == [.owned(.success([]))])
        #expect(await facts(of: .announce, fleet) == [.announced])
        #expect(await facts(of: .listen, fleet) == [.heard, .listeningEnded(.lost)])
        #expect(await facts(of: .sleep(.zero), fleet) == [.woke])
        #expect(await fleet.asked == ["drops", "expel", "owned", "announce", "listen"])
    }
}

private actor Reported {
    private(set) var facts: [Fleet.InternalAction] = []

    func add(_ fact: Fleet.InternalAction) { facts.append(fact) }
}

private actor RecordingFleet: FleetRepository {
    nonisolated let machine = "machine"
    nonisolated let node: NodeID? = NodeID("a-1")
    private(set) var asked: [String] = []

    func beat(_ reach: NodeReach) async throws(RepositoryFailure) -> Beat {
        asked.append("beat \(reach.folders.joined())")
        return Beat(ready: 1)
    }

    func expelSilent() async throws(RepositoryFailure) -> [Node] {
        asked.append("expel")
        throw .expelled
    }

    func hold(_ folder: SharedFolder) async throws(RepositoryFailure) -> FolderHold { .held }

    func claim(
        limit: Int, _ reach: NodeReach, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job] {
        asked.append("claim \(limit) \(reach.folders.joined()) \(token) \(utc.milliseconds)")
        throw .busy
    }

    func owned() async throws(RepositoryFailure) -> [Job] {
        asked.append("owned")
        return []
    }

    func endedDrops() async throws(RepositoryFailure) -> [EndedDrop] {
        asked.append("drops")
        return []
    }

    func restingElsewhere() async throws(RepositoryFailure) -> [Job] { [] }
    func handOver(_ job: Job) async throws(RepositoryFailure) {}
    func release() async throws(RepositoryFailure) {}
    func announce() async throws(RepositoryFailure) { asked.append("announce") }

    func listen(_ report: @escaping @Sendable () async -> Void) async -> ListeningEnd {
        asked.append("listen")
        await report()
        return .lost
    }

    func nodes() async throws(RepositoryFailure) -> [NodeEntry] { [] }
    func report(_ outage: SharedOutage?, of backend: String) async throws(RepositoryFailure) {}
    func askToLeave(_ node: NodeID) async throws(RepositoryFailure) -> Bool { false }
    func health() async throws(RepositoryFailure) -> DatabaseHealth { throw .expelled }
}
