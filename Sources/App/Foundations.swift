import BackendKit
import Configuration
import ControlServer
import Domain
import FoundationEssentials
import PlatformDigest
import PlatformHTTP
import PlatformPictures
import PlatformSystem
import Rendering
import Repositories
import SketchBackend
import Synchronization
import Words

/// What lives as long as the process: the lock on the state, the database, the blobs, the threads. A reload keeps it.
final class Foundations: Sendable {
    let files: any FileSystem
    let meters: Meters
    let spool: SQLiteSpoolRepository
    let blobs: any BlobRepository
    let renderer: CachedRenderer
    let backends: BackendFactory
    let clock = BoottimeClock()
    /// The control socket that the service manager passed, until it is taken.
    private let listeningSocket: Mutex<FileDescriptor?>
    private let http: OnDemandHTTP
    private let lock: StateLock
    private let database: Atomic<Standing>
    /// For calls that may block.
    let disk: ThreadExecutor
    private let claims: FolderClaims
    private let memory: MemoryBudget
    private let cores: ThreadExecutor
    /// On the processor that is kept free, while it is: one picture is ready the sooner. How many threads render may
    /// be set, which is kept to.
    private let spare: SpareThread?
    /// The state folder's mode where others may use it, because the system refuses to change it.
    let openMode: UInt32?

    /// Makes the state folder when there is none, and closes it to others. Throws when it is another user's or lies where
    /// others write, when another instance has it, or when the database can't be opened.
    init(
        _ settings: Settings, allCores: Bool, environment: [String: String],
        listeningSocket: consuming FileDescriptor? = nil
    ) async throws(LaunchFailure) {
        self.listeningSocket = Mutex(listeningSocket)
        let state = settings.service.state
        try StatePlace.check(state)
        disk = ThreadExecutor(name: "disk", threads: 8)
        claims = FolderClaims(executor: disk)
        let (processors, chosen) = (ProcessFigures.processors, settings.service.renderThreads)
        let usual = max(1, processors - (allCores ? 0 : 1))
        let spare = chosen == nil && usual < processors ? SpareThread(name: "render-spare") : nil
        let cores = ThreadExecutor(
            name: "render", threads: chosen ?? usual, after: .seconds(5),
            rest: ProcessMemory.giveBackFreed)
        (self.spare, self.cores) = (spare, cores)
        meters = Meters()
        files = TimedFileSystem(LocalFileSystem(executor: disk, own: state), meters)
        // Before anything is made or closed to others there.
        try await FolderRules.check(settings, on: disk)
        openMode = try Self.prepare(state)
        lock = try Self.lock(state)
        // One that was found damaged is looked through before anything else, or the start ends here.
        database = Atomic(lock.earlier == .interrupted ? .unchecked : .sound)
        do throws(RepositoryFailure) {
            spool = try SQLiteSpoolRepository(folder: state, isSuspect: lock.earlier == .damaged)
        } catch {
            if case .corrupt = error, lock.earlier == .damaged { try? lock.noteDamage() }
            throw LaunchFailure(error, state)
        }
        do throws(FileFailure) { blobs = try DiskBlobRepository(folder: state, threads: disk) } catch {
            throw LaunchFailure(.cannotCreate, Wording(.english).sentence(error, about: state.shown))
        }
        let pictures = PictureRenderer(
            limits: settings.limits.pictures, executor: cores,
            companion: spare.map { RenderingCompanion(thread: $0, cores: cores) })
        memory = pictures.budget
        renderer = CachedRenderer(
            pictures, files: files,
            limit: settings.cachedRenderings, meters: meters)
        http = Self.client(environment)
        backends = BackendFactory(
            sketch: SketchBackend(encode: Self.encode), transport: http, keys: KeyReader(environment: environment),
            plugins: PluginGround(state: state, disk: disk))
    }

    /// For the stores.
    var ground: Ground<BoottimeClock> {
        Ground(
            files: files, spool: spool, blobs: blobs, places: spool, renderer: renderer, clock: clock,
            origin: BoottimeClock.Instant(sinceBoot: .zero), utc: wallClockMilliseconds, seed: randomSeed(),
            mint: { UUID().uuidString.lowercased() }, disk: disk, claims: claims,
            memory: memory)
    }

    /// Gives the passed control socket to whoever serves it: once. `nil` when none was passed.
    func takeListeningSocket() -> FileDescriptor? {
        listeningSocket.withLock { $0.take() }
    }

    /// Returns once the database and both kinds of threads have answered: proof that none of them is stuck.
    func answer() async {
        async let database: Void = spool.answer()
        async let disk: Void = disk.answer()
        async let cores: Void = cores.answer()
        _ = await (database, disk, cores)
    }

    /// Looks through the database where an earlier run was interrupted, while others use it; nothing is looked through
    /// after an end as it should be. Throws what is damaged, which the next start is told.
    func check() async throws(RepositoryFailure) {
        guard lock.earlier == .interrupted else { return }
        do throws(RepositoryFailure) {
            try await spool.check()
            database.store(.sound, ordering: .relaxed)
        } catch {
            guard case .corrupt = error else { return }
            database.store(.damaged, ordering: .relaxed)
            throw error
        }
    }

    func close() async {
        await http.shutdown()
        await spool.close()
        await disk.shutdown()
        await cores.shutdown()
        await spare?.shutdown()
        // Where that can't be noted, the next start looks through the database once more.
        switch database.load(ordering: .relaxed) {
        case .sound: try? lock.endCleanly()
        case .unchecked: break
        case .damaged: try? lock.noteDamage()
        }
    }

    /// The file of trusted certificates is taken from where other programs take it; libcurl does not look there. How
    /// many calls a server gets at once is bounded by its backend, not here, where waiting would count as its delay.
    static func client(_ environment: [String: String]) -> OnDemandHTTP {
        OnDemandHTTP(
            HTTPClientSettings(
                userAgent: "textifyd/\(Version.text)", connectionsPerHost: 1024, idleConnections: 256,
                caFile: ["SSL_CERT_FILE", "CURL_CA_BUNDLE"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty },
                proxies: ProxyRules(environment: environment)))
    }

    @Sendable
    static func encode(
        _ width: Int, _ height: Int, _ texts: [(String, String)], _ pixels: [RGBA]
    ) throws(PictureFailure) -> [UInt8] {
        try PNGEncoder.encode(
            width: width, height: height, texts: texts.map { PNGText(key: $0.0, text: $0.1) }
        ) { y, row in
            for x in 0..<width { row[x] = pixels[y * width + x] }
            return true
        }
    }

    private static func prepare(_ state: FolderPath) throws(LaunchFailure) -> UInt32? {
        do throws(StateFolderFailure) { return try StateFolder.prepare(state) } catch {
            switch error {
            case .file(let failure):
                throw LaunchFailure(.cannotCreate, Wording(.english).sentence(failure, about: state.shown))
            case .foreign(let owner, let user):
                throw LaunchFailure(
                    .noPermission,
                    "the state folder \(state) belongs to another user (\(owner)), who could change what is kept there; "
                        + "textifyd runs as user \(user). Start it as the owner, or give it a --state of its own.")
            }
        }
    }

    private static func lock(_ state: FolderPath) throws(LaunchFailure) -> StateLock {
        do throws(StateLockFailure) {
            return try StateLock(in: state)
        } catch {
            switch error {
            case .held(let pid):
                throw LaunchFailure(
                    .tryAgain,
                    "another textifyd\(pid.map { " (process \($0))" } ?? "") works on the state folder \(state). Stop it first, or give this one "
                        + "a --state of its own.")
            case .file(let failure):
                throw LaunchFailure(
                    .cannotCreate, Wording(.english).sentence(failure, about: state.appending("lock").shown))
            }
        }
    }
}

extension Foundations {
    /// What is known of the database's file.
    private enum Standing: Int, AtomicRepresentable {
        case sound
        /// The last run was interrupted, and nobody has looked through it since.
        case unchecked
        case damaged
    }
}
