package import BackendKit
package import Domain

/// The dependencies of a plugin's host.
package struct ExecDependencies: Sendable {
    let processes: any ProcessRunner
    /// The keys that are fetched on demand; all others are in the options.
    let keys: (any PluginKeys)?
    let folders: any WorkFolders
    let time: PluginClock
    /// Milliseconds since 1970.
    let utc: @Sendable () -> Int64
    let digest: @Sendable ([UInt8]) -> Digest
    let notice: @Sendable (BackendNotice) -> Void

    package init(
        processes: any ProcessRunner, keys: (any PluginKeys)? = nil, folders: any WorkFolders, time: PluginClock,
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

/// A plugin's private folders: its own, and one beneath it for each job. Other plugins have no access. Paths are
/// relative, separated by slashes, and never follow symbolic links.
package protocol WorkFolders: Sendable {
    /// Creates the plugin's own folder, or a folder beneath it with its parents, unless it exists. Returns its absolute
    /// path.
    func make(_ path: String) async throws(FileFailure) -> FolderPath

    /// Reads a whole regular file of at most `limit` bytes. Throws `.missing`, `.notRegular`, `.tooLarge`.
    func read(_ path: String, limit: Int) async throws(FileFailure) -> [UInt8]

    /// Writes a whole file into an existing folder, replacing any file of that name.
    func write(_ bytes: [UInt8], to path: String) async throws(FileFailure)

    /// Removes a folder and its contents as far as possible.
    func remove(_ path: String) async

    /// Returns the folders inside a folder with their modification times in milliseconds since 1970.
    func folders(in path: String) async -> [(name: String, modified: Int64)]
}

/// A plugin's keys that are fetched on demand, for instance from commands.
package protocol PluginKeys: Sendable {
    /// Returns the keys by name. Throws `.config` when one is unavailable.
    func all() async throws(BackendFailure) -> [String: Secret]

    /// Discards the keys after they were rejected; the next call fetches new ones.
    func forget() async
}

/// The clock of a plugin's host.
package struct PluginClock: Sendable {
    /// The time since an arbitrary moment in the past.
    let now: @Sendable () -> Duration
    /// Sleeps; throws when the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    package init<C: Clock<Duration>>(_ clock: C) {
        let start = clock.now
        self.init(now: { start.duration(to: clock.now) }, sleep: { try await clock.sleep(for: $0) })
    }

    /// Returns the result of `work` if it arrives within `limit`; `nil` after that, and when the task is cancelled.
    func within<Answer: Sendable>(
        _ limit: Duration, _ work: @escaping @Sendable () async -> Answer?
    ) async -> Answer? {
        let sleep = sleep
        return await withTaskGroup(of: Answer?.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await sleep(limit)
                return nil
            }
            let answer = await group.next() ?? nil
            group.cancelAll()
            return answer
        }
    }
}
