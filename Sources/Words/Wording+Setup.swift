/// Messages of `textify setup`.
extension Wording {
    /// The comment at the beginning of the file that is written.
    package var setupFileHead: [String] {
        [
            say("Written by textify setup, which replaces this file.", "textify setup이 쓴 파일입니다. 다시 실행하면 바뀝니다."),
            say("Put settings of your own into another file of this folder.", "직접 고칠 설정은 이 폴더의 다른 파일에 쓰세요."),
        ]
    }

    /// The comment of a main file that had to be created.
    package var setupMainHead: [String] {
        [
            say(
                "Settings of textifyd. Files in conf.d are read after this one.",
                "textifyd 설정. conf.d의 파일은 이 파일 다음에 읽습니다.")
        ]
    }

    package var setupInbox: String { say("Folder to watch", "감시할 폴더") }
    package var setupOutbox: String { say("Folder for results", "결과를 넣을 출력 폴더") }

    package func setupBackend(_ names: [String]) -> String {
        let list = names.joined(separator: ", ")
        return say(
            "Backend that makes pictures from prompts (\(list); sketch uses no AI and needs nothing)",
            "프롬프트로 그림을 만들 백엔드 (\(list). sketch는 AI를 쓰지 않고 준비할 것도 없음)")
    }

    package func setupKey(_ backend: String, isRequired: Bool) -> String {
        isRequired
            ? say("API key of \(backend) (not shown)", "\(backend) API 키 (표시하지 않음)")
            : say("API key of \(backend) (not shown; empty for none)", "\(backend) API 키 (표시하지 않음, 없으면 빈 줄)")
    }

    package func setupKeptKey(_ backend: String) -> String {
        say(
            "API key of \(backend) (not shown; empty to keep the present one)",
            "\(backend) API 키 (표시하지 않음, 지금 키를 그대로 쓰려면 빈 줄)")
    }

    package var setupPrice: String {
        say(
            "Price of a picture, such as 0.04 USD; free; empty if unknown", "그림 한 장의 가격. 예: 0.04 USD. 무료면 free, 모르면 빈 줄"
        )
    }

    package var setupBudget: String {
        say(
            "Budget, such as 5.00 USD/day, 50 USD/month or 100/day (pictures); empty for none",
            "예산. 예: 5.00 USD/day, 50 USD/month, 100/day(그림 수). 없으면 빈 줄")
    }

    package var setupWrite: String { say("Write this?", "이대로 쓸까요?") }

    package func setupIs(unchanged file: String) -> String { say("\(file): unchanged", "\(file): 그대로") }
    package func setupIs(new file: String) -> String { say("\(file): new", "\(file): 새 파일") }
    package func setupIs(changed file: String) -> String { say("\(file): changes", "\(file): 변경") }

    /// A file with a key, which is not shown.
    package func setupIs(secret file: String, replacing: Bool) -> String {
        replacing
            ? say("\(file): another key, not shown", "\(file): 다른 키, 표시하지 않음")
            : say("\(file): the key, not shown", "\(file): 키, 표시하지 않음")
    }

    package func setupMakes(folder: String) -> String { say("\(folder): new folder", "\(folder): 새 폴더") }

    package var setupNothingToDo: String { say("Everything is set up like that already.", "이미 그렇게 설정되어 있습니다.") }
    package var setupDryRun: String { say("Nothing was written, because of --dry-run.", "--dry-run이므로 아무것도 쓰지 않았습니다.") }

    package func setupTesting(_ backend: String) -> String {
        say("Testing \(backend), which costs nothing:", "\(backend) 백엔드 시험(무료):")
    }

    package func setupUntested(_ backend: String) -> String {
        say(
            "\(backend) is not tested, because its key can't be read here. After the restart run textify backends.",
            "\(backend) 백엔드의 키를 여기서 읽을 수 없어 시험하지 않습니다. 다시 시작한 뒤 textify backends를 실행하세요.")
    }

    /// Why the key becomes a file.
    package var setupNoCredentials: String {
        say(
            "systemd-creds can't encrypt here, so the key is stored in a file that only its owner can read.",
            "여기서는 systemd-creds로 암호화할 수 없어 소유자만 읽을 수 있는 파일에 키를 저장합니다.")
    }

    package var setupNext: String { say("To use it:", "적용하려면:") }
}

/// Mistakes of `textify setup`.
extension Wording {
    package var setupNoOperands: String {
        say(
            "an argument is not expected. Give settings as options, and a key by --key-file.",
            "인수를 받지 않습니다. 설정은 옵션으로, 키는 --key-file로 주세요.")
    }

    package var setupNeedsTerminal: String {
        say(
            "standard input is not a terminal, so nothing can be asked. Add --yes to write, or --dry-run to see what would be written.",
            "표준 입력이 터미널이 아니어서 물을 수 없습니다. 쓰려면 --yes, 쓸 내용만 보려면 --dry-run을 추가하세요.")
    }

    package var setupNoFolder: String {
        say(
            "neither HOME nor XDG_CONFIG_HOME is set, so there is no usual place for the configuration. Give --config-dir.",
            "HOME과 XDG_CONFIG_HOME이 설정되지 않아 설정 폴더를 알 수 없습니다. --config-dir로 지정하세요.")
    }

    package func setupNeedsBackend(_ option: String) -> String {
        say(
            "--\(option) is about a backend, but none is chosen. Add --backend.",
            "--\(option) 옵션은 백엔드에 관한 것인데 고른 백엔드가 없습니다. --backend를 추가하세요.")
    }

    package func setupNeedsNothing(_ option: String) -> String {
        say("sketch needs no --\(option). Remove it.", "sketch에는 --\(option) 옵션이 필요 없습니다. 지우세요.")
    }

    package func setupNeedsKey(_ backend: String) -> String {
        say(
            "\(backend) needs an API key. Put it into a file and add --key-file FILE, or pass it to --key-file - by standard input.",
            "\(backend) 백엔드에는 API 키가 필요합니다. 파일에 넣고 --key-file FILE을 추가하거나, 표준 입력으로 --key-file -에 전달하세요.")
    }

    /// The value may be the key itself, so it is not repeated.
    package var setupNoKeyFile: String {
        say(
            "--key-file names no file that can be read. A key itself is never taken from the command line, where other users see it: put it into a file, or use --key-file - and standard input.",
            "--key-file에 지정한 파일을 읽을 수 없습니다. 명령줄의 키는 다른 사용자에게 보이므로 받지 않습니다. 파일에 넣거나 --key-file -와 표준 입력을 쓰세요.")
    }

    package var setupKeyInSet: String {
        say(
            "--set can't set a key, because other users see the command line. Use --key-file.",
            "명령줄은 다른 사용자에게 보이므로 --set으로 키를 설정할 수 없습니다. --key-file을 쓰세요.")
    }

    /// Neither a key with spaces nor one with characters other than ASCII can be sent.
    package var setupMalformedKey: String {
        say(
            "the key is empty, too long, or not one line of printable ASCII. Copy it again.",
            "키가 비어 있거나, 너무 길거나, 출력 가능한 ASCII 한 줄이 아닙니다. 다시 복사하세요.")
    }

    package func setupMalformedSet(_ text: String) -> String {
        say(
            "--set \(text): write it like --set model=NAME.", "--set \(text): --set model=NAME 형식으로 쓰세요.")
    }

    package func setupUnknownKey(_ key: String, of backend: String, nearest: String?) -> String {
        let hint = nearest.map { say(" Did you mean \($0)?", " 혹시 \($0)인가요?") } ?? ""
        return say(
            "--set \(key): \(backend) has no such setting.\(hint) textify manual textifyd.toml lists all.",
            "--set \(key): \(backend)에 없는 설정입니다.\(hint) 전체 목록은 textify manual textifyd.toml에 있습니다.")
    }

    package func setupMalformedBudget(_ text: String) -> String {
        say(
            "--budget: \"\(text)\" is not a budget. Write it like 5.00 USD/day, 50 USD/month or 100/day for pictures.",
            "--budget: \"\(text)\" 값은 예산이 아닙니다. 5.00 USD/day, 50 USD/month, 그림 수는 100/day처럼 쓰세요.")
    }

    package func setupBroken(_ backend: String) -> String {
        say(
            "the test of \(backend) failed, so nothing was written. Correct what it names, or add --skip-test.",
            "\(backend) 백엔드 시험에 실패해 아무것도 쓰지 않았습니다. 위에 나온 문제를 고치거나 --skip-test를 추가하세요.")
    }

    package func setupNoTest(_ backend: String) -> String {
        say(
            "\(backend) could not be tested, because textifyd was not found or did not end. Install it, or add --skip-test.",
            "textifyd를 찾을 수 없거나 끝나지 않아 \(backend) 백엔드를 시험하지 못했습니다. 설치하거나 --skip-test를 추가하세요.")
    }

    package var setupCancelled: String { say("cancelled; nothing was written.", "취소했습니다. 아무것도 쓰지 않았습니다.") }

    package func setupChangedMeanwhile(_ file: String) -> String {
        say(
            "\(file) was changed meanwhile, so it was not replaced. Run textify setup again.",
            "\(file): 그사이 바뀌어 덮어쓰지 않았습니다. textify setup을 다시 실행하세요.")
    }

    package func setupNoName(_ path: String) -> String {
        say("\(path) can't be used: a path has to be valid UTF-8.", "\(path): 경로는 올바른 UTF-8이어야 합니다.")
    }
}
