/// `textify resume`.
enum ResumeCommand: OperatorCommand {
    static let name = "resume"
    static let summary = "Go on after a pause"
}
