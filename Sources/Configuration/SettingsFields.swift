package import Domain

/// The settings while they are being read. Watch folders are read afterwards, because they start from the defaults.
struct SettingsDraft: Sendable {
    /// The state folder, if the file sets it.
    var state: FolderPath?
    /// The control socket, if the file sets it.
    var socket: FolderPath?
    /// The cache folder, if the file sets it.
    var cache: FolderPath?
    /// All other settings. The state folder, the socket and the cache folder are replaced at the end.
    var settings = Settings(state: FolderPath("/"))
}

extension FieldTable where Target == SettingsDraft {
    /// `models`: the backends that look at pictures.
    static func settings(
        backends: [String], models: [String] = [], _ paths: PathResolver
    ) -> FieldTable<SettingsDraft> {
        FieldTable([
            Field("service", \.self, table: service(paths), FieldHelp("The service as a whole", "서비스 전체")),
            Field(
                "defaults", \.settings.defaults, table: .requestOptions(backends: backends),
                FieldHelp("Default request of every folder", "모든 폴더의 기본 요청")),
            Field("database", \.self, table: database, FieldHelp("The database", "데이터베이스")),
            Field(
                "blobs", \.settings.blobs, table: blobs(paths),
                FieldHelp("Storage of pictures that services share", "서비스들이 함께 쓰는 그림 저장소")),
            Field("limits", \.settings.limits, table: .limits, FieldHelp("Limits on input", "입력 한도")),
            Field("control", \.self, table: control(paths), FieldHelp("The control socket", "제어 소켓")),
            Field("web", \.settings.web, table: .web(paths), FieldHelp("The gallery in a browser", "브라우저 갤러리")),
            Field(
                "plugins", \.self, table: plugins(paths), FieldHelp("Programs that generate pictures", "그림을 만드는 프로그램")),
            Field("budget", \.settings.budget, table: .budget, FieldHelp("Spending caps", "지출 한도")),
            Field("cache", \.self, table: cache(paths), FieldHelp("Caches", "캐시")),
            Field(
                "keep", \.settings.retention, table: .retention,
                FieldHelp("What the library keeps. Favourites are always kept", "라이브러리에 남겨 두는 것. 즐겨찾기는 항상 남김")),
            Field("library", \.self, table: library(models), FieldHelp("The library", "라이브러리")),
            Field("log", \.self, table: log, FieldHelp("Logging", "로그")),
            Field(
                "backends", \.self, .unread,
                FieldHelp("Image backends, one table for each", "그림을 만드는 백엔드, 백엔드마다 표 하나")),
            Field(
                "watch", \.self, .unread,
                FieldHelp("Watch folders, one table for each", "감시 폴더, 폴더마다 표 하나")),
            Field(
                "gate", \.self, .unread,
                FieldHelp(
                    "Gates, behind which new work waits, one table for each", "새 작업을 기다리게 하는 게이트, 게이트마다 표 하나")),
            Field(
                "notify", \.self, .unread,
                FieldHelp(
                    "Targets of notifications, one table for each", "알림을 받을 대상, 대상마다 표 하나")),
            Field(
                "expire", \.self, .unread,
                FieldHelp(
                    "Searches whose older artworks go to the trash, one table for each",
                    "오래된 작품을 휴지통으로 옮길 검색, 검색마다 표 하나")),
        ])
    }

    private static func service(_ paths: PathResolver) -> FieldTable<SettingsDraft> {
        FieldTable([
            Field(
                "state", optional: \.state, .path(paths),
                FieldHelp("Folder of the database and stored pictures", "데이터베이스와 그림을 저장할 폴더")),
            Field(
                "language", \.settings.service.language, .choice,
                FieldHelp("Language of files written into folders", "폴더에 쓰는 파일의 언어")),
            Field(
                "zone", optional: \.settings.service.zone, .text,
                FieldHelp(
                    "The time zone of budgets and local times, such as Asia/Seoul", "예산과 현지 시각의 시간대, 예: Asia/Seoul")),
            Field(
                "render_threads", optional: \.settings.service.renderThreads, .integer(1...1024),
                FieldHelp("Number of rendering threads", "렌더링 스레드 수")),
        ])
    }

    private static func control(_ paths: PathResolver) -> FieldTable<SettingsDraft> {
        FieldTable([
            Field(
                "socket", optional: \.socket, .path(paths),
                FieldHelp(
                    "Path of the control socket, unless the service manager passes one", "서비스 관리자가 소켓을 넘기지 않을 때의 경로"
                )),
            Field(
                "submit_group", \.settings.control.submitGroup, .text,
                FieldHelp("Group whose members may submit jobs", "작업을 제출할 수 있는 그룹")),
            Field(
                "admin_group", \.settings.control.adminGroup, .text,
                FieldHelp("Group whose members may operate the service", "서비스를 운영할 수 있는 그룹")),
            Field(
                "metrics_listen", optional: \.settings.control.metricsListen, .address(onlyLoopback: false),
                FieldHelp(
                    "Address that serves /metrics and /healthz to every client, such as 127.0.0.1:9187; off by default",
                    "/metrics와 /healthz를 인증 없이 제공할 주소. 예: 127.0.0.1:9187. 기본은 열지 않음")),
            Field(
                "listen", optional: \.settings.control.listen, .address(onlyLoopback: true),
                FieldHelp(
                    "Loopback address that serves the whole API with the token, such as 127.0.0.1:8187; off by default",
                    "토큰으로 전체 API를 제공할 루프백 주소. 예: 127.0.0.1:8187. 기본은 열지 않음")),
            Field(
                "token_file", optional: \.settings.control.tokenFile, .path(paths),
                FieldHelp(
                    "File with the token for listen: one line, mode 0600; the token grants full access",
                    "listen의 토큰 파일: 한 줄, 권한 0600. 토큰은 모든 권한을 부여함")),
        ])
    }

    private static var database: FieldTable<SettingsDraft> {
        FieldTable([
            Field(
                "url", optional: \.settings.databaseAddress, .databaseAddress,
                FieldHelp(
                    "Address of a PostgreSQL database for jobs, ledger and library, instead of a file in the state folder",
                    "상태 폴더의 파일 대신 작업, 장부, 라이브러리를 저장할 PostgreSQL 데이터베이스의 주소"))
        ])
    }

    private static func blobs(_ paths: PathResolver) -> FieldTable<BlobSettings> {
        FieldTable<BlobSettings>([
            Field(
                "url", optional: \.bucket, .bucket,
                FieldHelp(
                    "Bucket of a service with the S3 API that keeps the pictures, instead of the database or the state folder",
                    "데이터베이스나 상태 폴더 대신 그림을 저장할 S3 API 버킷")),
            Field(
                "from", optional: \.earlier, .bucket,
                FieldHelp(
                    "Bucket that earlier pictures are read from, and moved from by textify blobs move",
                    "이전 그림을 읽을 버킷. textify blobs move로 옮길 수 있음")),
            Field(
                "access_key", optional: \.accessKey, .storedKey(paths),
                FieldHelp("Access key ID of the bucket", "버킷의 액세스 키 ID")),
            Field(
                "secret_key", optional: \.secretKey, .storedKey(paths),
                FieldHelp("Secret key of the bucket", "버킷의 비밀 키")),
            Field(
                "cache", \.cache, .integer(0...(1 << 50)), unit: "bytes",
                FieldHelp(
                    "Local copies of shared pictures, which are in the state folder; the least recently used are removed first",
                    "함께 쓰는 그림의 로컬 사본. 상태 폴더에 두며 오래 쓰지 않은 것부터 지움")),
        ])
    }

    private static func plugins(_ paths: PathResolver) -> FieldTable<SettingsDraft> {
        FieldTable([
            Field(
                "folder", optional: \.settings.plugins, .path(paths),
                FieldHelp("Folder in which exec backends are found by name", "exec 백엔드를 이름으로 찾을 폴더"))
        ])
    }

    private static func cache(_ paths: PathResolver) -> FieldTable<SettingsDraft> {
        FieldTable([
            Field(
                "folder", optional: \.cache, .path(paths),
                FieldHelp(
                    "Folder of the cache on disk, which may be deleted at any time", "디스크 캐시 폴더. 언제든지 지워도 됨")),
            Field(
                "renderings", \.settings.cache.renderings, .integer(0...(1 << 34)), unit: "bytes",
                FieldHelp("Rendered text art kept in memory", "메모리에 보관할 텍스트 아트의 양")),
            Field(
                "disk", \.settings.cache.disk, .integer(0...(1 << 40)), unit: "bytes",
                FieldHelp(
                    "Rendered text art and thumbnails kept on disk; 0 keeps none",
                    "디스크에 보관할 텍스트 아트와 미리 보기의 양. 0이면 보관하지 않음")),
        ])
    }

    private static func library(_ models: [String]) -> FieldTable<SettingsDraft> {
        FieldTable([
            Field(
                "suggest", \.settings.suggest, table: .suggest(models),
                FieldHelp("Tags by a vision model. Off by default", "그림을 보는 모델의 태그. 기본은 쓰지 않음"))
        ])
    }

    private static var log: FieldTable<SettingsDraft> {
        FieldTable([Field("level", \.settings.log, .choice, FieldHelp("Minimum log level", "남길 최저 로그 수준"))])
    }
}

extension FieldCodec where Value == SettingsDraft {
    /// A table that is described here but read elsewhere.
    fileprivate static var unread: Self { FieldCodec(.table, show: { _ in "" }, read: { _, _, _ in nil }) }
}

extension FieldTable where Target == Limits {
    static var limits: FieldTable<Limits> {
        FieldTable([
            Field(
                "prompt_characters", \.promptCharacters, .integer(1...1_000_000), unit: "characters",
                FieldHelp("The longest prompt", "가장 긴 프롬프트")),
            Field(
                "batch_lines", \.batchLines, .integer(1...100_000), unit: "lines",
                FieldHelp("Maximum requests in one batch", "배치 하나의 최대 요청 수")),
            Field(
                "file_bytes", \.pictures.fileBytes, .integer(1...(1 << 40)), unit: "bytes",
                FieldHelp("The largest file", "가장 큰 파일")),
            Field(
                "pixels", \.pictures.streamedPixels, .integer(1...(1 << 40)), unit: "pixels",
                FieldHelp("Maximum pixels of a picture that is decoded as a stream", "스트리밍으로 읽는 그림의 최대 픽셀 수")),
            Field(
                "held_pixels", \.pictures.heldPixels, .integer(1...(1 << 32)), unit: "pixels",
                FieldHelp("Maximum pixels of a picture that must be decoded in memory", "메모리에 통째로 올려야 하는 그림의 최대 픽셀 수")),
            Field(
                "memory", \.pictures.memory, .integer((16 << 20)...(1 << 44)), unit: "bytes",
                FieldHelp(
                    "Maximum memory of all renderings together; further ones wait",
                    "모든 렌더링이 함께 쓰는 최대 메모리. 넘으면 대기함")),
        ])
    }
}

extension FieldTable where Target == SuggestSettings {
    fileprivate static func suggest(_ models: [String]) -> FieldTable<SuggestSettings> {
        FieldTable([
            Field(
                "backend", optional: \.backend, .choice(of: models),
                FieldHelp("Backend of type openai-chat whose model is asked", "물어볼 openai-chat 백엔드")),
            Field(
                "prompt", \.question, .text,
                FieldHelp(
                    "Question to the model, which decides the language of the tags; a JSON array is read best",
                    "모델에 보낼 질문. 태그의 언어도 여기서 정함. JSON 배열로 답하게 하는 것이 가장 좋음")),
        ])
    }
}

/// The configuration's structure for editors and manuals, derived from the tables that read it.
package enum SettingsSchema {
    /// Descriptions don't depend on where relative paths start.
    private static let paths = PathResolver(base: "/", home: nil)

    /// The file's tables with their fields. `watch` describes each watch table. `backends` is left out because its
    /// fields depend on the type.
    package static var tables: [FieldDescription] {
        FieldTable.settings(backends: [], paths).descriptions.filter { $0.name != "backends" }.map { table in
            switch table.name {
            case "watch": table.with(FieldTable.watch(backends: [], paths).descriptions)
            case "gate": table.with(FieldTable.gate(folders: [], backends: [], targets: [], paths).descriptions)
            case "notify": table.with(FieldTable.target(folders: [], backends: [], paths).descriptions)
            case "expire": table.with(FieldTable.expiry.descriptions)
            default: table
            }
        }
    }

    /// The tables that may be there several times.
    package static let lists: Set<String> = ["watch", "gate", "notify", "expire"]

    /// The fields of a backend's table, by type.
    package static func backends(_ kinds: [BackendDescription]) -> [(type: String, fields: [FieldDescription])] {
        let context = BackendFieldContext(paths: paths, backends: [])
        let kinds = kinds + [Chain.kind]
        return kinds.map { kind in
            (kind.type, FieldTable.backend(kind, context, types: kinds.map(\.type)).descriptions)
        }
    }

    /// JSON Schema 2020-12 of the whole file.
    package static func json(_ kinds: [BackendDescription]) -> JSONValue {
        var properties: [String: JSONValue] = [:]
        for table in tables {
            properties[table.name] =
                lists.contains(table.name) ? .object(["type": .text("array"), "items": table.schema]) : table.schema
        }
        properties["backends"] = .object([
            "type": .text("object"), "description": .text("Image backends, one table for each"),
            "additionalProperties": .object(["oneOf": .list(backends(kinds).map { backend($0.type, $0.fields) })]),
        ])
        return .object([
            "$schema": .text("https://json-schema.org/draft/2020-12/schema"), "title": .text("textifyd.toml"),
            "type": .text("object"), "additionalProperties": .flag(false), "properties": .object(properties),
        ])
    }

    private static func backend(_ type: String, _ fields: [FieldDescription]) -> JSONValue {
        let help = FieldHelp("A backend of type \(type)", "\(type) 백엔드")
        guard case .object(var schema) = FieldDescription.object(fields, help: help),
            case .object(var properties) = schema["properties"]
        else { return .null }
        properties["type"] = .object(["const": .text(type)])
        schema["properties"] = .object(properties)
        schema["required"] = .list([.text("type")])
        return .object(schema)
    }
}
