import Domain

extension LaunchOrder {
    /// What `--help` prints.
    static func help(in language: Language) -> String {
        switch language {
        case .english: english
        case .korean: korean
        }
    }

    private static let english = """
        textifyd: turns prompts and pictures that are dropped into a folder into text art

        usage: textifyd [OPTION…]

          --config FILE   the configuration (default: ./textifyd.toml when there is one)
          --watch DIR     the folder to drop into, in place of the configuration's
          --outbox DIR    where results go
          --state DIR     the database and the stored pictures
          --socket FILE   the control socket
          --once          work off what is there and end: 0 all done, 65 some failed, 75 some wait
          --check         say whether the configuration is good, and end
          --test-backend NAME
                          hold a backend of the configuration against the rules, and end; with
                          --generate N it also makes pictures, after it has asked, or with --yes
          --demo DIR      make demo folders below DIR, drop a prompt and a picture, and serve them
          --help, --version

        SIGTERM ends what runs and stops; SIGHUP reads the configuration again.

        """

    private static let korean = """
        textifyd: 폴더에 넣은 프롬프트와 그림을 글자 그림으로 바꿉니다

        사용법: textifyd [옵션…]

          --config FILE   설정 파일 (기본: 있으면 ./textifyd.toml)
          --watch DIR     설정의 폴더 대신 쓸 감시 폴더
          --outbox DIR    결과를 보낼 폴더
          --state DIR     데이터베이스와 보관하는 그림
          --socket FILE   제어 소켓
          --once          지금 있는 것을 처리하고 끝냄: 0 모두 됨, 65 일부 실패, 75 일부 기다림
          --check         설정이 올바른지 말하고 끝냄
          --test-backend NAME
                          설정의 백엔드가 규칙에 맞는지 시험하고 끝냄.
                          --generate N이면 물어본 뒤, --yes면 묻지 않고 그림도 만듦
          --demo DIR      DIR 아래에 시연 폴더를 만들고 프롬프트와 그림을 넣어 처리함
          --help, --version

        SIGTERM은 하던 일을 마치고 끝냅니다. SIGHUP은 설정을 다시 읽습니다.

        """
}
