/// How a command ends when it can't do what was asked: the sentence for a person, and sysexits.h's number.
struct CommandFailure: Error {
    enum Code: Int32 {
        case quiet = 0
        case usage = 64
        case badData = 65
        case noInput = 66
        case software = 70
        case cannotCreate = 73
        case inputOutput = 74
        case noPermission = 77
    }

    let code: Code
    /// Without the program's name; `nil` when there is nothing to say.
    let text: String?

    static func usage(_ text: String) -> CommandFailure {
        CommandFailure(code: .usage, text: text)
    }

    /// The reader of a pipe left: that is an end and no error.
    static var readerLeft: CommandFailure { CommandFailure(code: .quiet, text: nil) }
}
