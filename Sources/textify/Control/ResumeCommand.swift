import Domain

/// `textify resume`.
enum ResumeCommand: OperatorCommand {
    static let name = "resume"
    static let summary = FieldHelp("Go on after a pause", "멈춘 뒤 다시 진행")
}
