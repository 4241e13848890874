import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

/// The terminal's clipboard (OSC 52), which works over ssh too.
enum Clipboard {
    /// The most bytes that terminals take at once: xterm's own bound.
    private static let most = 74_994

    static func copy(_ bytes: [UInt8]) throws(CommandFailure) {
        guard bytes.count <= most else {
            throw CommandFailure(
                exit: .data, text: Wording.terminal.tooLargeToCopy(bytes: bytes.count, limit: most))
        }
        let order = TerminalText.clipboard(base64: Data(bytes).base64EncodedString())
        if StandardStream.output.isTerminal { return try CommandOutput.standard(order) }
        do {
            try FilePath(bytes: Array("/dev/tty".utf8)).open(O_WRONLY).write(Array(order.text.utf8))
        } catch {
            throw CommandFailure(
                exit: .unavailable, text: Wording.terminal.noClipboard)
        }
    }
}
