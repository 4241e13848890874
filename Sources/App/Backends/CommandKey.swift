import BackendKinds
import BackendKit
import Domain
import PlatformSystem
import Words

/// A key from a command. It is kept until shortly before it expires or until the service rejects it. Concurrent
/// callers share one run of the command.
actor CommandKey {
    /// The time before its expiry at which a key is no longer used, in milliseconds.
    static let margin: Int64 = 30_000

    private let command: @Sendable () async -> Result<KeyCommandOutput, KeyFailure>
    private let utc: @Sendable () -> UTCMillis
    private var kept: KeyCommandOutput?
    private var running: Task<Result<KeyCommandOutput, KeyFailure>, Never>?

    init(
        _ command: @escaping @Sendable () async -> Result<KeyCommandOutput, KeyFailure>,
        utc: @escaping @Sendable () -> UTCMillis
    ) {
        self.command = command
        self.utc = utc
    }

    init(_ command: KeyCommand) {
        self.init({ await command.answered() }, utc: UTCMillis.now)
    }

    func key() async throws(KeyFailure) -> Secret {
        if let kept, isGood(kept) { return kept.key }
        let task = running ?? Task { [command] in await command() }
        running = task
        let answer = await task.value
        if running == task {
            running = nil
            kept = try? answer.get()
        }
        return try answer.get().key
    }

    /// Discards a rejected key: the next call runs the command again.
    func forget(_ key: Secret) {
        if kept?.key == key { kept = nil }
    }

    func forget() {
        kept = nil
    }

    private func isGood(_ answer: KeyCommandOutput) -> Bool {
        guard let expires = answer.expires else { return true }
        return utc() < expires - Self.margin
    }
}

/// A plugin's keys that come from commands.
struct CommandKeys: PluginKeys {
    /// The commands by key name.
    let commands: [String: CommandKey]

    func all() async throws(BackendFailure) -> [String: Secret] {
        var keys: [String: Secret] = [:]
        for (name, command) in commands.sorted(by: { $0.key < $1.key }) { keys[name] = try await command.backendKey() }
        return keys
    }

    func forget() async {
        for command in commands.values { await command.forget() }
    }
}

extension CommandKey {
    /// The key for a backend's call. Failures count as configuration errors.
    func backendKey() async throws(BackendFailure) -> Secret {
        do throws(KeyFailure) { return try await key() } catch {
            throw .config(message: Wording(.english).reason(error))
        }
    }
}
