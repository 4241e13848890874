import Domain
import PlatformSystem
import Words

/// `textify migrate`. Goes on as `textifyd`, which knows the databases.
enum MigrateCommand: LocalCommand {
    static let name = "migrate"
    static let summary = FieldHelp(
        "Move the jobs and artworks of a stopped service to PostgreSQL, or back to a file",
        "멈춘 서비스의 작업과 작품을 PostgreSQL로 옮기거나 파일로 되돌림")

    static let operands = ""

    static let options = [
        CommandOption(
            "to", "URL", "Where to: a database such as postgresql://textifyd@db.example/textifyd, or file",
            "옮길 곳: postgresql://textifyd@db.example/textifyd 같은 데이터베이스, 또는 file"
        ).offering(.examples(["file"])),
        CommandOption(
            "from", "URL", "With --to file: the database, if it is not the configured one",
            "--to file: 설정된 데이터베이스가 아니면 지정"),
        CommandOption(
            "ahead", "With a URL: only copy pictures, while the service works, so that the move itself is short",
            "URL: 서비스가 도는 동안 그림만 먼저 복사해 옮기는 시간을 줄임"),
        CommandOption(
            "reopen", "Let the service use a database again that was moved away",
            "옮기고 남은 데이터베이스를 서비스가 다시 쓰게 함"),
        CommandOption("config", "FILE", "The service's configuration", "서비스의 설정 파일"),
        CommandOption("state", "PATH", "The service's state folder", "서비스의 상태 폴더"),
    ]

    static func run(_ session: LocalSession) throws(CommandFailure) {
        let options = session.options
        if let stray = options.positionals.first {
            throw .usage("\(name): " + Wording.terminal.notExpected(FileName(bytes: stray).shown))
        }
        guard (options.last("to") == nil) == (options.last("reopen") != nil) else {
            throw .usage("\(name): " + Wording.terminal.migrateNeedsTarget)
        }
        var arguments: [String] = []
        for option in options.options {
            arguments.append("--" + (option.name == "to" ? "migrate" : option.name))
            if let value = option.value { arguments.append(String(decoding: value, as: UTF8.self)) }
        }
        try ServiceProgram.become(arguments, for: name)
    }
}
