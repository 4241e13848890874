package import Domain
internal import Glibc

/// Why nothing more can be written to a standard stream.
package enum StreamFailure: Error, Equatable, Sendable {
    /// The reader is gone (EPIPE): for a command in a pipe that is an end, not an error.
    case closed
    case failed(code: Int32)
}

/// Standard output and standard error, unbuffered.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Whether a person reads along.
    package var isTerminal: Bool {
        isatty(rawValue) == 1
    }

    /// Writes words, and orders of the program's own. There is no way to write a plain `String`: whatever it came from, a
    /// terminal might obey it.
    package func write(_ text: TerminalText) throws(StreamFailure) {
        try Self.write(Array(text.text.utf8), to: rawValue)
    }

    /// Writes what a writer of text art or pictures made. In a full loop; waits where the other side made the stream non-blocking. Needs SIGPIPE to be
    /// ignored (`Signals.ignoreNoise`), else a reader who left ends the process.
    package func write(art bytes: [UInt8]) throws(StreamFailure) {
        try Self.write(bytes, to: rawValue)
    }

    static func write(_ bytes: [UInt8], to number: Int32) throws(StreamFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else { try recover(number, errno) }
        }
    }

    private static func recover(_ number: Int32, _ code: Int32) throws(StreamFailure) {
        switch code {
        case EINTR: return
        case EAGAIN:
            var polled = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
            _ = unsafe poll(&polled, 1, -1)
        case EPIPE: throw .closed
        default: throw .failed(code: code)
        }
    }
}
