internal import CSystemd
package import Domain
internal import Glibc
package import PlatformSystem

/// The service manager that supervises this process: systemd or none.
///
/// The `take` functions change the environment, so call them before any other thread could read it.
package enum Supervisor {
    /// Whether a service manager expects notifications.
    package static var isListening: Bool {
        unsafe getenv("NOTIFY_SOCKET") != nil
    }

    /// Sends notifications in one datagram, if there is a service manager. Blocks while it is slow. Returns `false` if
    /// sending failed.
    @discardableResult
    package static func notify(_ messages: [ServiceMessage]) -> Bool {
        let now = monotonicTime()
        let lines = messages.map { $0.assignments(monotonic: now) }.joined(separator: "\n")
        return unsafe csd_notify(lines) >= 0
    }

    /// Returns the watchdog interval within which the service must report progress, `nil` if the watchdog is off.
    /// Children don't inherit it.
    package static func takeWatchdog() -> Duration? {
        let microseconds = csd_watchdog()
        return microseconds > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
    }

    /// Returns the listening Unix stream socket passed by the socket unit, `nil` if there is none. Children inherit
    /// neither the socket nor its variables. Any other passed descriptors are closed, and an error is thrown.
    package static func takeListener() throws(PassedSocketFailure) -> FileDescriptor? {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = unsafe csd_passed(&names)
        defer { unsafe csd_free_names(names) }
        guard count >= 0 else { throw .unusable(code: Errno(-count)) }
        guard count > 0 else { return nil }
        let first = FileDescriptor(adopting: firstPassed)
        for number in 1..<max(1, count) { _ = FileDescriptor(adopting: firstPassed + number) }
        guard count == 1 else { throw .several(Int(count)) }
        guard csd_is_listener(firstPassed) else { throw .notListening(name: unsafe name(names)) }
        return first
    }

    /// SD_LISTEN_FDS_START.
    private static let firstPassed: Int32 = 3

    private static func name(_ names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> String {
        guard let name = unsafe names?.pointee else { return "" }
        return unsafe String(cString: name)
    }

    private static func monotonicTime() -> Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// A notification to the service manager. Several can be sent in one datagram.
package enum ServiceMessage: Equatable, Sendable {
    /// The service is ready, after the start or a reload.
    case ready
    /// The service is reloading its configuration; `ready` follows.
    case reloading
    case stopping
    /// The service makes progress; resets the watchdog.
    case alive
    /// A status line for people.
    case status(String)
    /// The current start, reload or stop may take this much longer, from now. Must be repeated before that time is
    /// over.
    case extendTimeout(by: Duration)

    /// The assignments for sd_notify(3). `monotonic` is the time of `CLOCK_MONOTONIC`, which a reload notification must
    /// contain.
    func assignments(monotonic: Duration) -> String {
        switch self {
        case .ready: "READY=1"
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(monotonic.microseconds)"
        case .stopping: "STOPPING=1"
        case .alive: "WATCHDOG=1"
        // A line break would start another assignment, and a NUL would end the message.
        case .status(let text): "STATUS=\(TerminalText.line(text))"
        case .extendTimeout(let time): "EXTEND_TIMEOUT_USEC=\(time.microseconds)"
        }
    }
}

extension Duration {
    fileprivate var microseconds: Int64 { Int64(self / .microseconds(1)) }
}
