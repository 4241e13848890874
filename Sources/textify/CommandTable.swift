/// All commands, in the order of the help.
enum CommandTable {
    static var all: [any Command.Type] {
        [
            ConvertCommand.self, SubmitCommand.self, StatusCommand.self, JobsCommand.self, ShowCommand.self,
            CatCommand.self, RetryCommand.self, ApproveCommand.self, CancelCommand.self, ForgetCommand.self,
            SpendCommand.self, BackendsCommand.self, CachesCommand.self, EventsCommand.self, TopCommand.self,
            SyncCommand.self, PauseCommand.self, ResumeCommand.self, ReloadCommand.self, DrainCommand.self,
            ScanCommand.self, BackupCommand.self, BackendCommand.self, DoctorCommand.self, ConfigCommand.self,
            CompletionCommand.self, ManualCommand.self,
        ]
    }
}
