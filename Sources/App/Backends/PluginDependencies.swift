import BackendKit
import Configuration
import Domain
import ExecBackend
import PlatformConcurrency
import PlatformDigest
import PlatformSystem

/// The dependencies of plugins: the state folder, and the threads for file access.
struct PluginDependencies: Sendable {
    let state: FolderPath
    let disk: ThreadExecutor

    func backend(
        _ plugin: PluginOptions, _ notice: @escaping @Sendable (BackendNotice) -> Void
    ) -> ExecBackend {
        ExecBackend(plugin.options, world(of: plugin, notice))
    }

    func trial(_ plugin: PluginOptions, _ notice: @escaping @Sendable (BackendNotice) -> Void) -> PluginConformanceTest
    {
        PluginConformanceTest(plugin.options, world(of: plugin, notice))
    }

    private func world(
        of plugin: PluginOptions, _ notice: @escaping @Sendable (BackendNotice) -> Void
    ) -> ExecDependencies {
        let root = state.appending("plugins").appending(plugin.options.name)
        return ExecDependencies(
            processes: ChildRunner(), keys: plugin.keys,
            folders: PluginFolders(folders: PrivateFolderTree(root: root, executor: disk)),
            time: PluginClock(BoottimeClock()), utc: wallClockMilliseconds, digest: sha256, notice: notice)
    }
}
