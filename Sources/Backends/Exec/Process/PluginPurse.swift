import BackendKit
import Domain

/// What a plugin is given to pay with: the keys that were read with the configuration, and those that are had when they
/// are needed. It knows every key that it has given, so that none of them is repeated.
final class PluginPurse: Sendable {
    private let options: ExecOptions
    private let keys: (any PluginKeys)?
    private let known: KnownSecrets

    init(_ options: ExecOptions, _ world: ExecWorld) {
        self.options = options
        keys = world.keys
        known = KnownSecrets(Array(options.credentials.values))
    }

    var quoting: Quoting { Quoting(hiding: known) }

    /// Whether asking anew can give other keys.
    var isRenewable: Bool { keys != nil }

    /// The options with all keys in them. Throws what a key lacks.
    func filled() async throws(BackendFailure) -> ExecOptions {
        guard let keys else { return options }
        let had = try await keys.all()
        known.add(Array(had.values))
        var filled = options
        filled.credentials.merge(had) { _, had in had }
        return filled
    }

    /// A service does not take the keys.
    func refused() async {
        await keys?.forget()
    }
}
