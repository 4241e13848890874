import Domain

/// `textify reload`.
enum ReloadCommand: OperatorCommand {
    static let name = "reload"
    static let summary = FieldHelp("Read the configuration again", "설정을 다시 읽음")
}
