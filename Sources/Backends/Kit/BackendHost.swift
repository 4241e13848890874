package import Domain

/// The services that the host program provides to backends.
package struct BackendHost: Sendable {
    package let transport: any HTTPTransport
    package let utc: @Sendable () -> UTCMillis
    package let notice: @Sendable (BackendNotice) -> Void
    package let clock: HostClock
    /// Reads a whole file of at most `limit` bytes.
    package let readFile: @Sendable (FolderPath, _ limit: Int) throws(FileFailure) -> [UInt8]
    /// The built-in backend with another credit line.
    package let sketch: @Sendable (_ credit: String) -> any ImageBackend
    package let programs: any ProgramHost

    package init(
        transport: any HTTPTransport, utc: @escaping @Sendable () -> UTCMillis,
        notice: @escaping @Sendable (BackendNotice) -> Void, clock: HostClock,
        readFile: @escaping @Sendable (FolderPath, _ limit: Int) throws(FileFailure) -> [UInt8],
        sketch: @escaping @Sendable (_ credit: String) -> any ImageBackend, programs: any ProgramHost
    ) {
        self.transport = transport
        self.utc = utc
        self.notice = notice
        self.clock = clock
        self.readFile = readFile
        self.sketch = sketch
        self.programs = programs
    }
}

/// Runs the programs of backends.
package protocol ProgramHost: Sendable {
    var processes: any ProcessRunner { get }
    /// The variables of the service's own environment.
    var environment: [String: String] { get }
    var digest: @Sendable ([UInt8]) -> Digest { get }

    /// Returns the absolute path of a program: a word of a command line, or a file in the plugin folder. Throws why it
    /// can't be used.
    func path(of program: ProgramName) throws(BackendSetupFailure) -> String

    /// Returns a sandbox in which a program can access the system's files, its own folder and the given paths; never
    /// the service's state.
    func sandbox(
        _ program: String, readable: [FolderPath], writable: [FolderPath]
    ) throws(BackendSetupFailure) -> ChildSandbox

    /// Reads the keys by name. Throws every unavailable one.
    func keys(_ sources: [String: KeySource]) throws(BackendSetupFailure) -> ProgramKeys

    /// The private folders of the backend of this name.
    func folders(of backend: String) -> any WorkFolders
}

/// A program in the configuration.
package enum ProgramName: Equatable, Sendable {
    /// An absolute path if it contains a slash, else a name to be searched for in `PATH`.
    case command(String)
    /// A file name in the plugin folder.
    case plugin(String)
}

/// The keys of a program.
package struct ProgramKeys: Sendable {
    /// The keys that were read at the start or reload.
    package let secrets: [String: Secret]
    /// The keys that are fetched on demand; `nil` if there are none.
    package let onDemand: (any PluginKeys)?

    package init(secrets: [String: Secret], onDemand: (any PluginKeys)?) {
        self.secrets = secrets
        self.onDemand = onDemand
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

    /// Returns the folders inside a folder with their modification times.
    func folders(in path: String) async -> [(name: String, modified: UTCMillis)]
}

/// A plugin's keys that are fetched on demand, for instance from commands.
package protocol PluginKeys: Sendable {
    /// Returns the keys by name. Throws `.config` when one is unavailable.
    func all() async throws(BackendFailure) -> [String: Secret]

    /// Discards the keys after they were rejected; the next call fetches new ones.
    func forget() async
}

/// A clock whose type is hidden.
package struct HostClock: Sendable {
    /// The time since an arbitrary moment in the past.
    package let now: @Sendable () -> Duration
    /// Sleeps; throws when the task is cancelled.
    package let sleep: @Sendable (Duration) async throws -> Void

    package init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    package init<C: Clock<Duration>>(_ clock: C) {
        let start = clock.now
        self.init(now: { start.duration(to: clock.now) }, sleep: { try await clock.sleep(for: $0) })
    }

    /// Returns the result of `work` if it arrives within `limit`; `nil` after that, and when the task is cancelled.
    package func within<Answer: Sendable>(
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
