import Configuration
import Domain
import PlatformSystem
import Repositories
import Words

/// The parsed command line of the service.
struct LaunchOptions: Equatable {
    enum Task: Equatable {
        case serve
        case once
        case check
        /// Puts this backup in the place of the database, then exits.
        case restore(String)
        /// Moves the state to another database, then exits.
        case migrate(MigrationOptions)
        /// Lets the service use a database again whose state was moved away, then exits.
        case reopen
        /// Creates demo folders below this one and serves them.
        case demo(String)
        /// Tests a backend against the protocol, then exits.
        case trial(TrialOptions)
        case help
        case version
    }

    let task: Task
    let words: CommandLineSettings

    /// `language`: the language of error messages.
    init(_ arguments: [[UInt8]], in language: Language = .english) throws(LaunchFailure) {
        let parsed = try Self.parse(arguments, language)
        if let stranger = parsed.positionals.first {
            let word = FileName(bytes: stranger).shown
            throw LaunchFailure(
                .usage, "unexpected argument “\(word)”: give folders with --watch and --outbox. See --help.")
        }
        var texts: [String: String] = [:]
        for option in parsed.options { texts[option.name] = try Self.text(option, language) }
        words = CommandLineSettings(
            config: texts["config"], watch: texts["watch"], outbox: texts["outbox"], state: texts["state"],
            socket: texts["socket"])
        task = try Self.task(texts)
    }

    /// Options that only print something take precedence over those that act.
    private static func task(_ texts: [String: String]) throws(LaunchFailure) -> Task {
        if texts["help"] != nil { return .help }
        if texts["version"] != nil { return .version }
        if texts["check"] != nil { return .check }
        if let backup = texts["restore"] { return .restore(backup) }
        if let target = texts["migrate"] { return .migrate(try MigrationOptions(to: target, texts)) }
        for name in ["from", "ahead"] where texts[name] != nil {
            throw LaunchFailure(.usage, "--\(name) requires --migrate.")
        }
        if texts["reopen"] != nil { return .reopen }
        if let backend = texts["test-backend"] { return .trial(try trial(of: backend, texts)) }
        for name in ["generate", "yes"] where texts[name] != nil {
            throw LaunchFailure(.usage, "--\(name) requires --test-backend.")
        }
        guard let place = texts["demo"] else { return texts["once"] == nil ? .serve : .once }
        for name in ["once", "config", "watch", "outbox", "state", "socket"] where texts[name] != nil {
            throw LaunchFailure(
                .usage, "--demo uses its own folders and can't be combined with --\(name).")
        }
        return .demo(place)
    }

    private static func trial(
        of backend: String, _ texts: [String: String]
    ) throws(LaunchFailure) -> TrialOptions {
        var order = TrialOptions(backend: backend, isAgreed: texts["yes"] != nil)
        guard let text = texts["generate"] else { return order }
        guard let count = Int(text), 1...100 ~= count else {
            throw LaunchFailure(.usage, "--generate: give a whole number from 1 to 100.")
        }
        order.pictures = count
        return order
    }

    /// An empty value usually comes from an unset variable. As a path it would mean the current directory, so it is
    /// rejected.
    private static func text(
        _ option: ParsedOptions.Found, _ language: Language
    ) throws(LaunchFailure) -> String {
        guard let value = option.value else { return "" }
        if value.isEmpty { throw refusal(.missingValue(option: "--" + option.name), language) }
        if let text = FileName(bytes: value).text { return text }
        throw LaunchFailure(
            .usage,
            "--\(option.name) \(FileName(bytes: value)) is not valid UTF-8. Rename the folder, or give a link to it.")
    }

    private static let options = OptionParser([
        OptionSpec("config", .required), OptionSpec("watch", .required), OptionSpec("outbox", .required),
        OptionSpec("state", .required), OptionSpec("socket", .required), OptionSpec("demo", .required),
        OptionSpec("test-backend", .required), OptionSpec("generate", .required), OptionSpec("yes"), OptionSpec("once"),
        OptionSpec("check"), OptionSpec("restore", .required), OptionSpec("migrate", .required),
        OptionSpec("from", .required), OptionSpec("ahead"), OptionSpec("reopen"), OptionSpec("version"),
        OptionSpec("help", letter: "h"),
    ])

    private static func parse(
        _ arguments: [[UInt8]], _ language: Language
    ) throws(LaunchFailure) -> ParsedOptions {
        do throws(OptionFailure) { return try options.parse(arguments) } catch { throw refusal(error, language) }
    }

    private static func refusal(_ failure: OptionFailure, _ language: Language) -> LaunchFailure {
        LaunchFailure(.usage, Wording(language).sentence(failure, among: options.options.map(\.name)))
    }
}

extension LaunchOptions {
    /// The text that `--help` prints.
    static func help(in language: Language) -> String {
        switch language {
        case .english: english
        case .korean: korean
        }
    }

    private static let english = """
        textifyd: turns prompts and pictures dropped into a folder into text art

        usage: textifyd [OPTION…]

          --config FILE   the configuration (default: ./textifyd.toml, if present)
          --watch DIR     the folder to watch, instead of the configuration's
          --outbox DIR    the folder for results
          --state DIR     the folder of the database and stored pictures
          --socket FILE   the control socket
          --once          process what is there and exit: 0 all done, 65 some failed, 75 some waiting
          --check         check the configuration and exit
          --restore FILE  put a backup in the place of the database and exit; the service must
                          be stopped
          --migrate URL   move the jobs and artworks to a PostgreSQL database and exit; with file
                          for URL, from the one that is configured or given with --from URL to
                          the state folder. The service must be stopped, unless with --ahead,
                          which only copies pictures
          --reopen        let the service use a database again that was moved away, and exit
          --test-backend NAME
                          test a configured backend against the protocol and exit; with
                          --generate N it also makes N pictures, after confirmation or --yes
          --demo DIR      create demo folders below DIR with a prompt and a picture, and serve them
          --help, --version

        SIGTERM finishes running work and stops; SIGHUP reloads the configuration.

        """

    private static let korean = """
        textifyd: 폴더에 넣은 프롬프트와 그림을 텍스트 아트로 변환합니다

        사용법: textifyd [옵션…]

          --config FILE   설정 파일 (기본: 있으면 ./textifyd.toml)
          --watch DIR     설정 대신 쓸 감시 폴더
          --outbox DIR    출력 폴더
          --state DIR     데이터베이스와 그림을 보관할 폴더
          --socket FILE   제어 소켓
          --once          지금 있는 파일을 처리하고 종료: 0 모두 완료, 65 일부 실패, 75 일부 대기
          --check         설정을 검사하고 종료
          --restore FILE  백업으로 데이터베이스를 바꾸고 종료. 서비스가 멈춰 있어야 함
          --migrate URL   작업과 작품을 PostgreSQL 데이터베이스로 옮기고 종료. URL 대신 file을 쓰면
                          설정된 데이터베이스나 --from URL에서 상태 폴더로 옮김.
                          서비스가 멈춰 있어야 함. --ahead: 서비스가 도는 동안 그림만 복사
          --reopen        옮기고 남은 데이터베이스를 다시 쓸 수 있게 하고 종료
          --test-backend NAME
                          설정된 백엔드가 프로토콜에 맞는지 시험하고 종료.
                          --generate N: 확인을 받은 뒤, --yes: 확인 없이 그림도 N장 생성
          --demo DIR      DIR 아래에 데모 폴더를 만들고 프롬프트와 그림을 넣어 처리
          --help, --version

        SIGTERM: 진행 중인 작업을 마치고 종료합니다. SIGHUP: 설정을 다시 읽습니다.

        """
}

/// The reason why the service does not start.
struct LaunchFailure: Error, Equatable {
    let exit: ExitCode
    /// The complete message: what, where, why, and what to do.
    let sentence: String
    /// The configuration errors, if they are the reason.
    let mistakes: ConfigurationFailure?

    init(_ exit: ExitCode, _ sentence: String, _ mistakes: ConfigurationFailure? = nil) {
        self.exit = exit
        self.sentence = sentence
        self.mistakes = mistakes
    }

    /// The state folder can't be used.
    init(_ failure: StateFolderFailure, _ state: FolderPath, _ words: Wording) {
        switch failure {
        case .file(let failure): self.init(.cannotCreate, words.serviceSentence(failure, about: state.shown))
        case .foreign(let owner, let user):
            self.init(.noPermission, words.foreignState(state.shown, owner: owner, user: user))
        }
    }

    /// The database in the state folder can't be used, or no longer.
    init(_ failure: RepositoryFailure, _ state: FolderPath) {
        self.init(failure, about: state.appending(SpoolDatabase.fileName).shown)
    }

    init(_ failure: RepositoryFailure, about name: String) {
        let exit: ExitCode =
            switch failure {
            case .newer, .foreign, .networkFileSystem, .movedAway, .incomplete: .configuration
            case .denied: .noPermission
            case .busy, .unreachable, .expelled, .usedByOlder: .tryAgain
            case .onServer(.corrupt), .onServer(.failed): .io
            // Whoever cures these on the server can't restart this service, so systemd has to repeat the start.
            case .onServer(.full), .onServer(.denied), .onServer(.interrupted), .onServer(.readOnly): .tryAgain
            case .full, .corrupt, .moved, .failed: .io
            }
        self.init(exit, Wording(.english).sentence(failure, about: name))
    }

    /// A state can't be moved. `source` and `target`: the databases' places.
    init(_ failure: MigrationFailure, source: String, target: String, _ words: Wording) {
        if case .database(let side, let failure) = failure {
            self.init(failure, about: side == .source ? source : target)
            return
        }
        let exit: ExitCode =
            switch failure {
            case .noSource: .noInput
            case .rowsDiffer, .pictures: .io
            case .database, .targetInUse, .targetTaken, .tableDiffers, .notMoved: .configuration
            }
        self.init(exit, words.sentence(failure, source: source, target: target))
    }
}
