package import MVICore

/// Performs an effect and returns its final fact, if there is one.
package typealias Perform<F: Feature> = @Sendable (F.Effect, Report<F>) async -> F.InternalAction?

/// Reports facts from work that is still running.
package struct Report<F: Feature>: Sendable {
    private let deliver: @Sendable (F.InternalAction) async -> Bool

    package init(_ deliver: @escaping @Sendable (F.InternalAction) async -> Bool) {
        self.deliver = deliver
    }

    /// Reports a fact. Returns `false` once the work has lost its name: its facts are ignored from then on, so it
    /// should stop.
    package func callAsFunction(_ fact: F.InternalAction) async -> Bool {
        await deliver(fact)
    }
}

/// Performs asynchronous work and returns its outcome as a value.
package func result<Success, Failure>(
    of work: () async throws(Failure) -> Success
) async -> Result<Success, Failure> {
    do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
}

extension Clock<Duration> {
    /// Waits for `duration`. `false`: the task was cancelled.
    package func wait(_ duration: Duration) async -> Bool {
        do {
            try await sleep(for: duration)
            return true
        } catch {
            return false
        }
    }
}
