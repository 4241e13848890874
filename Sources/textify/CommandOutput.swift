import Domain
import Glibc
import PlatformSystem
import Words

/// Writes a command's output to standard output or to a file.
enum CommandOutput {
    /// Writes text, with control characters escaped so that the terminal does not act on them.
    static func standard(_ text: String) throws(CommandFailure) {
        try standard(TerminalText(text))
    }

    static func standard(_ text: TerminalText) throws(CommandFailure) {
        do throws(StreamFailure) { try StandardStream.output.write(text) } catch { throw failure(error) }
    }

    /// Writes a JSON document on a line of its own.
    static func standard(json: [UInt8]) throws(CommandFailure) {
        try standard(TerminalText(String(decoding: json, as: UTF8.self) + "\n"))
    }

    /// Writes text art or a picture unchanged.
    static func standard(art bytes: [UInt8]) throws(CommandFailure) {
        do throws(StreamFailure) { try StandardStream.output.write(art: bytes) } catch { throw failure(error) }
    }

    private static func failure(_ failure: StreamFailure) -> CommandFailure {
        switch failure {
        case .closed: .readerLeft
        case .failed(let code):
            CommandFailure(
                exit: .io,
                text: Wording.terminal.sentence(
                    FileFailure.failed(code: code), about: Wording.terminal.standardOutput))
        }
    }

    /// Writes `bytes` to a file. A new or regular file is replaced atomically, so that no reader sees half of it; a
    /// device, a FIFO or a link's target is written in place.
    static func file(_ path: FilePath, _ bytes: [UInt8]) throws(CommandFailure) {
        do {
            let folder = try FileDescriptor.folder(path.folder)
            if try (folder.entry(path.name)?.kind ?? .file) == .file {
                try folder.replace(path.name, with: bytes)
            } else {
                try path.open(O_WRONLY | O_TRUNC).write(bytes)
            }
        } catch {
            throw CommandFailure(exit: .cannotCreate, text: Wording.terminal.sentence(error, about: path.shown))
        }
    }
}
