import Configuration
import Domain
import ExecBackend
import PlatformSystem
import Words

/// The options that a plugin is started with.
struct PluginOptions: Sendable {
    let options: ExecOptions
    /// Its keys that come from commands.
    let keys: CommandKeys?

    /// Reads the options of all plugins, by backend name. Throws every unavailable program and key at once.
    /// `isCheck`: skips systemd credentials, which are not available outside a start by systemd.
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
