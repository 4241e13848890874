import Domain

/// `textify reload`.
enum ReloadCommand: OperatorCommand {
    static let name = "reload"
    static let summary = FieldHelp("Reload the configuration", "설정을 다시 읽음")
}
