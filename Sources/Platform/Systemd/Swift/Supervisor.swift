internal import CSystemd
package import Domain
internal import Glibc
package import PlatformSystem

/// The service manager that watches over this process: systemd, or nobody.
///
/// The `take` functions change the environment, which no other thread may read meanwhile: call them first of all.
package enum Supervisor {
    /// Whether somebody wants to hear how the service stands.
    package static var isListening: Bool {
        unsafe getenv("NOTIFY_SOCKET") != nil
    }

    /// Sends all of it in one datagram; nothing happens when nobody listens. It blocks while the manager is slow.
    /// `false`: it could not be sent.
    @discardableResult
    package static func tell(_ messages: [ServiceMessage]) -> Bool {
        let now = monotonicTime()
        let lines = messages.map { $0.assignments(monotonic: now) }.joined(separator: "\n")
        return unsafe csd_notify(lines) >= 0
    }

    /// Within which time the manager wants to hear that this process makes progress, `nil` when it does not watch.
    /// Children don't inherit it.
    package static func takeWatchdog() -> Duration? {
        let microseconds = csd_watchdog()
        return microseconds > 0 ? .microseconds(Int64(clamping: microseconds)) : nil
    }

    /// The listening Unix stream socket that the socket unit passed, `nil` when none was. Children inherit neither it nor
    /// the variables that told of it. Whatever else was passed is closed and refused.
    package static func takeListener() throws(PassedSocketFailure) -> FileDescriptor? {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = unsafe csd_passed(&names)
        defer { unsafe csd_free_names(names) }
        guard count >= 0 else { throw .unusable(code: -count) }
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
