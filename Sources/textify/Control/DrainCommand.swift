/// `textify drain`.
enum DrainCommand: OperatorCommand {
    static let name = "drain"
    static let summary = "Begin nothing new, end what runs, and then end the service"
}
