import ControlAPI
import Domain
import Glibc
import PlatformSystem

/// The status anew every two seconds: on a terminal in the place of the one before, as wide and as high as that is by then;
/// elsewhere, and as JSON, one behind the other.
struct StatusWatch {
    /// So often is looked whether the terminal has another size, in milliseconds.
    private static let glance: Int32 = 200
    private static let pause = Duration.seconds(2)
    private let session: ControlSession

    init(_ session: ControlSession) {
        self.session = session
    }

    /// Until it is interrupted, or can't be told.
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
                    // What the terminal made of its lines is not known.
                    if size != nil { shown = ShownLines() }
                    size = now
                    try shown.show(Self.lines(status, now).map { TerminalText($0) })
                }
                poll(nil, 0, Self.glance)
            }
        }
    }

    /// What fits, with a mark where something is missing.
    static func lines(_ status: Status, _ size: TerminalSize?) -> [String] {
        let lines = StatusLines(.standard).all(status)
        let rows = max(2, size?.rows ?? 24) - 1
        return lines.count <= rows ? lines : lines.prefix(rows - 1) + ["…"]
    }
}
