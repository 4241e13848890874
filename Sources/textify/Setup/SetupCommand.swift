import BackendKinds
import Domain
import PlatformSystem
import Words

/// `textify setup`.
enum SetupCommand: Command {
    static let name = "setup"
    static let summary = FieldHelp(
        "Set up folders, a backend with its key, and a budget: asks, shows what it will write, and tests the backend first",
        "폴더, 백엔드와 키, 예산을 설정. 질문하고, 쓸 내용을 보여 주고, 백엔드를 먼저 시험함")
    static let operands = ""

    static let known = [
        CommandOption("inbox", "PATH", "Folder to watch", "감시할 폴더"),
        CommandOption("outbox", "PATH", "Folder for results", "결과를 넣을 출력 폴더"),
        CommandOption(
            "backend", "NAME", "Backend that makes pictures: a type, a service with a template, or sketch",
            "그림을 만들 백엔드: 유형, 템플릿이 있는 서비스, 또는 sketch"
        ).offering(.words(names)),
        CommandOption(
            "set", "KEY=VALUE", "Set one of the backend's settings, such as model=NAME; repeatable",
            "백엔드의 설정. 예: model=NAME. 여러 번 쓸 수 있음"),
        CommandOption(
            "key-file", "FILE", "Read the backend's API key from a file, or with - from standard input",
            "백엔드의 API 키를 파일에서, 또는 -로 표준 입력에서 읽음"),
        CommandOption(
            "price", "AMOUNT", "Price of a picture, such as 0.04 USD, or free", "그림 한 장의 가격. 예: 0.04 USD, 또는 free"
        ).offering(.examples(["free"])),
        CommandOption(
            "budget", "AMOUNT", "Spending cap, such as 5.00 USD/day, 50 USD/month or, in pictures, 100/day",
            "지출 한도. 예: 5.00 USD/day, 50 USD/month, 그림 수는 100/day"),
        CommandOption(
            "config-dir", "PATH",
            "Folder of the configuration (default: /etc/textifyd for root, else ~/.config/textifyd)",
            "설정 폴더 (기본: root는 /etc/textifyd, 그 외 ~/.config/textifyd)"),
        CommandOption(
            "unit-dir", "PATH",
            "Folder of the unit's drop-ins (default, for root: the service's below /etc/systemd/system)",
            "유닛의 드롭인 폴더 (root의 기본: /etc/systemd/system 아래 서비스의 폴더)"),
        CommandOption("skip-test", "Don't test the backend", "백엔드를 시험하지 않음"),
        CommandOption("dry-run", "Show what would be written, and write nothing", "쓸 내용만 보여 주고 쓰지 않음"),
        CommandOption("yes", "Ask nothing, and write", "묻지 않고 씀"), .help,
    ]

    /// The backends to choose from.
    static var names: [String] { backendChoices.map(\.name) + ["sketch"] }

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        guard let options = try parsed(words) else { return }
        let wording = Wording.terminal
        // An argument may be a key, so it is not repeated.
        guard options.positionals.isEmpty else { throw .usage("setup: " + wording.setupNoOperands) }
        var session = try SetupSession(options, wording)
        try await session.run()
    }
}
