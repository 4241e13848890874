extension ThreadCrew {
    /// Runs a blocking call on one of the threads: on the caller's own where that is one of them. On a closed crew it runs
    /// where the caller stands.
    func run<Answer: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Answer
    ) async -> Result<Answer, Failure> {
        if isHere { return Result(catching: work) }
        return await withCheckedContinuation { continuation in
            let call: Work = { continuation.resume(returning: Result(catching: work)) }
            if !offer(call) { call() }
        }
    }

    /// Returns as soon as one of the threads takes up new work, whatever is queued; at once on a closed crew.
    func answered() async {
        await withCheckedContinuation { continuation in
            if !offer(first: true, { continuation.resume() }) { continuation.resume() }
        }
    }
}
