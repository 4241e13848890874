/// `textify reload`.
enum ReloadCommand: OperatorCommand {
    static let name = "reload"
    static let summary = "Read the configuration again"
}
