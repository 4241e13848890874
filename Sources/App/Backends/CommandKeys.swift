import BackendKinds
import BackendKit
import Domain
import Words

/// A plugin's keys that come from commands.
struct CommandKeys: PluginKeys {
    /// The commands by key name.
    let commands: [String: CommandKey]

    func all() async throws(BackendFailure) -> [String: Secret] {
        var keys: [String: Secret] = [:]
        for (name, command) in commands.sorted(by: { $0.key < $1.key }) { keys[name] = try await command.said() }
        return keys
    }

    func forget() async {
        for command in commands.values { await command.forget() }
    }
}

extension CommandKey {
    /// The key. Failures count as configuration errors.
    func said() async throws(BackendFailure) -> Secret {
        do throws(KeyFailure) { return try await key() } catch {
            throw .config(said: Wording(.english).reason(error))
        }
    }
}
