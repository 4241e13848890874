internal import CSystem
package import Domain
internal import Glibc
internal import PlatformConcurrency
internal import Synchronization

/// Starts child processes. Each one is served by its own thread.
package struct ChildRunner: ProcessRunner {
    package init() {}

    package func start(
        _ order: ChildConfiguration, heard: @escaping @Sendable (ChildEvent) -> Void
    ) async throws(FileFailure) -> any ChildProcess {
        let line = try ChildChannel()
        let started: Result<Int32, FileFailure> = await withCheckedContinuation { continuation in
            do throws(ThreadFailure) {
                try Thread.start("child") {
                    Self.attend(order, line, heard) { continuation.resume(returning: $0) }
                }
            } catch {
                continuation.resume(returning: .failure(FileFailure(errno: error.code)))
            }
        }
        return StartedChild(identifier: try started.get(), line: line)
    }

    private static func attend(
        _ order: ChildConfiguration, _ line: ChildChannel, _ heard: @escaping @Sendable (ChildEvent) -> Void,
        _ started: (Result<Int32, FileFailure>) -> Void
    ) {
        do throws(FileFailure) {
            var loop = try ChildMonitor(order, line, heard)
            started(.success(loop.identifier))
            loop.run()
        } catch {
            started(.failure(error))
        }
    }
}

/// The owner's handle to a child. Releasing it kills the child's process group.
private final class StartedChild: ChildProcess {
    let identifier: Int32
    private let line: ChildChannel

    init(identifier: Int32, line: ChildChannel) {
        self.identifier = identifier
        self.line = line
    }

    deinit {
        line.signal(SIGKILL)
    }

    func send(_ bytes: [UInt8]) { line.queue(bytes) }
    func finish() { line.finish() }

    func signal(_ signal: ChildSignal) {
        switch signal {
        case .terminate: line.signal(SIGTERM)
        case .kill: line.signal(SIGKILL)
        }
    }
}

/// The state that a child's owner shares with the thread that serves the child: queued input, and the process to
/// signal.
final class ChildChannel: Sendable {
    private struct State {
        /// The process identifier until the child is reaped. After that the kernel may reuse the number.
        var pid: Int32?
        var queue: [UInt8] = []
        var isFinished = false
    }

    private let state = Mutex(State())
    private let bell: FileDescriptor

    init() throws(FileFailure) {
        let event = csys_event()
        guard event >= 0 else { throw FileFailure(errno: event) }
        bell = FileDescriptor(adopting: event)
    }

    /// An eventfd, readable when input is queued or the input was closed.
    var wakeupDescriptor: Int32 { bell.number }

    func began(_ pid: Int32) {
        state.withLock { $0.pid = pid }
    }

    /// Makes every later `signal` a no-op.
    func ended() {
        state.withLock { $0.pid = nil }
    }

    func queue(_ bytes: [UInt8]) {
        let isTaken = state.withLock { state in
            guard !state.isFinished else { return false }
            state.queue += bytes
            return true
        }
        if isTaken { ring() }
    }

    func finish() {
        state.withLock { $0.isFinished = true }
        ring()
    }

    /// Takes the queued input, and returns whether it is the last.
    func taken() -> (bytes: [UInt8], isLast: Bool) {
        var counted = [UInt8](repeating: 0, count: 8)
        _ = try? bell.read(into: &counted)
        return state.withLock { state in
            defer { state.queue = [] }
            return (state.queue, state.isFinished)
        }
    }

    func signal(_ number: Int32) {
        state.withLock { state in
            if let pid = state.pid { _ = kill(-pid, number) }
        }
    }

    private func ring() {
        try? bell.write([1, 0, 0, 0, 0, 0, 0, 0])
    }
}

/// Runs on a child's own thread: starts the child, serves its streams and reaps it. One thread does it all because the
/// child gets SIGTERM when the thread that forked it ends (`PR_SET_PDEATHSIG`).
struct ChildMonitor: ~Copyable {
    private let line: ChildChannel
    private let heard: @Sendable (ChildEvent) -> Void
    private let pid: Int32
    private let handle: FileDescriptor
    /// Non-blocking descriptors of the parent's pipe ends; −1 once closed.
    private var input: Int32
    private var output: Int32
    private var errors: Int32
    /// Input that has not been written to the pipe yet.
    private var rest: [UInt8] = []
    private var isLast = false

    init(
        _ order: ChildConfiguration, _ line: ChildChannel, _ heard: @escaping @Sendable (ChildEvent) -> Void
    ) throws(FileFailure) {
        let words = [order.program] + order.arguments
        let folder = try FileDescriptor.folder(order.folder)
        let sandbox = try Sandbox.made(order.sandbox)
        let cage = csys_cage(sandbox: sandbox.number, memory: order.memory ?? 0)
        var child = csys_child()
        let number = folder.number
        let started = try unsafe Self.packed(words).withTerminatingNUL { packed throws(FileFailure) in
            try unsafe Self.packed(order.variables).withTerminatingNUL { variables throws(FileFailure) in
                unsafe csys_start_child(
                    packed, Int32(words.count), variables, Int32(order.variables.count), number, cage, &child)
            }
        }
        guard started == 0 else { throw FileFailure(errno: started) }
        self.line = line
        self.heard = heard
        pid = child.pid
        handle = FileDescriptor(adopting: child.handle)
        (input, output, errors) = (child.input, child.output, child.errors)
        line.began(child.pid)
    }

    deinit {
        for number in [input, output, errors] where number >= 0 { close(number) }
    }

    var identifier: Int32 { pid }

    /// Serves the child until it has ended and `.ended` was reported.
    mutating func run() {
        while wait() {}
        line.ended()
        let how = csys_end_child(pid)
        drain()
        heard(.ended(how < 0 ? .signal(-how) : .code(how)))
    }

    /// Waits for the next event and handles it. Returns `false` when the child has ended.
    private mutating func wait() -> Bool {
        var places = [
            Self.place(handle.number, POLLIN), Self.place(line.wakeupDescriptor, POLLIN),
            Self.place(output, POLLIN), Self.place(errors, POLLIN),
            Self.place(rest.isEmpty ? -1 : input, POLLOUT),
        ]
        guard unsafe poll(&places, nfds_t(places.count), -1) > 0 else { return true }
        if places[1].revents != 0 { take() }
        if places[2].revents != 0, !readOutput() { Self.end(&output) }
        if places[3].revents != 0, !readErrors() { Self.end(&errors) }
        if places[1].revents != 0 || places[4].revents != 0 { push() }
        return places[0].revents == 0
    }

    private mutating func take() {
        let (bytes, isLast) = line.taken()
        rest += bytes
        self.isLast = isLast
    }

    /// Writes as much as the pipe accepts. When the child has closed its input, the rest is discarded.
    private mutating func push() {
        let number = input
        guard number >= 0 else { return rest = [] }
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest.removeFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                rest = []
                Self.end(&input)
            }
        }
        if isLast { Self.end(&input) }
    }

    private func readOutput() -> Bool {
        guard let bytes = Self.chunk(output) else { return false }
        if !bytes.isEmpty { heard(.output(bytes)) }
        return true
    }

    private func readErrors() -> Bool {
        guard let bytes = Self.chunk(errors) else { return false }
        if !bytes.isEmpty { heard(.errors(bytes)) }
        return true
    }

    /// Reads the output that is left in the pipes. It stops when there is none instead of waiting for end of file: a
    /// process that left the child's group may still hold the pipe open.
    private func drain() {
        while let bytes = Self.chunk(output), !bytes.isEmpty { heard(.output(bytes)) }
        while let bytes = Self.chunk(errors), !bytes.isEmpty { heard(.errors(bytes)) }
    }

    /// Reads once. Returns `nil` at end of file, and no bytes when none are available now.
    private static func chunk(_ number: Int32) -> [UInt8]? {
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            let got = unsafe read(number, buffer.baseAddress, buffer.count)
            failure = got < 0 ? errno : got == 0 ? ENODATA : 0
            count = max(0, got)
        }
        switch failure {
        case 0, EAGAIN, EINTR: return bytes
        default: return nil
        }
    }

    private static func end(_ number: inout Int32) {
        if number >= 0 { close(number) }
        number = -1
    }

    private static func place(_ number: Int32, _ events: Int32) -> pollfd {
        pollfd(fd: number, events: Int16(events), revents: 0)
    }

    /// Concatenates the words, each followed by NUL. Throws EINVAL if a word contains NUL.
    private static func packed(_ words: [String]) throws(FileFailure) -> [UInt8] {
        guard words.allSatisfy({ !$0.utf8.contains(0) }) else { throw .failed(code: .invalid) }
        return words.flatMap { Array($0.utf8) + [0] }
    }
}

/// A Landlock ruleset that restricts the files a child can reach: https://docs.kernel.org/userspace-api/landlock.html
package struct Sandbox: ~Copyable {
    /// Whether the kernel supports Landlock and lets this process use it.
    package static let isAvailable = csys_sandbox_version() > 0

    /// The ruleset's descriptor; −1 if the kernel has no Landlock or no sandbox is requested.
    let number: Int32

    private init(number: Int32) {
        self.number = number
    }

    static func made(_ order: ChildSandbox?) throws(FileFailure) -> Sandbox {
        let number = order == nil ? -ENOSYS : csys_sandbox()
        guard number != -ENOSYS, number != -EOPNOTSUPP, let order else { return Sandbox(number: -1) }
        guard number >= 0 else { throw FileFailure(errno: number) }
        let sandbox = Sandbox(number: number)
        try sandbox.allow(order.readable, CSYS_READ)
        try sandbox.allow(order.devices, CSYS_DEVICES)
        try sandbox.allow(order.writable, CSYS_WRITE)
        return sandbox
    }

    deinit {
        if number >= 0 { close(number) }
    }

    private func allow(_ paths: [FolderPath], _ access: csys_sandbox_access) throws(FileFailure) {
        let sandbox = number
        for path in paths {
            let result = try unsafe path.bytes.withCPath { path throws(FileFailure) in
                unsafe csys_sandbox_allow(sandbox, path, access)
            }
            // A path that doesn't exist or can't be reached needs no rule.
            let isAbsent = [-ENOENT, -ENOTDIR, -EACCES, -ELOOP].contains(result)
            guard result == 0 || isAbsent else { throw FileFailure(errno: result) }
        }
    }
}
