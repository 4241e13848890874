import Domain

/// The tables of the file that are read by themselves; watches come after them, as they start from the defaults.
struct SettingsDraft: Sendable {
    var state: String?
    var language = Language.english
    var zone: String?
    var renderThreads: Int?
    var defaults = Request.builtIn
    var limits = Limits()
    var log = LogLevel.info
    var socket: String?
    var submitGroup = "textifyd-submit"
    var adminGroup = "textifyd-admin"
    var listen: String?
    var tokenFile: String?
    var metricsListen: String?
    var plugins: String?
    var budget = BudgetDraft()
    var cachedRenderings = 16 << 20
}

extension FieldTable where Target == SettingsDraft {
    static func settings(backends: [String]) -> FieldTable<SettingsDraft> {
        FieldTable([
            Field("service", \.self, .table(.service), FieldHelp("The service as a whole", "서비스 전체")),
            Field(
                "defaults", \.defaults, .table(.requestOptions(backends: backends)),
                FieldHelp("What every folder starts from", "모든 폴더의 바탕이 되는 요청")),
            Field("limits", \.limits, .table(.limits), FieldHelp("Bounds on what comes from outside", "들어오는 것의 한도")),
            Field("control", \.self, .table(.control), FieldHelp("The control socket", "제어 소켓")),
            Field("plugins", \.self, .table(.plugins), FieldHelp("Programs that generate pictures", "그림을 만드는 프로그램")),
            Field("budget", \.budget, .table(.budget), FieldHelp("What may be spent", "쓸 수 있는 예산")),
            Field("cache", \.self, .table(.cache), FieldHelp("What is kept to be used again", "다시 쓰려고 두는 것")),
            Field("log", \.self, .table(.log), FieldHelp("What is logged", "기록할 내용")),
            Field(
                "backends", \.self, FieldForm(.table, show: { _ in "" }, apply: { _, _, _, _ in }),
                FieldHelp("Who generates pictures, one table for each", "그림을 만드는 백엔드, 하나에 표 하나")),
            Field(
                "watch", \.self, FieldForm(.table, show: { _ in "" }, apply: { _, _, _, _ in }),
                FieldHelp("A folder that is watched, one table for each", "지켜볼 폴더, 하나에 표 하나")),
        ])
    }

    private static var service: FieldTable<SettingsDraft> {
        FieldTable([
            Field(
                "state", optional: \.state, .path, startingFrom: "",
                FieldHelp("Where the database and the blobs lie", "데이터베이스와 내용물을 둘 곳")),
            Field(
                "language", \.language, .choice,
                FieldHelp("What the service writes into folders in", "서비스가 폴더에 글을 쓸 때의 언어")),
            Field(
                "zone", optional: \.zone, .text, startingFrom: "",
                FieldHelp(
                    "The time zone of budgets and local times, such as Asia/Seoul", "예산과 현지 시각의 시간대, 예: Asia/Seoul")),
            Field(
                "render_threads", optional: \.renderThreads, .integer(1...1024), startingFrom: 1,
                FieldHelp("How many threads render", "그리기에 쓸 스레드 수")),
        ])
    }

    private static var control: FieldTable<SettingsDraft> {
        FieldTable([
            Field(
                "socket", optional: \.socket, .path, startingFrom: "",
                FieldHelp(
                    "Where the service is asked, unless the service manager passes a socket", "서비스 관리자가 넘기지 않을 때의 소켓 경로"
                )),
            Field("submit_group", \.submitGroup, .text, FieldHelp("Whose members may submit work", "작업을 맡길 수 있는 그룹")),
            Field(
                "admin_group", \.adminGroup, .text,
                FieldHelp("Whose members may operate the service", "서비스를 운영할 수 있는 그룹")),
            Field(
                "metrics_listen", optional: \.metricsListen, .address(onlyLoopback: false), startingFrom: "",
                FieldHelp(
                    "An address such as 127.0.0.1:9187 that gives /metrics and /healthz to whoever comes; none when left out",
                    "/metrics와 /healthz를 누구에게나 주는 주소. 예: 127.0.0.1:9187. 없으면 열지 않음")),
            Field(
                "listen", optional: \.listen, .address(onlyLoopback: true), startingFrom: "",
                FieldHelp(
                    "An address of this machine alone, such as 127.0.0.1:8187, that takes the whole API with the token; none when left out",
                    "토큰으로 모든 API를 쓰는 이 컴퓨터만의 주소. 예: 127.0.0.1:8187. 없으면 열지 않음")),
            Field(
                "token_file", optional: \.tokenFile, .path, startingFrom: "",
                FieldHelp(
                    "The file with the token for listen: one line, mode 0600; who has it may everything",
                    "listen의 토큰이 든 파일: 한 줄, 권한 0600. 가진 사람은 무엇이든 할 수 있음")),
        ])
    }

    private static var plugins: FieldTable<SettingsDraft> {
        FieldTable([
            Field(
                "folder", optional: \.plugins, .path, startingFrom: "",
                FieldHelp("Where backends of type exec are looked for by name", "exec 백엔드를 이름으로 찾을 폴더"))
        ])
    }

    private static var cache: FieldTable<SettingsDraft> {
        FieldTable([
            Field(
                "renderings", \.cachedRenderings, .integer(0...(1 << 34)), unit: "bytes",
                FieldHelp("How much text art is kept in memory", "메모리에 둘 글자 그림의 양"))
        ])
    }

    private static var log: FieldTable<SettingsDraft> {
        FieldTable([Field("level", \.log, .choice, FieldHelp("The least important lines kept", "남길 가장 낮은 중요도"))])
    }
}

extension FieldTable where Target == Limits {
    static var limits: FieldTable<Limits> {
        FieldTable([
            Field(
                "prompt_characters", \.promptCharacters, .integer(1...1_000_000), unit: "characters",
                FieldHelp("The longest prompt", "가장 긴 프롬프트")),
            Field(
                "batch_lines", \.batchLines, .integer(1...100_000), unit: "lines",
                FieldHelp("The most requests in one batch", "묶음 하나에 담을 수 있는 요청 수")),
            Field(
                "file_bytes", \.pictures.fileBytes, .integer(1...(1 << 40)), unit: "bytes",
                FieldHelp("The largest file", "가장 큰 파일")),
            Field(
                "pixels", \.pictures.streamedPixels, .integer(1...(1 << 40)), unit: "pixels",
                FieldHelp("The most pixels of a picture that streams through", "흘려 읽는 그림의 최대 픽셀 수")),
            Field(
                "held_pixels", \.pictures.heldPixels, .integer(1...(1 << 32)), unit: "pixels",
                FieldHelp("The most pixels of a picture that must be held whole", "통째로 읽어야 하는 그림의 최대 픽셀 수")),
            Field(
                "memory", \.pictures.memory, .integer((16 << 20)...(1 << 44)), unit: "bytes",
                FieldHelp(
                    "The most memory that all renderings together hold; others wait",
                    "모든 렌더링이 함께 쓰는 최대 메모리. 넘으면 차례를 기다림")),
        ])
    }
}
