internal import CSystem
internal import Domain
internal import Glibc

/// The thread of one child: it starts it, since the kernel ends a child with the thread it came from, attends its streams
/// and takes its end.
struct ChildLoop: ~Copyable {
    private let line: ChildLine
    private let heard: @Sendable (ChildEvent) -> Void
    private let pid: Int32
    private let handle: FileDescriptor
    /// This side's ends of the streams, which do not block; −1 once they are closed.
    private var input: Int32
    private var output: Int32
    private var errors: Int32
    /// What was queued and has not been taken.
    private var rest: [UInt8] = []
    private var isLast = false

    init(
        _ order: ChildOrder, _ line: ChildLine, _ heard: @escaping @Sendable (ChildEvent) -> Void
    ) throws(FileFailure) {
        let words = [order.program] + order.arguments
        let folder = try FileDescriptor.folder(order.folder)
        let sandbox = try Sandbox.made(order.sandbox)
        let cage = csys_cage(sandbox: sandbox.number, memory: order.memory ?? 0)
        var child = csys_child()
        let number = folder.number
        let started = try unsafe Self.packed(words).withCWords { packed throws(FileFailure) in
            try unsafe Self.packed(order.variables).withCWords { variables throws(FileFailure) in
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

    /// Returns once the child has ended and that was told.
    mutating func run() {
        while wait() {}
        line.ended()
        let how = csys_end_child(pid)
        drain()
        heard(.ended(how < 0 ? .signal(-how) : .code(how)))
    }

    /// Waits for the next thing to do, and does it. `false` when the child has ended.
    private mutating func wait() -> Bool {
        var places = [
            Self.place(handle.number, POLLIN), Self.place(line.bellNumber, POLLIN),
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

    /// Writes as much as the child takes. One that closed its input wants no more.
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

    /// What a child said before its end is read, as far as it is there: somebody who left its group may hold the pipe.
    private func drain() {
        while let bytes = Self.chunk(output), !bytes.isEmpty { heard(.output(bytes)) }
        while let bytes = Self.chunk(errors), !bytes.isEmpty { heard(.errors(bytes)) }
    }

    /// `nil` at the end; nothing when there is nothing now.
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

    /// One behind the other, a NUL between them. Throws EINVAL for a word with a NUL inside.
    private static func packed(_ words: [String]) throws(FileFailure) -> [UInt8] {
        guard words.allSatisfy({ !$0.utf8.contains(0) }) else { throw .failed(code: EINVAL) }
        return words.flatMap { Array($0.utf8) + [0] }
    }
}

extension [UInt8] {
    /// Lends words that end with NUL each.
    fileprivate func withCWords<Answer>(
        _ body: (UnsafePointer<CChar>) throws(FileFailure) -> Answer
    ) throws(FileFailure) -> Answer {
        let words = UnsafeMutablePointer<CChar>.allocate(capacity: count + 1)
        defer { unsafe words.deallocate() }
        for (index, byte) in enumerated() { unsafe words[index] = CChar(bitPattern: byte) }
        unsafe words[count] = 0
        return try unsafe body(words)
    }
}
