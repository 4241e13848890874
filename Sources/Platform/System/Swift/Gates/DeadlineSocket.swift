internal import Domain
internal import Glibc
internal import PlatformConcurrency

/// A stream connection with one deadline for all of its operations. It is closed when it is destroyed.
struct DeadlineSocket: ~Copyable {
    enum Failure: Error, Equatable {
        case late
        case failed(Errno)
    }

    private let descriptor: FileDescriptor
    /// On the clock of `Semaphore.now`.
    private let deadline: Int64

    private init(_ descriptor: consuming FileDescriptor, deadline: Int64) {
        self.descriptor = descriptor
        self.deadline = deadline
    }

    /// Connects to a numeric network address.
    static func connect(host: String, port: UInt16, deadline: Int64) throws(Failure) -> DeadlineSocket {
        var wanted = unsafe addrinfo()
        unsafe wanted.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        unsafe wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, "\(port)", &wanted, &found) == 0, let address = unsafe found else {
            throw .failed(.addressNotAvailable)
        }
        defer { unsafe freeaddrinfo(address) }
        let (family, start) = unsafe (address.pointee.ai_family, address.pointee.ai_addr)
        let length = unsafe address.pointee.ai_addrlen
        return try connect(family, deadline: deadline) { unsafe Glibc.connect($0, start, length) }
    }

    /// Connects to a Unix socket. The path must have at most `longestPath` bytes.
    static func connect(path: [UInt8], deadline: Int64) throws(Failure) -> DeadlineSocket {
        guard path.count <= longestPath else { throw .failed(.nameTooLong) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        return try connect(AF_UNIX, deadline: deadline) { number in
            unsafe withUnsafePointer(to: address) { address in
                unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe Glibc.connect(number, address, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
    }

    /// One byte is left for the terminating NUL.
    static var longestPath: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

    private static func connect(
        _ family: Int32, deadline: Int64, _ call: (Int32) -> Int32
    ) throws(Failure) -> DeadlineSocket {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = socket(family, kind, 0)
        guard number >= 0 else { throw .failed(Errno(errno)) }
        let connection = DeadlineSocket(FileDescriptor(adopting: number), deadline: deadline)
        if call(number) == 0 { return connection }
        // After EINTR the connection is still being established.
        guard errno == EINPROGRESS || errno == EINTR else { throw .failed(Errno(errno)) }
        try connection.wait(for: POLLOUT)
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else { throw .failed(Errno(errno)) }
        guard code == 0 else { throw .failed(Errno(code)) }
        return connection
    }

    /// Sends all bytes.
    func send(_ bytes: [UInt8]) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.span.extracting(sent...).withUnsafeBytes {
                unsafe Glibc.send(descriptor.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 { sent += count } else { try retry(after: errno, POLLOUT) }
        }
    }

    /// Receives up to the size of `buffer`. Returns the number of bytes; 0 once the other side has closed.
    func receive(into buffer: inout [UInt8]) throws(Failure) -> Int {
        while true {
            // Also when bytes are there already: an endless answer must not outlast the deadline.
            try wait(for: POLLIN)
            var span = buffer.mutableSpan
            let count = unsafe span.withUnsafeMutableBytes {
                unsafe recv(descriptor.number, $0.baseAddress, $0.count, 0)
            }
            if count >= 0 { return count }
            guard [EAGAIN, EINTR].contains(errno) else { throw .failed(Errno(errno)) }
        }
    }

    /// Waits after EAGAIN, returns at once after EINTR, throws other errors.
    private func retry(after code: Int32, _ event: Int32) throws(Failure) {
        switch code {
        case EINTR: return
        case EAGAIN: try wait(for: event)
        default: throw .failed(Errno(code))
        }
    }

    /// Waits for an event, or for an error that the next call will report.
    private func wait(for event: Int32) throws(Failure) {
        while true {
            let rest = deadline - Semaphore.now
            guard rest > 0 else { throw .late }
            var polled = pollfd(fd: descriptor.number, events: Int16(event), revents: 0)
            // Rounded up, so that the last wait isn't repeated with 0 ms until the deadline.
            let answer = unsafe poll(&polled, 1, Int32(clamping: (rest + 999_999) / 1_000_000))
            if answer > 0 { return }
            guard answer == 0 || errno == EINTR else { throw .failed(Errno(errno)) }
        }
    }
}
