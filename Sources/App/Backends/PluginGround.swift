import BackendKit
import Configuration
import Domain
import ExecBackend
import PlatformDigest
import PlatformSystem

/// Where plugins live: the state folder, and the thread for what they leave there.
struct PluginGround: Sendable {
    let state: FolderPath
    let disk: ThreadExecutor

    func backend(
        _ options: ExecOptions, _ notice: @escaping @Sendable (BackendNotice) -> Void
    ) -> ExecBackend {
        ExecBackend(options, world(of: options, notice))
    }

    func trial(_ options: ExecOptions, _ notice: @escaping @Sendable (BackendNotice) -> Void) -> PluginTrial {
        PluginTrial(options, world(of: options, notice))
    }

    private func world(
        of options: ExecOptions, _ notice: @escaping @Sendable (BackendNotice) -> Void
    ) -> ExecWorld {
        let root = state.appending("plugins").appending(options.name)
        return ExecWorld(
            processes: ChildRunner(), folders: PluginFolders(folders: PrivateFolders(root: root, executor: disk)),
            time: PluginTime(BoottimeClock()), utc: wallClockMilliseconds, digest: sha256, notice: notice)
    }
}
