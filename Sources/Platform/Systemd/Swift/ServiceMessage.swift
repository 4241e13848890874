internal import Domain

/// What a service manager is told. Several go in one datagram.
package enum ServiceMessage: Equatable, Sendable {
    /// It serves: at the start, and again after a reload.
    case ready
    /// It reads its configuration again; `ready` follows.
    case reloading
    case stopping
    /// It makes progress: the watchdog's time begins anew.
    case alive
    /// One line for a person.
    case status(String)
    /// The start, reload or stop that goes on may take this much longer, from now; said again before that is over.
    case extendTimeout(by: Duration)

    /// The assignments of sd_notify(3). `monotonic` is `CLOCK_MONOTONIC`: a reload names its moment by it, in the same
    /// datagram.
    func assignments(monotonic: Duration) -> String {
        switch self {
        case .ready: "READY=1"
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(monotonic.microseconds)"
        case .stopping: "STOPPING=1"
        case .alive: "WATCHDOG=1"
        // A line break would begin another assignment, and a NUL would end the message.
        case .status(let text): "STATUS=\(TerminalText.line(text))"
        case .extendTimeout(let time): "EXTEND_TIMEOUT_USEC=\(time.microseconds)"
        }
    }
}

extension Duration {
    fileprivate var microseconds: Int64 { Int64(self / .microseconds(1)) }
}
