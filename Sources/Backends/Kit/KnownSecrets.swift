package import Domain
import Synchronization

/// Secrets that come to be known one after the other. None is ever forgotten: an old key is a secret too.
package final class KnownSecrets: Sendable {
    private struct State {
        var secrets: [Secret] = []
        var patterns = SecretPatterns()

        mutating func add(_ more: [Secret]) {
            for secret in more where !secret.value.isEmpty && !secrets.contains(secret) {
                secrets.append(secret)
                patterns.add(secret)
            }
        }
    }

    private let state = Mutex(State())

    package init(_ secrets: [Secret] = []) {
        add(secrets)
    }

    package func add(_ more: [Secret]) {
        state.withLock { $0.add(more) }
    }

    var patterns: SecretPatterns { state.withLock { $0.patterns } }
}
