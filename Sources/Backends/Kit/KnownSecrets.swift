public import Domain
import Synchronization

/// Secrets that come to be known one after the other. None is ever forgotten: an old key is a secret too.
public final class KnownSecrets: Sendable {
    private let secrets: Mutex<[Secret]>

    public init(_ secrets: [Secret] = []) {
        self.secrets = Mutex(secrets.filter { !$0.value.isEmpty })
    }

    public func add(_ more: [Secret]) {
        secrets.withLock { known in
            for secret in more where !secret.value.isEmpty && !known.contains(secret) { known.append(secret) }
        }
    }

    var all: [Secret] { secrets.withLock { $0 } }
}
