import Domain
import FoundationEssentials
import Glibc
import PlatformSystem

/// An installation in folders of its own, with a provider of its own, in which one point of the matrix is tried.
final class FaultSite {
    let root: FolderPath
    let easel: FaultEasel
    private(set) var drops: [FaultDrop] = []

    /// `further` goes below the service's own tables.
    init(
        in parent: FolderPath, named name: String, watch further: String = "", givesAddresses: Bool = false
    ) throws {
        root = parent.appending(name)
        easel = try FaultEasel(givesAddresses: givesAddresses)
        for folder in [inbox, outbox, state, root.appending("making")] {
            try FileManager.default.createDirectory(atPath: folder.shown, withIntermediateDirectories: true)
        }
        try FileDescriptor.folder(root).write(Array(configuration(further).utf8), to: FileName("textifyd.toml"))
    }

    var inbox: FolderPath { root.appending("inbox") }
    var outbox: FolderPath { root.appending("outbox") }
    var state: FolderPath { root.appending("state") }
    var log: FolderPath { root.appending("log") }
    /// It is there once a fault came about.
    var mark: FolderPath { root.appending("mark") }
    /// How many calls of each kind the last run made.
    var counts: FolderPath { root.appending("counts") }

    /// Two prompts and two pictures: what most rows of the matrix work on.
    func dropFour() throws {
        try drop([
            FaultDrop(name: "boat.txt", kind: .prompt("a boat")), FaultDrop(name: "house.png", kind: .picture),
            FaultDrop(name: "lake.txt", kind: .prompt("a lake")), FaultDrop(name: "tree.png", kind: .picture),
        ])
    }

    /// Laid beside and moved in, so that each is whole when it comes.
    func drop(_ fresh: [FaultDrop]) throws {
        let making = try FileDescriptor.folder(root.appending("making"))
        let folder = try FileDescriptor.folder(inbox)
        for drop in fresh {
            try making.write(try drop.bytes, to: FileName(drop.name))
            try making.rename(FileName(drop.name), to: FileName(drop.name), in: folder)
        }
        drops += fresh
    }

    /// Starts the service here, with a fault or without one.
    func start(_ words: [String] = ["--once"], _ fault: FaultInjection? = nil) throws -> ChildService {
        try? FileManager.default.removeItem(atPath: mark.shown)
        var variables = [
            "LD_PRELOAD=" + ChildService.folder + "libtextify-faults.so", "TEXTIFY_FAULT_MARK=" + mark.shown,
            "TEXTIFY_FAULT_COUNT=" + counts.shown,
        ]
        variables += fault?.variables ?? []
        return try ChildService(
            ["--config", root.appending("textifyd.toml").shown] + words, variables: variables, log: log.shown)
    }

    /// Works off what is there once under strace, which kills it at the n-th system call of a kind that a thread makes.
    func startTraced(_ call: String, killedAt number: Int) throws -> ChildService {
        try ChildService(
            ["--config", root.appending("textifyd.toml").shown, "--once"], log: log.shown,
            tracer: [
                "/usr/bin/strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call,
                "-e", "inject=\(call):signal=SIGKILL:when=\(number)",
            ])
    }

    /// Whether the last run met its fault.
    var hasMetFault: Bool { FileManager.default.fileExists(atPath: mark.shown) }

    /// Waits until the service answers on its socket.
    func ready() throws {
        try StatusPoll(socket: state.appending("control.sock").shown) { _ in true }.run()
    }

    /// Whether everything has become what it shall become: the provenance comes last.
    var isDelivered: Bool {
        drops.allSatisfy { FileManager.default.fileExists(atPath: outbox.appending($0.stem + ".json").shown) }
    }

    /// Looks again and again until something holds. `false` when it does not in time.
    func wait(_ limit: Duration, until holds: () -> Bool) -> Bool {
        let start = ContinuousClock.now
        while !holds() {
            guard ContinuousClock.now - start < limit else { return false }
            // Nothing tells when a file of another program comes.
            usleep(20_000)
        }
        return true
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: root.shown)
    }

    private func configuration(_ further: String) -> String {
        """
        [service]
        state = "state"

        [log]
        level = "info"

        [backends.easel]
        type = "openai"
        base_url = "\(easel.url)/v1"
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
}
