package import Domain

/// The complete configuration with all defaults applied.
package struct Settings: Equatable, Sendable {
    package var service: ServiceSettings
    /// The configured backends; `sketch` always exists in addition.
    package var backends: [BackendSettings]
    /// At least one, with distinct names and paths.
    package var watches: [WatchFolder]
    /// The request that folders overlay theirs on; its prompt is empty.
    package var defaults: Request
    package var limits: Limits
    package var log: LogLevel
    package var control: ControlSettings
    /// The folder in which plugins are found by name.
    package var plugins: FolderPath?
    package var budget: BudgetRules
    /// The size of the cache of rendered outputs, in bytes.
    package var cachedRenderings: Int

    package init(
        service: ServiceSettings, backends: [BackendSettings] = [], watches: [WatchFolder],
        defaults: Request = .builtIn,
        limits: Limits = Limits(), log: LogLevel = .info, control: ControlSettings? = nil,
        plugins: FolderPath? = nil,
        budget: BudgetRules = BudgetRules(), cachedRenderings: Int = 16 << 20
    ) {
        self.service = service
        self.backends = backends
        let roots = watches.map(\.path)
        self.watches = watches.map { $0.rooted(at: roots) }
        self.defaults = defaults
        self.limits = limits
        self.log = log
        self.plugins = plugins
        self.control = control ?? ControlSettings(socket: service.state.appending("control.sock"))
        self.budget = budget
        self.cachedRenderings = cachedRenderings
    }

    /// The valid values of `backend`.
    package var backendNames: [String] { BackendsReader.builtIn + backends.map(\.name) }
}

/// Settings of the service as a whole.
package struct ServiceSettings: Equatable, Sendable {
    /// The folder of the database and the blobs.
    package var state: FolderPath
    /// The language of files that the service writes into folders.
    package var language: Language
    /// The time zone of budget periods and displayed local times, such as `Asia/Seoul`; `nil` for the system's.
    package var zone: String?
    /// The number of rendering threads; `nil` for the default (one less than the cores, at least 1).
    package var renderThreads: Int?

    package init(state: FolderPath, language: Language = .english, zone: String? = nil, renderThreads: Int? = nil) {
        self.state = state
        self.language = language
        self.zone = zone
        self.renderThreads = renderThreads
    }
}

/// Limits on input.
package struct Limits: Equatable, Sendable {
    /// In grapheme clusters.
    package var promptCharacters: Int
    /// For one dropped file.
    package var batchLines: Int
    package var pictures: PictureLimits

    package init(
        promptCharacters: Int = 32_000, batchLines: Int = 10_000, pictures: PictureLimits = PictureLimits()
    ) {
        self.promptCharacters = promptCharacters
        self.batchLines = batchLines
        self.pictures = pictures
    }
}

/// The least important level that is logged.
package enum LogLevel: String, Equatable, Comparable, Sendable, CaseIterable {
    case error
    case warning
    case info
    case debug

    /// Orders levels by importance: `error < debug`.
    package static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.order < rhs.order
    }

    private var order: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .info: 2
        case .debug: 3
        }
    }
}

/// The addresses of the control API and the groups with access.
package struct ControlSettings: Equatable, Sendable {
    /// The control socket's path, unless the service manager passes a socket.
    package var socket: FolderPath
    /// The group whose members may submit jobs, which may cost money.
    package var submitGroup: String
    /// The group whose members may operate the service.
    package var adminGroup: String
    /// The loopback address at which the API is served to holders of the token.
    package var listen: ListenAddress?
    /// The token's file.
    package var tokenFile: FolderPath?
    /// The address at which metrics are served to every client.
    package var metricsListen: ListenAddress?

    package init(
        socket: FolderPath, submitGroup: String = "textifyd-submit", adminGroup: String = "textifyd-admin",
        listen: ListenAddress? = nil, tokenFile: FolderPath? = nil, metricsListen: ListenAddress? = nil
    ) {
        self.socket = socket
        self.submitGroup = submitGroup
        self.adminGroup = adminGroup
        self.listen = listen
        self.tokenFile = tokenFile
        self.metricsListen = metricsListen
    }
}

/// A numeric IP address and port to listen on; names are not resolved.
package struct ListenAddress: Equatable, Sendable {
    /// Such as `127.0.0.1` or `::1`, without brackets.
    package let host: String
    package let port: UInt16

    /// Parses `127.0.0.1:9187` or `[::1]:9187`; `nil` for anything else.
    package init?(text: String) {
        guard let parts = HostAndPort(text), let port = parts.port.flatMap({ UInt16(digits: $0) }), port > 0 else {
            return nil
        }
        let host = parts.host
        if host.hasPrefix("[") {
            let inner = host.dropFirst().dropLast()
            let isPlain = inner.utf8.allSatisfy { "0123456789abcdefABCDEF:.".utf8.contains($0) }
            guard isPlain, inner.contains(":") else { return nil }
            self.host = String(inner)
        } else {
            let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8(digits: $0) }
            guard numbers.count == 4, !numbers.contains(nil) else { return nil }
            self.host = String(host)
        }
        self.port = port
    }

    package var text: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    /// Whether only this machine can connect.
    package var isLoopback: Bool { host == "::1" || LoopbackHost.isNamed(host) }
}

extension FieldCodec where Value == String {
    /// An address, kept as written.
    static func address(onlyLoopback: Bool) -> FieldCodec<String> {
        FieldCodec(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            guard let address = ListenAddress(text: text), address.isLoopback || !onlyLoopback else {
                throw .malformed(got: text, example: "127.0.0.1:9187")
            }
            return text
        }
    }
}
