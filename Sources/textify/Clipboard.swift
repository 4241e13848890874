import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

/// Copies to the terminal's clipboard with OSC 52, which also works over ssh.
enum Clipboard {
    /// The largest number of bytes that terminals accept in one sequence; xterm's limit.
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
