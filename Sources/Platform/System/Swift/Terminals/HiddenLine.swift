internal import Glibc

/// A line that is typed without being shown.
package enum HiddenLine {
    /// The longest line, in bytes.
    private static let longest = 64 << 10

    /// Reads a line from standard input while the terminal doesn't show it; `nil` at the end of input or after Ctrl-C.
    package static func read() -> [UInt8]? {
        var modes = termios()
        let isTerminal = unsafe tcgetattr(0, &modes) == 0
        var hidden = modes
        // Without signals Ctrl-C is a character, so that the terminal is always restored.
        hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
        if isTerminal { unsafe tcsetattr(0, TCSAFLUSH, &hidden) }
        defer { if isTerminal { unsafe tcsetattr(0, TCSADRAIN, &modes) } }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < longest {
            let count = unsafe Glibc.read(0, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            switch byte {
            case 10: return line
            case interrupt: return nil
            default: line.append(byte)
            }
        }
        return line
    }

    private static let interrupt: UInt8 = 3
}
