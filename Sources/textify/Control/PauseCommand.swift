/// `textify pause`.
enum PauseCommand: OperatorCommand {
    static let name = "pause"
    static let summary = "Begin nothing new until resume"
}
