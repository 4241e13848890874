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
        let root = state.appending("plugins").appending(options.name)
        return ExecBackend(
            options,
            ExecWorld(
                processes: ChildRunner(), folders: PluginFolders(folders: PrivateFolders(root: root, executor: disk)),
                time: PluginTime(BoottimeClock()), utc: wallClockMilliseconds, digest: sha256, notice: notice))
    }
}
