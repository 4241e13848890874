package import Domain
import FleetFeature
import MVIEffects

/// Performs the effects of `Fleet` with the database.
package struct FleetSideEffectImpl: FleetSideEffect {
    private let fleet: any FleetRepository
    private let reach: @Sendable () async -> NodeReach
    private let clock: any Clock<Duration>

    package init(
        fleet: any FleetRepository, reach: @escaping @Sendable () async -> NodeReach, clock: any Clock<Duration>
    ) {
        self.fleet = fleet
        self.reach = reach
        self.clock = clock
    }

    package func beat() async -> Result<Beat, RepositoryFailure> {
        let reach = await reach()
        return await result { () throws(RepositoryFailure) in try await fleet.beat(reach) }
    }

    package func claim(limit: Int, token: Int64, at utc: UTCMillis) async -> Result<[Job], RepositoryFailure> {
        let reach = await reach()
        return await result { () throws(RepositoryFailure) in
            try await fleet.claim(limit: limit, reach, token: token, at: utc)
        }
    }

    package func owned() async -> Result<[Job], RepositoryFailure> {
        await result { () throws(RepositoryFailure) in try await fleet.owned() }
    }

    package func endedDrops() async -> Result<[EndedDrop], RepositoryFailure> {
        await result { () throws(RepositoryFailure) in try await fleet.endedDrops() }
    }

    package func expelSilent() async -> Result<[Node], RepositoryFailure> {
        await result { () throws(RepositoryFailure) in try await fleet.expelSilent() }
    }

    package func announce() async { try? await fleet.announce() }

    package func listen(_ report: @escaping @Sendable () async -> Void) async -> ListeningEnd {
        await fleet.listen(report)
    }

    package func wait(_ duration: Duration) async -> Bool { await clock.wait(duration) }
}
