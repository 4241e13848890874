import BackendKit
import Configuration
import ControlServer
import Domain
import FoundationEssentials
import GatesSideEffect
import MVIEffects
import PlatformConcurrency
import PlatformDigest
import PlatformHTTP
import PlatformPictures
import PlatformPostgreSQL
import PlatformSystem
import Rendering
import Repositories
import SketchBackend
import Synchronization
import Words

/// Resources that live as long as the process and survive a reload: the lock on the state, the database, the blobs,
/// the threads.
final class ServiceResources: Sendable {
    let files: any FileSystem
    let meters: Meters
    let database: any MaintenanceRepository
    /// The database if other services may share it.
    private let shared: FleetDatabase?
    private let machine: String
    let verification: any VerificationRepository
    let transfer: any PortableArtworkRepository
    /// The repositories in the database.
    let spool: SpoolRepositories
    let storage: BlobAssembly
    var blobs: any BlobRepository & BlobVerification { storage.blobs }
    let renderer: CachedRenderer
    let renderings: Renderings
    let backends: BackendFactory
    let clock = BoottimeClock()
    /// The control socket passed by the service manager, until it is taken.
    private let listeningSocket: Mutex<FileDescriptor?>
    private let http: OnDemandHTTP
    private let lock: StateLock
    private let condition: Atomic<DatabaseCondition>
    /// Runs calls that may block.
    let disk: ThreadExecutor
    private let claims: FolderClaims
    private let memory: MemoryBudget
    private let cores: ThreadExecutor
    /// Uses the processor that is otherwise kept free, so that a single picture is ready sooner. `nil` if the number
    /// of rendering threads is configured.
    private let spare: ForkJoinThread?
    /// The state folder's mode if others have access and the system refuses to change it.
    let openMode: UInt32?

    /// Creates the state folder if necessary and closes it to others. Throws when it belongs to another user or lies
    /// where others can write, when another instance uses it, or when the database can't be opened.
    init(
        _ settings: Settings, allCores: Bool, environment: [String: String],
        listeningSocket: consuming FileDescriptor? = nil
    ) async throws(LaunchFailure) {
        self.listeningSocket = Mutex(listeningSocket)
        let state = settings.service.state
        try StateFolderCheck.check(state)
        disk = ThreadExecutor(name: "disk", threads: 8)
        claims = FolderClaims(executor: disk)
        let (processors, configured) = (Processors.count, settings.service.renderThreads)
        let automatic = max(1, processors - (allCores ? 0 : 1))
        let spare = configured == nil && automatic < processors ? ForkJoinThread(name: "render-spare") : nil
        let cores = ThreadExecutor(
            name: "render", threads: configured ?? automatic, idleTime: .seconds(5),
            idleHandler: ProcessMemory.releaseFreedMemory)
        (self.spare, self.cores) = (spare, cores)
        meters = Meters()
        files = TimedFileSystem(base: LocalFileSystem(executor: disk, own: state), meters: meters)
        // Checked before anything is created or closed to others.
        try await FolderConflictCheck.check(settings, on: disk)
        openMode = try Self.prepare(state)
        lock = try Self.lock(state)
        condition = Atomic(lock.earlier == .interrupted ? .unchecked : .sound)
        let opened = try Self.open(settings, lock)
        (database, verification) = (opened, opened)
        let shared = opened as? FleetDatabase
        self.shared = shared
        if shared == nil { machine = "" } else { machine = try Self.machine(in: state) }
        (spool, transfer) = (opened.repositories, opened.portableArtworks)
        let renderings = Renderings(settings.cache)
        self.renderings = renderings
        let pictures = PictureRenderer(
            limits: settings.limits.pictures, executor: cores,
            parallelRunner: spare.map { SpareThreadRendering(thread: $0, cores: cores) })
        memory = pictures.budget
        renderer = CachedRenderer(pictures, files: files, renderings, meters: meters)
        http = Self.client(environment) { shared?.lease.isValid ?? true }
        storage = try BlobAssembly(
            settings, opened, disk: disk, transport: http, keys: KeyReader(environment: environment), clock: clock
        ) { await renderings.remove(of: $0) }
        backends = BackendFactory(
            sketch: SketchBackend(encode: Self.encode), transport: http, keys: KeyReader(environment: environment),
            state: state, disk: disk)
    }

    /// Opens the configured database. A file that was found damaged is checked before anything else, or the start ends
    /// here.
    private static func open(
        _ settings: Settings, _ lock: borrowing StateLock
    ) throws(LaunchFailure) -> any SQLStore & MaintenanceRepository & VerificationRepository {
        let state = settings.service.state
        if let address = settings.databaseAddress {
            do throws(RepositoryFailure) {
                return try FleetDatabase(PostgreSQLSettings(address: address))
            } catch {
                throw LaunchFailure(error, about: address)
            }
        }
        do throws(RepositoryFailure) {
            return try SpoolDatabase(folder: state, isSuspect: lock.earlier == .damaged)
        } catch {
            if case .corrupt = error, lock.earlier == .damaged { try? lock.markDamaged() }
            throw LaunchFailure(error, state)
        }
    }

    private static func machine(in state: FolderPath) throws(LaunchFailure) -> String {
        do throws(FileFailure) { return try StateFolderIdentity.ensure(in: state) } catch {
            throw LaunchFailure(.cannotCreate, Wording(.english).sentence(error, about: state.shown))
        }
    }

    /// Makes this service a node of those that share its database, under a new identity. Does nothing if none can.
    func join() async throws(RepositoryFailure) {
        guard let shared else { return }
        let id = NodeID(UUID().uuidString.lowercased())
        try await shared.join(
            Node(id: id, name: ProcessInfo.processInfo.hostName, machine: machine, version: Version.text))
    }

    /// Beats until the task is cancelled, for a process that is a node without running the stores.
    func beat() async {
        guard let fleet = spool.fleet else { return }
        while await clock.wait(Lease.beatInterval) { _ = try? await fleet.beat(NodeReach(folders: [])) }
    }

    /// The stores' dependencies.
    var storeDependencies: StoreDependencies<BoottimeClock> {
        StoreDependencies(
            files: files, spool: spool, blobs: blobs, renderer: renderer, clock: clock,
            origin: BoottimeClock.Instant(sinceBoot: .zero), utc: UTCMillis.now, seed: randomSeed(),
            makeMarker: { UUID().uuidString.lowercased() }, disk: disk, claims: claims, memory: memory,
            gates: gateSources, channels: channels.source, removeRenderings: renderings.remove)
    }

    private var channels: NotificationChannels {
        NotificationChannels(transport: http, keys: backends.keys, state: backends.state, disk: disk)
    }

    private var gateSources: GateSources {
        GateSources(
            zone: LocalZone.rules,
            power: { [disk] in
                await disk.run { Result { () throws(FileFailure) in try PowerSupplies.read() } }
            },
            fix: { [disk] address in
                await disk.run { Result { () throws(GPSDFailure) in try GPSDClient(address).fix() } }
            })
    }

    /// Returns the passed control socket once; `nil` if none was passed.
    func takeListeningSocket() -> FileDescriptor? {
        listeningSocket.withLock { $0.take() }
    }

    /// Returns once the database, the file threads and the rendering threads have responded.
    func answer() async {
        async let database: Void = database.answer()
        async let disk: Void = disk.answer()
        async let cores: Void = cores.answer()
        _ = await (database, disk, cores)
    }

    /// Checks the database if an earlier run was interrupted, while it is in use. After a clean stop nothing is
    /// checked. Throws the damage, which is also recorded for the next start.
    func check() async throws(RepositoryFailure) {
        guard lock.earlier == .interrupted else { return }
        do throws(RepositoryFailure) {
            try await database.check()
            condition.store(.sound, ordering: .relaxed)
        } catch {
            guard case .corrupt = error else { return }
            condition.store(.damaged, ordering: .relaxed)
            throw error
        }
    }

    func close() async {
        await http.shutdown()
        await storage.close()
        // Without it others take this node's work over only once its lease has ended.
        try? await shared?.leave()
        await database.close()
        await disk.shutdown()
        await cores.shutdown()
        await spare?.shutdown()
        // If this can't be recorded, the next start checks the database once more.
        switch condition.load(ordering: .relaxed) {
        case .sound: try? lock.markCleanExit()
        case .unchecked: break
        case .damaged: try? lock.markDamaged()
        }
    }

    /// The trusted certificates' file is taken from the variables that other programs use, which libcurl does not read.
    /// Concurrent calls are limited per backend instead of here, because waiting here would be mistaken for a slow
    /// server.
    static func client(
        _ environment: [String: String], mayPay: @escaping @Sendable () -> Bool = { true }
    ) -> OnDemandHTTP {
        var settings = HTTPClientSettings(userAgent: "textifyd/\(Version.text)")
        settings.connectionsPerHost = 1024
        settings.idleConnections = 256
        settings.caFile = ["SSL_CERT_FILE", "CURL_CA_BUNDLE"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        settings.proxies = ProxyRules(environment: environment)
        settings.mayPay = mayPay
        return OnDemandHTTP(settings)
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

    @discardableResult
    static func prepare(_ state: FolderPath) throws(LaunchFailure) -> UInt32? {
        do throws(StateFolderFailure) { return try StateFolder.prepare(state) } catch {
            throw LaunchFailure(error, state, Wording(.english))
        }
    }

    static func lock(_ state: FolderPath) throws(LaunchFailure) -> StateLock {
        do throws(StateLockFailure) {
            return try StateLock(in: state)
        } catch {
            switch error {
            case .held(let pid):
                throw LaunchFailure(
                    .tryAgain,
                    "another textifyd\(pid.map { " (process \($0))" } ?? "") is using the state folder \(state). Stop it first, "
                        + "or choose another folder with --state.")
            case .file(let failure):
                throw LaunchFailure(
                    .cannotCreate, Wording(.english).sentence(failure, about: state.appending("lock").shown))
            }
        }
    }
}

extension ServiceResources {
    /// The known condition of the database file.
    private enum DatabaseCondition: Int, AtomicRepresentable {
        case sound
        /// The last run was interrupted, and the file has not been checked since.
        case unchecked
        case damaged
    }
}

/// An HTTP client that is created by the first request, so that a service without remote backends does not load its
/// library.
final class OnDemandHTTP: HTTPTransport {
    private enum State {
        case idle
        case serving(HTTPClient)
        case ended
    }

    private let settings: HTTPClientSettings
    private let state = Mutex(State.idle)

    init(_ settings: HTTPClientSettings) {
        self.settings = settings
    }

    func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        try await client().perform(request)
    }

    /// Cancels running requests. Later ones fail.
    func shutdown() async {
        let previous = state.withLock { state in
            defer { state = .ended }
            return state
        }
        if case .serving(let client) = previous { await client.shutdown() }
    }

    private func client() throws(HTTPFailure) -> HTTPClient {
        let made = state.withLock { state -> Result<HTTPClient, HTTPFault> in
            switch state {
            case .serving(let client): return .success(client)
            case .ended: return .failure(HTTPFault(.stopped))
            case .idle:
                let made = Result { () throws(HTTPFault) in try HTTPClient(settings) }
                if case .success(let client) = made { state = .serving(client) }
                return made
            }
        }
        do throws(HTTPFault) { return try made.get() } catch { throw .notSent(host: "", error) }
    }
}
