import ControlAPI
import Domain
import Glibc
import PlatformSystem

/// Refreshes the status every two seconds. On a terminal it is redrawn in place, in the terminal's current size;
/// elsewhere, and as JSON, each status follows the previous one.
struct StatusWatch {
    /// The interval of checks for a resized terminal, in milliseconds.
    private static let glance: Int32 = 200
    private static let pause = Duration.seconds(2)
    private let session: ControlSession

    init(_ session: ControlSession) {
        self.session = session
    }

    /// Runs until interrupted or until a request fails.
    func run() async throws(CommandFailure) {
        let isInPlace = StandardStream.output.isTerminal && !session.wantsJSON
        var shown = ShownLines()
        while true {
            let status = try await StatusCommand.fetch(session)
            guard isInPlace else {
                try session.tell(status) { StatusLines(session.sheet).all($0) }
                poll(nil, 0, Int32(Self.pause / .milliseconds(1)))
                continue
            }
            let due = ContinuousClock.now + Self.pause
            var size: TerminalSize?
            while ContinuousClock.now < due {
                let now = TerminalSize(of: .output)
                if now != size {
                    // The terminal may have rewrapped its lines when it was resized, so everything is drawn again.
                    if size != nil { shown = ShownLines() }
                    size = now
                    try shown.show(Self.lines(status, now).map { TerminalText($0) })
                }
                poll(nil, 0, Self.glance)
            }
        }
    }

    /// The lines that fit, ending with a mark if some are missing.
    static func lines(_ status: Status, _ size: TerminalSize?) -> [String] {
        let lines = StatusLines(.standard).all(status)
        let rows = max(2, size?.rows ?? 24) - 1
        return lines.count <= rows ? lines : lines.prefix(rows - 1) + ["…"]
    }
}
