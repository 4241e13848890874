import Domain

/// `textify resume`.
enum ResumeCommand: OperatorCommand {
    static let name = "resume"
    static let summary = FieldHelp("Continue after a pause", "일시 정지를 끝내고 다시 진행")
}
