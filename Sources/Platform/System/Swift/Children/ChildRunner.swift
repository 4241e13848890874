internal import CSystem
package import Domain
internal import Glibc
internal import PlatformConcurrency
internal import Synchronization

/// Starts child processes. Each one is served by its own thread.
package struct ChildRunner: ProcessRunner {
    package init() {}

    package func start(
        _ order: ChildConfiguration, onEvent notify: @escaping @Sendable (ChildEvent) -> Void
    ) async throws(FileFailure) -> any ChildProcess {
        let channel = try ChildChannel()
        let started: Result<Int32, FileFailure> = await withCheckedContinuation { continuation in
            do throws(ThreadFailure) {
                try Thread.start("child") {
                    Self.serve(order, channel, notify) { continuation.resume(returning: $0) }
                }
            } catch {
                continuation.resume(returning: .failure(FileFailure(errno: error.code)))
            }
        }
        return StartedChild(identifier: try started.get(), channel: channel)
    }

    private static func serve(
        _ order: ChildConfiguration, _ channel: ChildChannel, _ notify: @escaping @Sendable (ChildEvent) -> Void,
        _ started: (Result<Int32, FileFailure>) -> Void
    ) {
        do throws(FileFailure) {
            var monitor = try ChildMonitor(order, channel, notify)
            started(.success(monitor.pid))
            monitor.run()
        } catch {
            started(.failure(error))
        }
    }
}

/// The owner's handle to a child. Releasing it kills the child's process group.
private final class StartedChild: ChildProcess {
    let identifier: Int32
    private let channel: ChildChannel

    init(identifier: Int32, channel: ChildChannel) {
        self.identifier = identifier
        self.channel = channel
    }

    deinit {
        channel.signal(SIGKILL)
    }

    func send(_ bytes: [UInt8]) { channel.queue(bytes) }
    func finish() { channel.finish() }

    func signal(_ signal: ChildSignal) {
        switch signal {
        case .terminate: channel.signal(SIGTERM)
        case .kill: channel.signal(SIGKILL)
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
    private let wakeup: FileDescriptor

    init() throws(FileFailure) {
        let event = csys_event()
        guard event >= 0 else { throw FileFailure(errno: event) }
        wakeup = FileDescriptor(adopting: event)
    }

    /// An eventfd, readable when input is queued or the input was closed.
    var wakeupDescriptor: Int32 { wakeup.number }

    /// Sets the process to signal; `nil` makes every later `signal` a no-op.
    func setProcess(_ pid: Int32?) {
        state.withLock { $0.pid = pid }
    }

    func queue(_ bytes: [UInt8]) {
        let isTaken = state.withLock { state in
            guard !state.isFinished else { return false }
            state.queue += bytes
            return true
        }
        if isTaken { wake() }
    }

    func finish() {
        state.withLock { $0.isFinished = true }
        wake()
    }

    /// Takes the queued input, and returns whether it is the last.
    func takeInput() -> (bytes: [UInt8], isLast: Bool) {
        var counter = [UInt8](repeating: 0, count: 8)
        _ = try? wakeup.read(into: &counter)
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

    private func wake() {
        try? wakeup.write([1, 0, 0, 0, 0, 0, 0, 0])
    }
}

/// Runs on a child's own thread: starts the child, serves its streams and reaps it. One thread does it all because the
/// child gets SIGTERM when the thread that forked it ends (`PR_SET_PDEATHSIG`).
struct ChildMonitor: ~Copyable {
    private let channel: ChildChannel
    private let notify: @Sendable (ChildEvent) -> Void
    let pid: Int32
    private let handle: FileDescriptor
    /// Non-blocking descriptors of the parent's pipe ends; −1 once closed.
    private var input: Int32
    private var output: Int32
    private var errors: Int32
    /// Input that has not been written to the pipe yet.
    private var rest: [UInt8] = []
    private var isLast = false

    init(
        _ order: ChildConfiguration, _ channel: ChildChannel, _ notify: @escaping @Sendable (ChildEvent) -> Void
    ) throws(FileFailure) {
        let words = [order.program] + order.arguments
        let folder = try FileDescriptor.folder(order.folder)
        let sandbox = try Sandbox.make(order.sandbox)
        let limits = csys_cage(sandbox: sandbox.number, memory: order.memory ?? 0)
        var child = csys_child()
        let number = folder.number
        let started = try unsafe Self.packed(words).withTerminatingNUL { packed throws(FileFailure) in
            try unsafe Self.packed(order.variables).withTerminatingNUL { variables throws(FileFailure) in
                unsafe csys_start_child(
                    packed, Int32(words.count), variables, Int32(order.variables.count), number, limits, &child)
            }
        }
        guard started == 0 else { throw FileFailure(errno: started) }
        self.channel = channel
        self.notify = notify
        pid = child.pid
        handle = FileDescriptor(adopting: child.handle)
        (input, output, errors) = (child.input, child.output, child.errors)
        channel.setProcess(child.pid)
    }

    deinit {
        for number in [input, output, errors] where number >= 0 { close(number) }
    }

    /// Serves the child until it has ended and `.ended` was reported.
    mutating func run() {
        while wait() {}
        channel.setProcess(nil)
        let status = csys_end_child(pid)
        drain()
        notify(.ended(status < 0 ? .signal(-status) : .code(status)))
    }

    /// Waits for the next event and handles it. Returns `false` when the child has ended.
    private mutating func wait() -> Bool {
        var polled = [
            (handle.number, POLLIN), (channel.wakeupDescriptor, POLLIN), (output, POLLIN), (errors, POLLIN),
            (rest.isEmpty ? -1 : input, POLLOUT),
        ].map { pollfd(fd: $0.0, events: Int16($0.1), revents: 0) }
        guard unsafe poll(&polled, nfds_t(polled.count), -1) > 0 else { return true }
        if polled[1].revents != 0 {
            let (bytes, isLast) = channel.takeInput()
            rest += bytes
            self.isLast = isLast
        }
        if polled[2].revents != 0, !report(output, ChildEvent.output) { Self.closeEnd(&output) }
        if polled[3].revents != 0, !report(errors, ChildEvent.errors) { Self.closeEnd(&errors) }
        if polled[1].revents != 0 || polled[4].revents != 0 { writeInput() }
        return polled[0].revents == 0
    }

    /// Writes as much as the pipe accepts. When the child has closed its input, the rest is discarded.
    private mutating func writeInput() {
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
                Self.closeEnd(&input)
            }
        }
        if isLast { Self.closeEnd(&input) }
    }

    /// Reads once from a pipe and reports what was read. Returns `false` at end of file.
    private func report(_ number: Int32, _ event: ([UInt8]) -> ChildEvent) -> Bool {
        guard let bytes = Self.chunk(number) else { return false }
        if !bytes.isEmpty { notify(event(bytes)) }
        return true
    }

    /// Reads the output that is left in the pipes. It stops when there is none instead of waiting for end of file: a
    /// process that left the child's group may still hold the pipe open.
    private func drain() {
        while let bytes = Self.chunk(output), !bytes.isEmpty { notify(.output(bytes)) }
        while let bytes = Self.chunk(errors), !bytes.isEmpty { notify(.errors(bytes)) }
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

    private static func closeEnd(_ number: inout Int32) {
        if number >= 0 { close(number) }
        number = -1
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

    static func make(_ order: ChildSandbox?) throws(FileFailure) -> Sandbox {
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
