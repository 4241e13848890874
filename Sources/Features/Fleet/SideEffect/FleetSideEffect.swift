package import Domain
package import FleetFeature
package import MVIEffects

/// The side effects of `Fleet`.
package protocol FleetSideEffect: Sendable {
    /// Renews the lease, and says what there is to do.
    func beat() async -> Result<Beat, RepositoryFailure>

    /// Takes jobs that are within this node's reach.
    func claim(limit: Int, token: Int64, at utc: UTCMillis) async -> Result<[Job], RepositoryFailure>

    /// The unfinished jobs that the database says are this node's.
    func owned() async -> Result<[Job], RepositoryFailure>

    /// The drops of this node's folders whose jobs have ended.
    func endedDrops() async -> Result<[EndedDrop], RepositoryFailure>

    /// Frees the work of nodes whose leases have ended.
    func expelSilent() async -> Result<[Node], RepositoryFailure>

    /// Tells the other nodes that there is something to do.
    func announce() async

    /// Reports what other nodes announce, until the task is cancelled or the connection is lost.
    func listen(_ report: @escaping @Sendable () async -> Void) async -> ListeningEnd

    /// Waits for `duration`. `false`: the task was cancelled.
    func wait(_ duration: Duration) async -> Bool
}

extension Fleet {
    /// Maps every effect to a method of the side-effect protocol. The only code that knows both.
    package static func performer(_ sideEffect: any FleetSideEffect) -> Perform<Fleet> {
        { effect, report in
            switch effect {
            case .beat: return .beaten(await sideEffect.beat())
            case .claim(let limit, let token, let utc):
                return .claimed(await sideEffect.claim(limit: limit, token: token, at: utc), limit: limit)
            case .findOwned: return .owned(await sideEffect.owned())
            case .concludeDrops: return .concluded(await sideEffect.endedDrops())
            case .expelSilent: return .silentExpelled(await sideEffect.expelSilent())
            case .announce:
                await sideEffect.announce()
                return .announced
            case .listen:
                return .listeningEnded(await sideEffect.listen { _ = await report(.heard) })
            case .sleep(let duration): return await sideEffect.wait(duration) ? .woke : nil
            }
        }
    }
}
