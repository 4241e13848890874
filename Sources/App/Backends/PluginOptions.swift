import Configuration
import Domain
import ExecBackend
import PlatformSystem
import Words

/// What a plugin of the configuration is started with.
struct PluginOptions: Sendable {
    let options: ExecOptions
    /// Those of its keys that commands say.
    let keys: CommandKeys?

    /// By the backend's name. Every program and every key that can't be had is told at once. `isCheck`: where systemd's
    /// folder of credentials isn't there, those in it are not looked at.
    static func read(
        for settings: Settings, _ keys: KeyReader, environment: [String: String], isCheck: Bool = false
    ) throws(LaunchFailure) -> [String: PluginOptions] {
        let programs = try PluginFiles.programs(for: settings, environment: environment)
        var found: [String: PluginOptions] = [:]
        var faults: [String] = []
        for backend in settings.backends {
            guard case .exec(let service) = backend.service, let program = programs[backend.name] else { continue }
            var secrets: [String: Secret] = [:]
            var commands: [String: CommandKey] = [:]
            for (name, source) in service.credentials.sorted(by: { $0.key < $1.key }) {
                if case .credential = source, isCheck { continue }
                do throws(KeyFailure) {
                    if case .command(let words) = source {
                        commands[name] = CommandKey(try KeyCommand(words, keys))
                    } else {
                        secrets[name] = try keys.key(source)
                    }
                } catch {
                    faults.append(Wording(.english).sentence(error, about: backend.name))
                }
            }
            let options = ExecOptions(
                backend, service, program: program, credentials: secrets, environment: environment,
                state: settings.service.state)
            found[backend.name] = PluginOptions(
                options: options, keys: commands.isEmpty ? nil : CommandKeys(commands: commands))
        }
        guard faults.isEmpty else { throw LaunchFailure(.configuration, faults.joined(separator: "\n")) }
        return found
    }
}
