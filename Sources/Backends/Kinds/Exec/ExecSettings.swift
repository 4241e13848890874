package import BackendKit
package import Domain

/// A program that makes pictures, and its environment.
package struct ExecSettings: BackendKindSettings {
    /// The program and its arguments; empty for a program from the plugin folder.
    var command: [String] = []
    /// A file name in the plugin folder; `nil` for the backend's own name.
    var plugin: String?
    var mode = PluginMode.persistent
    /// The names of environment variables to pass on.
    var variables: [String] = []
    var credentials: [String: KeySource] = [:]
    /// Passed to the plugin unchanged.
    var settings: [String: JSONValue] = [:]
    var stallTimeout: Duration = .seconds(60)
    var sandbox = SandboxMode.on
    /// Files and folders that the plugin may read beside the system's and its own.
    var readable: [FolderPath] = []
    /// Files and folders that it may also write.
    var writable: [FolderPath] = []
    /// The maximum data memory of each of its processes in bytes; `nil` for no limit.
    var memory: Int64?

    package static let kind = BackendKind(
        type: "exec", defaults: ExecSettings(),
        fields: { program($0.paths) + given($0.paths) + sandbox($0.paths) },
        traits: BackendTraits(isRemote: false), limits: { _ in CallLimits(concurrency: 1) },
        check: { _, table, key, reader in
            guard let plugin = table["plugin"], table["command"] != nil else { return }
            reader.report(.conflict(with: FieldReader.join(key, "command")), key: key + ".plugin", at: plugin)
        },
        prepare: { own, context, host throws(BackendSetupFailure) in
            let keys = try host.programs.keys(own.credentials)
            let options = try ExecOptions(own, context, keys.secrets, host.programs)
            let dependencies = ExecDependencies(host, context.name, keys: keys.onDemand)
            var prepared = PreparedBackend(context) { _ in options.backend(dependencies) }
            prepared.conformance = { await PluginConformanceTest.findings(options, dependencies) }
            return prepared
        })

    package func addPurchase(to fields: inout CanonicalFields) {
        fields.add("command", command.first)
        fields.add("plugin", plugin)
        for argument in command.dropFirst() { fields.add("argument", argument) }
        for variable in variables { fields.add("variable", variable) }
        fields.add("settings", settings)
    }

    package var needsPluginFolder: Bool { command.isEmpty }
    package var isSandboxed: Bool? { sandbox == .on }

    private static func program(_ paths: PathResolver) -> [Field<ExecSettings>] {
        [
            Field(
                "command", \.command, .command(paths),
                FieldHelp("Program and arguments, run without a shell", "프로그램과 인자, 셸을 거치지 않음")),
            Field(
                "plugin", optional: \.plugin, .plugin,
                FieldHelp(
                    "Instead of command: a file in [plugins] folder; defaults to the backend's name",
                    "command 대신 쓰는 [plugins] folder 안의 파일, 기본은 백엔드 이름")),
            Field(
                "mode", \.mode, .choice,
                FieldHelp(
                    "persistent: one process for all pictures; oneshot: one for each",
                    "persistent: 모든 그림에 한 프로세스, oneshot: 그림마다 한 프로세스")),
            Field(
                "stall_timeout", \.stallTimeout, .duration(.seconds(1) ... .seconds(86_400)),
                FieldHelp(
                    "Time without a message after which a plugin that reports progress counts as stalled",
                    "진행을 보고하는 플러그인이 응답 없음으로 처리되는 시간")),
        ]
    }

    private static func given(_ paths: PathResolver) -> [Field<ExecSettings>] {
        [
            Field(
                "env", \.variables, .list(of: .variable),
                FieldHelp("Names of environment variables to pass to the plugin", "전달할 환경 변수의 이름")),
            Field(
                "credentials", \.credentials, .keySources(paths),
                FieldHelp("Keys by name, each with its source", "이름별 키와 각각의 위치")),
            Field(
                "settings", \.settings, .extra(owned: []),
                FieldHelp("Settings passed to the plugin unchanged", "플러그인에 그대로 전달할 설정")),
        ]
    }

    private static func sandbox(_ paths: PathResolver) -> [Field<ExecSettings>] {
        [
            Field(
                "sandbox", \.sandbox, .choice,
                FieldHelp(
                    "on: access to system files, its own folders and those below only; off: everything that the service can access",
                    "on: 시스템 파일, 자체 폴더와 아래에 적은 폴더만 접근, off: 서비스가 접근할 수 있는 모든 것")),
            Field(
                "read", \.readable, .list(of: .path(paths)),
                FieldHelp("Additional files and folders that the plugin may read", "플러그인이 추가로 읽을 수 있는 파일과 폴더")),
            Field(
                "write", \.writable, .list(of: .path(paths)),
                FieldHelp(
                    "Additional files and folders that the plugin may read and write", "플러그인이 추가로 읽고 쓸 수 있는 파일과 폴더")),
            Field(
                "memory", optional: \.memory, .integer((16 << 20)...(1 << 50)), unit: "bytes",
                FieldHelp(
                    "Maximum data memory of each of its processes; unlimited by default",
                    "프로세스별 최대 데이터 메모리, 기본은 제한 없음")),
        ]
    }
}

/// The lifetime of a plugin's process.
enum PluginMode: String, Equatable, Sendable, CaseIterable {
    /// One process for all pictures.
    case persistent
    /// One process per picture.
    case oneshot
}

enum SandboxMode: String, Equatable, Sendable, CaseIterable {
    /// Sandboxed where the kernel supports Landlock.
    case on
    /// The plugin can access everything that the service's user can.
    case off
}

extension FieldCodec where Value == String {
    /// A file name without a slash.
    fileprivate static var plugin: Self {
        FieldCodec(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            let isName = 1...255 ~= text.utf8.count && !text.utf8.contains { $0 == 47 || $0 < 32 || $0 == 127 }
            guard isName, !text.hasPrefix(".") else { throw .malformed(got: text, example: "mosaic") }
            return text
        }
    }
}
