import BackendKit
import Domain

/// A server that can't be found or takes no connection: most likely because there is no Karlo any more. It is looked at
/// again all the same, since the network can be the one that is broken.
struct DeadHost {
    let failure: BackendFailure

    init?(_ failure: HTTPFailure) {
        guard case .notSent(_, let fault) = failure, [.resolve, .connect, .timeout].contains(fault.reason),
            case .transient(let said) = BackendFailure(free: failure)
        else { return nil }
        self.failure = .transient(said: said + "; Kakao has closed Karlo, as far as is known")
    }
}
