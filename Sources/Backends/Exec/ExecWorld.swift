package import BackendKit
package import Domain

/// What a plugin's host reaches the world through.
package struct ExecWorld: Sendable {
    let processes: any ProcessRunner
    /// Those that are had when they are needed; the others are in the options.
    let keys: (any PluginKeys)?
    let folders: any WorkFolders
    let time: PluginTime
    /// Milliseconds since 1970.
    let utc: @Sendable () -> Int64
    let digest: @Sendable ([UInt8]) -> Digest
    let notice: @Sendable (BackendNotice) -> Void

    package init(
        processes: any ProcessRunner, keys: (any PluginKeys)? = nil, folders: any WorkFolders, time: PluginTime,
        utc: @escaping @Sendable () -> Int64,
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
