import BackendKit
import Domain

extension PluginSession {
    /// A run whose process has been started, in the plugin's own folder. Nothing has been said to it yet. Throws what is
    /// wrong with its program or its folder.
    static func started(
        _ options: ExecOptions, _ voice: PluginVoice, _ world: ExecWorld
    ) async throws(BackendFailure) -> PluginSession {
        let session = PluginSession(voice, world.time)
        do throws(FileFailure) {
            let order = try await PluginEnvironment(options).order(in: "", world.folders)
            session.attach(try await world.processes.start(order) { session.hear($0) })
            return session
        } catch {
            throw PluginEnvironment.unstartable(options, error)
        }
    }
}
