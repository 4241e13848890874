import ControlAPI
import Domain

/// A command's failure, with its exit code and message.
struct CommandFailure: Error {
    let exit: ExitCode
    /// The message for a person, without the program's name; `nil` prints nothing.
    let text: String?
    /// The stable machine-readable code; `nil` selects the exit code's own.
    var code: String?
    /// The service's problem document, if the service rejected the request.
    var problem: Problem?

    static func usage(_ text: String) -> CommandFailure {
        CommandFailure(exit: .usage, text: text)
    }

    /// The reader of a pipe closed it, which ends the command without an error.
    static var readerLeft: CommandFailure { CommandFailure(exit: .ok, text: nil) }
}
