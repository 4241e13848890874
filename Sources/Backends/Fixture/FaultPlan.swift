import Domain
import Synchronization

/// Which calls meet the fault, in the order in which they come.
final class FaultPlan: Sendable {
    private struct Count {
        var calls = 0
        var faults = 0
    }

    private let options: FixtureOptions
    private let count = Mutex(Count())

    init(_ options: FixtureOptions) {
        self.options = options
    }

    /// The fault of the next call, which is counted by this.
    func next() -> FixtureFault? {
        count.withLock { count in
            count.calls += 1
            return meets(count.calls, &count)
        }
    }

    /// The fault that a look meets: of those that keep the whole backend down, and while the next call would meet it. It
    /// counts as one of the times, since nobody calls meanwhile.
    func look() -> FixtureFault? {
        guard options.fault?.keepsDown == true else { return nil }
        return count.withLock { count in meets(count.calls + 1, &count) }
    }

    private func meets(_ call: Int, _ count: inout Count) -> FixtureFault? {
        guard let fault = options.fault, call > options.after else { return nil }
        guard (call - options.after) % options.every == 0, count.faults < options.times ?? .max else { return nil }
        count.faults += 1
        return fault
    }
}

extension FixtureFault {
    /// Whether it is the whole backend's: nobody is asked for work while it lasts.
    var keepsDown: Bool {
        switch self {
        case .auth, .quota, .gone, .loading: true
        case .rateLimited, .moderated, .invalid, .transient, .timeout, .drop, .empty, .badResponse, .expired, .failed:
            false
        }
    }

    var failure: BackendFailure {
        switch self {
        case .auth: .auth
        case .quota: .quota
        case .rateLimited: .rateLimited(after: nil)
        case .moderated: .moderated(stage: "prompt", charged: false)
        case .invalid: .invalid(parameter: nil, said: "a fault on demand")
        case .gone: .gone
        case .loading: .loading(eta: nil)
        case .transient: .transient(said: "a fault on demand")
        case .timeout: .timeout
        case .drop: .unknown
        case .empty: .empty
        case .badResponse: .badResponse(said: "a fault on demand")
        case .expired: .expired
        case .failed: .failed(said: "a fault on demand")
        }
    }
}
