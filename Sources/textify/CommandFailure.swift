import ControlAPI
import Domain

/// How a command ends when it can't do what was asked.
struct CommandFailure: Error {
    let exit: ExitCode
    /// The sentence for a person, without the program's name; `nil` when there is nothing to say.
    let text: String?
    /// The stable word for machines; the exit code's own where there is none.
    var code: String?
    /// What the service itself said.
    var problem: Problem?

    static func usage(_ text: String) -> CommandFailure {
        CommandFailure(exit: .usage, text: text)
    }

    /// The reader of a pipe left: that is an end and no error.
    static var readerLeft: CommandFailure { CommandFailure(exit: .ok, text: nil) }
}
