public import Domain

/// What a plugin's host reaches the world through.
public struct ExecWorld: Sendable {
    let processes: any ProcessRunner
    let folders: any WorkFolders
    let time: PluginTime
    /// Milliseconds since 1970.
    let utc: @Sendable () -> Int64
    let digest: @Sendable ([UInt8]) -> Digest
    /// Takes a line for the log, of the backend of that name.
    let tell: @Sendable (String, PluginRemark) -> Void

    public init(
        processes: any ProcessRunner, folders: any WorkFolders, time: PluginTime, utc: @escaping @Sendable () -> Int64,
        digest: @escaping @Sendable ([UInt8]) -> Digest,
        tell: @escaping @Sendable (String, PluginRemark) -> Void = { _, _ in }
    ) {
        self.processes = processes
        self.folders = folders
        self.time = time
        self.utc = utc
        self.digest = digest
        self.tell = tell
    }
}
