import ControlAPI
import ControlClient
import Domain
import FoundationEssentials
import Glibc
import Loopback
import PlatformDigest
import PlatformPictures
import PlatformSystem
import Synchronization

/// An installation with its own folders and its own provider, in which one point of the matrix is tried.
final class FaultInstallation {
    let root: FolderPath
    let easel: FaultImageServer
    private(set) var drops: [FaultDrop] = []
    /// The database that its services share; `nil` if there is one service with a file.
    let shared: FaultSharedDatabase?
    /// The outputs that were delivered more than once, although each is taken away at once.
    private(set) var doubles: [String] = []

    /// `further` is appended to the `[[watch]]` table of the configuration. With `tagsArtworks`, the provider's vision
    /// model tags every artwork.
    init(
        in parent: FolderPath, named name: String, watch further: String = "", givesAddresses: Bool = false,
        tagsArtworks: Bool = false, shared: FaultSharedDatabase? = nil
    ) throws {
        root = parent.appending(name)
        self.shared = shared
        let place = root
        easel = try FaultImageServer(givesAddresses: givesAddresses, delay: shared?.delay ?? .zero) {
            try? FileDescriptor.folder(place).replace(Self.askedName, with: [])
        }
        for folder in [inbox, outbox, state, root.appending("making"), root.appending("taken")] {
            try FileManager.default.createDirectory(atPath: folder.shown, withIntermediateDirectories: true)
        }
        let watch = tagsArtworks ? further + visionModel : further
        for node in 1...(shared?.urls.count ?? 1) {
            let text = configuration(watch, node)
            try FileDescriptor.folder(root).write(Array(text.utf8), to: FileName(configurationName(of: node)))
        }
    }

    var inbox: FolderPath { root.appending("inbox") }
    var outbox: FolderPath { root.appending("outbox") }
    var state: FolderPath { root.appending("state") }
    var log: FolderPath { root.appending("log") }
    /// A file that exists once a fault was triggered.
    var mark: FolderPath { root.appending("mark") }
    /// The file with the number of calls of each kind in the last run.
    var counts: FolderPath { root.appending("counts") }
    /// A file that exists once the service was asked to do what a row is about, or asked a vision model.
    var asked: FolderPath { root.appending(Self.askedName.shown) }
    private static let askedName = FileName("asked")

    /// Drops two prompts, one of them for two samples, two pictures and a file that is refused, the input of most rows.
    func dropSample() throws {
        try drop([
            FaultDrop(name: "blank.txt", kind: .refused),
            FaultDrop(name: "boat.txt", kind: .prompt("a boat")), FaultDrop(name: "house.png", kind: .picture),
            FaultDrop(name: "lake.txt", kind: .prompt("a lake"), samples: 2),
            FaultDrop(name: "tree.png", kind: .picture),
        ])
    }

    /// The folder with the results: the outbox, or for services that share a database, the one to which they are taken from
    /// there.
    var delivered: FolderPath { shared == nil ? outbox : root.appending("taken") }

    /// Whether a file tells of a job that waits for a person, which the service removes itself.
    static func isNote(_ name: FileName) -> Bool { name.shown.hasSuffix(".waiting.txt") }

    /// Takes all results out of the outbox, as a consumer may who looks often.
    func take() throws {
        let source = try FileDescriptor.folder(outbox)
        let target = try FileDescriptor.folder(delivered)
        for entry in try source.list() where entry.name.bytes.first != UInt8(ascii: ".") && !Self.isNote(entry.name) {
            if FileManager.default.fileExists(atPath: delivered.appending(entry.name).shown) {
                doubles.append(entry.name.shown)
            }
            try source.rename(entry.name, to: entry.name, in: target)
        }
    }

    /// Writes the files next to the watch folder and moves them in, so that each appears complete.
    func drop(_ fresh: [FaultDrop]) throws {
        let making = try FileDescriptor.folder(root.appending("making"))
        let folder = try FileDescriptor.folder(inbox)
        for drop in fresh {
            try making.write(try drop.bytes, to: FileName(drop.name))
            try making.rename(FileName(drop.name), to: FileName(drop.name), in: folder)
        }
        drops += fresh
    }

    /// Starts the service in this installation, optionally with a fault.
    func start(
        _ words: [String] = ["--once"], _ fault: FaultInjection? = nil, node: Int = 1, variables further: [String] = [],
        through tracer: [String] = []
    ) throws -> ChildService {
        try? FileManager.default.removeItem(atPath: mark(of: node).shown)
        var variables = [
            "LD_PRELOAD=" + ChildService.folder + "libtextify-faults.so", "TEXTIFY_FAULT_MARK=" + mark(of: node).shown,
            "TEXTIFY_FAULT_COUNT=" + counts(of: node).shown,
        ]
        variables += (fault?.variables ?? []) + further
        return try ChildService(
            ["--config", root.appending(configurationName(of: node)).shown] + words, variables: variables,
            log: log(of: node).shown, tracer: tracer)
    }

    /// Starts the service with a fault that counts once `asked` exists, kills it there or when the work is done, and starts
    /// it again until the work is done. `act`: what is asked of the first run, with what went wrong. Returns what went wrong;
    /// `nil` if the service makes fewer calls until the work is done.
    func interrupt(
        _ fault: FaultInjection, until isDone: () -> Bool, act: () throws -> [String] = { [] }
    ) throws -> [String]? {
        var fault = fault
        fault.condition = asked
        let first = try start([], fault)
        let refused = try act()
        let isOver = wait(.seconds(30)) { wasFaultTriggered || isDone() }
        let wasTriggered = wasFaultTriggered
        first.send(SIGKILL)
        _ = first.ending(within: .seconds(10))
        if !refused.isEmpty { return refused }
        if isOver, !wasTriggered { return nil }
        var wrongs = isOver ? [] : ["neither killed nor done"]
        let second = try start([])
        if !wait(.seconds(30), until: isDone) { wrongs.append("not done by the second run") }
        second.stop()
        if second.ending(within: .seconds(60)) != .code(0) { wrongs.append("the second run failed") }
        return wrongs
    }

    /// Starts one run (`--once`) under strace, which kills it at the `number`-th system call of a kind in any one
    /// thread.
    func startTraced(_ call: String, killedAt number: Int) throws -> ChildService {
        try ChildService(
            ["--config", root.appending("textifyd.toml").shown, "--once"], log: log.shown,
            tracer: [
                "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call,
                "-e", "inject=\(call):signal=SIGKILL:when=\(number)",
            ])
    }

    /// Whether the fault of the last run was triggered.
    var wasFaultTriggered: Bool { FileManager.default.fileExists(atPath: mark.shown) }

    /// Waits until the service answers on its socket.
    func ready(node: Int = 1) throws {
        try StatusPoll(socket: socket(of: node).shown) { _ in true }.run()
    }

    var failed: FolderPath { inbox.appending("failed") }

    /// Whether every drop has been delivered: its provenance file is written last. A refused one is moved away.
    var isDelivered: Bool {
        drops.allSatisfy { drop in
            let last =
                drop.isRefused
                ? [failed.appending(drop.name)] : drop.jobs.map { outbox.appending($0.stem + ".json") }
            return last.allSatisfy { FileManager.default.fileExists(atPath: $0.shown) }
        }
    }

    /// Asks the running service to retry a job. The service may be killed meanwhile.
    func retry(_ job: String) throws {
        let _: JobDetail? = try ask { try await $0.post("/v1/jobs/\(job)/retry") }
    }

    /// Corrects a refused file where it is kept.
    func correct(_ drop: FaultDrop, _ prompt: String) throws {
        try FileDescriptor.folder(failed).replace(FileName(drop.name), with: Array(prompt.utf8))
        drops.removeAll { $0.name == drop.name }
        drops.append(FaultDrop(name: drop.name, kind: .corrected(prompt)))
    }

    /// Polls until `holds` returns `true`. Returns `false` on timeout.
    func wait(_ limit: Duration, until holds: () -> Bool) -> Bool {
        let start = ContinuousClock.now
        while !holds() {
            guard ContinuousClock.now - start < limit else { return false }
            // There is no notification for another program's files here.
            usleep(20_000)
        }
        return true
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: root.shown)
    }

    private func configuration(_ further: String, _ node: Int) -> String {
        """
        [service]
        state = "\(name("state", of: node))"

        [log]
        level = "info"
        \(shared?.tables(of: node) ?? "")

        [backends.easel]
        type = "openai"
        base_url = "\(shared?.providers[node] ?? easel.url)/v1"
        model = "painter-1"
        probe_interval = "100ms"
        cost = { per_picture = "0.01 USD" }

        [[watch]]
        path = "inbox"
        outbox = "outbox"
        backend = "easel"
        settle = { picture = "0s", prompt = "0s" }
        existing = "take"
        outputs = ["txt"]
        art.columns = 16
        request.size = "64x64"
        \(further)

        """
    }

    private func configurationName(of node: Int) -> String { name("textifyd", of: node) + ".toml" }

    private var visionModel: String {
        """
        suggest = "apply"

        [backends.eyes]
        type = "openai-chat"
        base_url = "\(easel.url)/v1"
        model = "eyes-1"
        cost = { per_picture = "0.01 USD" }

        [library.suggest]
        backend = "eyes"
        """
    }
}

/// A database on a server that several services share, as their configurations have it.
struct FaultSharedDatabase {
    /// The address by which each service reaches it.
    var urls: [String]
    /// The address by which the harness does, without faults.
    var direct: String
    /// The time that the provider takes for a picture, so that faults meet calls.
    var delay = Duration.milliseconds(150)
    /// Further tables of the configuration, such as `[blobs]`.
    var further = ""
    /// Whether the pictures are in the database too.
    var hasPictures = true
    /// The address of the provider for some of the services, without a path.
    var providers: [Int: String] = [:]

    func tables(of node: Int) -> String {
        """

        [database]
        url = "\(urls[node - 1])"

        \(further)
        """
    }
}

/// The files of each service. The first one has the names that the only service of an installation has.
extension FaultInstallation {
    func name(_ name: String, of node: Int) -> String { node == 1 ? name : "\(name)-\(node)" }
    func mark(of node: Int) -> FolderPath { root.appending(name("mark", of: node)) }
    func counts(of node: Int) -> FolderPath { root.appending(name("counts", of: node)) }
    func log(of node: Int) -> FolderPath { root.appending(name("log", of: node)) }
    func state(of node: Int) -> FolderPath { root.appending(name("state", of: node)) }
    func socket(of node: Int) -> FolderPath { state(of: node).appending("control.sock") }

    /// Whether the fault of a service's last run was triggered.
    func wasFaultTriggered(in node: Int) -> Bool { FileManager.default.fileExists(atPath: mark(of: node).shown) }
}

/// A file to drop into an installation's watch folder.
struct FaultDrop {
    enum Kind {
        case picture
        case prompt(String)
        /// A text without a prompt.
        case refused
        /// A refused file that was corrected in `failed` and may have been read again.
        case corrected(String)
    }

    /// One of its jobs.
    struct Part {
        let name: String
        var stem: String { FileName(name).stem.shown }
    }

    let name: String
    let kind: Kind
    /// The number of pictures of a prompt.
    var samples = 1

    /// Its jobs, by name.
    var jobs: [Part] {
        guard samples > 1 else { return [Part(name: name)] }
        return (1...samples).map { Part(name: FileName(name).part(line: 0, Sample($0, of: samples)).shown) }
    }

    var prompt: String? {
        switch kind {
        case .prompt(let words), .corrected(let words): words
        case .picture, .refused: nil
        }
    }

    var isRefused: Bool { if case .refused = kind { true } else { false } }
    var isCorrected: Bool { if case .corrected = kind { true } else { false } }

    /// The extensions of its outputs.
    var endings: [String] {
        switch kind {
        case .picture: ["json", "txt"]
        case .prompt, .corrected: ["json", "picture.png", "txt"]
        case .refused: []
        }
    }

    var bytes: [UInt8] {
        get throws {
            if let prompt { return Array(((samples > 1 ? "+++\nsamples = \(samples)\n+++\n" : "") + prompt).utf8) }
            return isRefused ? Array(" \n".utf8) : try FaultImageServer.picture(of: name)
        }
    }
}

/// A fault for one run of the service: selected calls of one kind fail, or the process is killed there.
struct FaultInjection {
    /// `open`, `read`, `write`, `sync`, `rename`, `link`, `unlink`, `mkdir`, `truncate`, `close`, `connect`, `send`,
    /// `receive`, `wait`, or `any` of them.
    let call: String
    /// The name of an errno, `short` (half the size), `kill` (before the call) or `killed` (after it);
    /// `stop` and `stopped` send SIGSTOP instead of SIGKILL.
    let effect: String
    /// The first affected call, counted from 1 over the whole process, or since `condition` exists.
    let first: Int
    /// The last affected call; `nil` for no end.
    let last: Int?
    /// Limits the fault to files whose path contains this.
    var path: String?
    /// Limits the fault to the time while this file exists.
    var condition: FolderPath?

    init(_ call: String, _ effect: String, from first: Int = 1, to last: Int? = nil) {
        self.call = call
        self.effect = effect
        self.first = first
        self.last = last
    }

    /// A fault at a single call.
    static func at(_ number: Int, _ call: String, _ effect: String) -> Self {
        Self(call, effect, from: number, to: number)
    }

    var name: String { "\(call) \(first)\(last == nil ? " and later" : "") \(effect)" }

    /// The environment variables that the fault library (`CFaults`) reads.
    var variables: [String] {
        var variables = ["TEXTIFY_FAULT=\(call):\(effect):\(first):\(last ?? 0)"]
        if let path { variables.append("TEXTIFY_FAULT_PATH=" + path) }
        if let condition { variables.append("TEXTIFY_FAULT_WHILE=" + condition.shown) }
        return variables
    }
}

/// A server for OpenAI's image API that makes a picture specific to each prompt, for questions about pictures, and
/// counts what it sold.
final class FaultImageServer: Sendable {
    private struct Body: Decodable {
        let prompt: String
    }

    private final class Sales: Sendable {
        private let counts = Mutex<[String: Int]>([:])
        /// The number of orders with each key.
        let keys = Mutex<[String: Int]>([:])
        /// Whether answers contain a URL instead of the picture.
        let givesAddresses: Bool
        /// The number of failed downloads so far.
        let refusals = Mutex(0)
        let isAway = Mutex(false)
        /// The time that a picture takes.
        let delay: UInt32

        init(givesAddresses: Bool, delay: Duration) {
            self.givesAddresses = givesAddresses
            self.delay = UInt32(delay / .microseconds(1))
            if givesAddresses { isAway.withLock { $0 = true } }
        }

        var value: [String: Int] { counts.withLock { $0 } }

        func note(_ prompt: String) {
            counts.withLock { $0[prompt, default: 0] += 1 }
        }
    }

    private let server: Server
    private let sales: Sales

    /// With `givesAddresses`, answers contain URLs whose downloads fail until `allowDownloads()`. `onQuestion` is called
    /// for each question about a picture, before it is answered.
    init(
        givesAddresses: Bool = false, delay: Duration = .zero, onQuestion: @escaping @Sendable () -> Void = {}
    ) throws {
        let sales = Sales(givesAddresses: givesAddresses, delay: delay)
        self.sales = sales
        server = try Server { request in
            if let words = Self.words(of: request.target) { return Self.fetched(words, sales) }
            guard request.method == "POST" else { return .json(#"{"data":[{"id":"painter-1"}]}"#) }
            if request.target.hasSuffix("/chat/completions") {
                onQuestion()
                sales.note(Self.question(about: request.body))
                return .json(#"{"choices":[{"message":{"content":"[\"seen\"]"}}]}"#)
            }
            guard let body = try? JSONDecoder().decode(Body.self, from: Data(request.body)),
                let picture = try? Self.picture(of: body.prompt)
            else { return .status(400) }
            sales.note(body.prompt)
            if let key = request.header("Idempotency-Key") { sales.keys.withLock { $0[key, default: 0] += 1 } }
            usleep(sales.delay)
            if sales.givesAddresses { return .json(Self.address(of: body.prompt, asked: request)) }
            return .json("{\"data\":[{\"b64_json\":\"\(Data(picture).base64EncodedString())\"}]}")
        }
    }

    var url: String { server.url }

    /// The number of times each picture was asked about.
    var questions: [Int] { sold.filter { $0.key.hasPrefix(Self.questionPrefix) }.map(\.value) }

    private static let questionPrefix = "about "

    /// A name for a question, by its whole text, which contains the picture.
    private static func question(about body: [UInt8]) -> String { questionPrefix + sha256(body).hex }

    /// The number of failed downloads.
    var refusals: Int { sales.refusals.withLock { $0 } }

    /// Lets downloads succeed from now on.
    func allowDownloads() { sales.isAway.withLock { $0 = false } }

    private static let place = "/pictures/"

    /// The prompt whose picture `path` names; `nil` for any other path.
    private static func words(of path: String) -> String? {
        guard path.hasPrefix(place) else { return nil }
        return String(path.dropFirst(place.count).map { $0 == "-" ? " " : $0 })
    }

    private static func address(of words: String, asked request: ReceivedRequest) -> String {
        let host = request.header("Host") ?? ""
        return "{\"data\":[{\"url\":\"http://\(host)\(place)\(String(words.map { $0 == " " ? "-" : $0 }))\"}]}"
    }

    private static func fetched(_ words: String, _ sales: Sales) -> Answer {
        guard !sales.isAway.withLock({ $0 }) else {
            sales.refusals.withLock { $0 += 1 }
            return .status(503)
        }
        guard let picture = try? picture(of: words) else { return .status(404) }
        return .status(200, headers: [("Content-Type", "image/png")], body: picture)
    }

    /// The keys with which more than one order came.
    var repeatedKeys: [String] { sales.keys.withLock { keys in keys.filter { $0.value > 1 }.map(\.key) } }

    /// The number of sales of each prompt.
    var sold: [String: Int] { sales.value }

    /// Makes the picture of a prompt, always with the same bytes.
    static func picture(of words: String) throws -> [UInt8] {
        let hue = words.utf8.reduce(UInt8(7)) { $0 &* 31 &+ $1 }
        return try PNGEncoder.encode(width: 32, height: 32) { y, pixels in
            for x in 0..<32 {
                pixels[x] = RGBA(red: hue &+ UInt8(x * 3), green: UInt8(y * 7), blue: hue &* UInt8(1 + x / 8))
            }
            return true
        }
    }
}
