import BackendKit
import Domain

/// The dependencies of a plugin's host.
struct ExecDependencies: Sendable {
    let processes: any ProcessRunner
    /// The keys that are fetched on demand; all others are in the options.
    let keys: (any PluginKeys)?
    let folders: any WorkFolders
    let time: HostClock
    let utc: @Sendable () -> UTCMillis
    let digest: @Sendable ([UInt8]) -> Digest
    let notice: @Sendable (BackendNotice) -> Void

    init(
        processes: any ProcessRunner, keys: (any PluginKeys)? = nil, folders: any WorkFolders, time: HostClock,
        utc: @escaping @Sendable () -> UTCMillis,
        digest: @escaping @Sendable ([UInt8]) -> Digest,
        notice: @escaping @Sendable (BackendNotice) -> Void = { _ in }
    ) {
        self.processes = processes
        self.keys = keys
        self.folders = folders
        self.time = time
        self.utc = utc
        self.digest = digest
        self.notice = notice
    }
}

extension ExecDependencies {
    /// `keys`: the keys that are fetched on demand.
    init(_ host: BackendHost, _ backend: String, keys: (any PluginKeys)?) {
        self.init(
            processes: host.programs.processes, keys: keys, folders: host.programs.folders(of: backend),
            time: host.clock, utc: host.utc, digest: host.programs.digest, notice: host.notice)
    }
}
