import Domain
package import JobsFeature
package import MVIEffects

extension Jobs {
    /// Joins effects to the side-effect protocol. The only code that knows both.
    package static func performer(_ world: any JobsSideEffect) -> Perform<Jobs> {
        { effect, _ in
            switch effect {
            case .takeUp(let limit, let after, let token, let utc):
                .takenUp(await world.takeUp(limit: limit, after: after, token: token, utc: utc))
            case .move(let job, let target, let utc):
                .moved(job.id, target, await world.move(job, to: target, utc: utc))
            case .stage(let job, let utc): .staged(job.id, await world.stage(job, utc: utc))
            case .deliver(let job, let utc): .delivered(job.id, await world.deliver(job, utc: utc))
            case .tally(let drop): .tallied(drop, await world.tally(drop))
            case .reopen(let job, let mayPayTwice, let token, let utc):
                .reopened(job, await world.reopen(job, mayPayTwice: mayPayTwice, token: token, utc: utc))
            case .approve(let job, let token, let utc):
                .approved(job, await world.approve(job, token: token, utc: utc))
            case .cancelRow(let job, let token, let utc):
                .rowCancelled(job, await world.cancelRow(job, token: token, utc: utc))
            case .noteCancel(let job): .cancelNoted(job, await world.noteCancel(job))
            case .withdraw(let job, let utc): .withdrawn(job.id, await world.withdraw(job, utc: utc))
            case .sleep(let duration): await woken(after: duration, world)
            }
        }
    }

    private static func woken(after duration: Duration, _ world: any JobsSideEffect) async -> InternalAction {
        await world.sleep(duration)
        return .woke
    }
}
