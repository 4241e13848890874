package import Domain
internal import Glibc

/// A reason why a standard stream can't be written to.
package enum StreamFailure: Error, Equatable, Sendable {
    /// The reader has closed the pipe (EPIPE). For a command in a pipeline this is a normal end, not an error.
    case closed
    case failed(code: Errno)
}

/// Standard output and standard error, unbuffered.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Whether the stream is a terminal.
    package var isTerminal: Bool {
        isatty(rawValue) == 1
    }

    /// Writes text that is safe for terminals, including the program's own control sequences. There is deliberately no
    /// overload for `String`: text from elsewhere could contain control sequences.
    package func write(_ text: TerminalText) throws(StreamFailure) {
        try Self.write(Array(text.text.utf8), to: rawValue)
    }

    /// Writes encoded text art or pictures completely, waiting if the stream is non-blocking. SIGPIPE must be ignored
    /// (`Signals.ignoreWriteSignals`); otherwise a closed pipe kills the process.
    package func write(art bytes: [UInt8]) throws(StreamFailure) {
        try Self.write(bytes, to: rawValue)
    }

    static func write(_ bytes: [UInt8], to number: Int32) throws(StreamFailure) {
        switch FileDescriptor.write(bytes.span, to: number) {
        case 0: return
        case EPIPE: throw .closed
        case let code: throw .failed(code: Errno(code))
        }
    }
}
