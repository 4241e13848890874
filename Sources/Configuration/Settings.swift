package import Domain

/// The complete configuration with all defaults applied.
package struct Settings: Equatable, Sendable {
    package var service: ServiceSettings
    /// The configured backends; `sketch` always exists in addition.
    package var backends: [BackendSettings] = []
    /// At least one, with distinct names and paths.
    package var watches: [WatchFolder] = []
    /// The request that folders overlay theirs on; its prompt is empty.
    package var defaults = Request.builtIn
    package var limits = Limits()
    package var log = LogLevel.info
    package var control: ControlSettings
    package var web = WebSettings()
    /// The folder in which plugins are found by name.
    package var plugins: FolderPath?
    package var budget = BudgetRules()
    package var cache: CacheSettings
    /// The address of the PostgreSQL database, without a password; `nil` for a file in the state folder.
    package var databaseAddress: String?
    package var blobs = BlobSettings()
    package var retention = Retention()
    package var suggest = SuggestSettings()
    package var gates: [ConfiguredGate] = []
    /// The targets of notifications.
    package var targets: [NotificationTarget] = []

    /// Creates the defaults, without any watch folder. The control socket and the cache are in the state folder.
    package init(state: FolderPath) {
        service = ServiceSettings(state: state)
        cache = CacheSettings(folder: state.appending("cache"))
        control = ControlSettings(socket: state.appending("control.sock"))
    }

    /// The valid values of `backend`.
    package var backendNames: [String] {
        BackendsReader.builtIn + backends.filter(\.kind.traits.makesPictures).map(\.name)
    }

    /// The rules for tags by a vision model; `nil` if none is configured.
    package var tagSuggestions: TagSuggestionRules? {
        guard let backend = suggest.backend else { return nil }
        let isRemote = BackendSettings.remoteNames(backends).contains(backend)
        let folders = watches.map { ($0.name, $0.rules.isLocalOnly && isRemote ? .off : $0.rules.suggesting) }
        return TagSuggestionRules(
            backend: backend, question: suggest.question,
            folders: Dictionary(folders) { first, _ in first })
    }
}

/// The vision model that suggests tags.
package struct SuggestSettings: Equatable, Sendable {
    /// A backend that looks at pictures; `nil` for none.
    package var backend: String?
    package var question = TagAnswer.question

    /// Whether there is a question of one's own, but no backend for it.
    var isAskingNobody: Bool { backend == nil && question != TagAnswer.question }
}

extension [WatchFolder] {
    /// The same folders, with outboxes and archives that lie inside one of them marked as relative to it.
    package var rooted: [WatchFolder] { map { $0.rooted(at: self.map(\.path)) } }
}

/// Settings of the service as a whole.
package struct ServiceSettings: Equatable, Sendable {
    /// The folder of the database and the blobs.
    package var state: FolderPath
    /// The language of files that the service writes into folders.
    package var language = Language.english
    /// The time zone of budget periods and displayed local times, such as `Asia/Seoul`; `nil` for the system's.
    package var zone: String?
    /// The number of rendering threads; `nil` for the default (one less than the cores, at least 1).
    package var renderThreads: Int?
}

/// The cache of rendered art. Everything in it can be rendered again.
package struct CacheSettings: Equatable, Sendable {
    /// The folder of the cache on disk. It may be emptied or deleted at any time.
    package var folder: FolderPath
    /// The size in memory, in bytes.
    package var renderings = 16 << 20
    /// The size on disk, in bytes; 0 turns the cache on disk off.
    package var disk = 256 << 20

    package init(folder: FolderPath) {
        self.folder = folder
    }
}

/// Where pictures are kept that services share.
package struct BlobSettings: Equatable, Sendable {
    /// The size of local copies, in bytes.
    package var cache = 1 << 30
    /// The bucket that pictures are written to; `nil` for the database or the state folder.
    package var bucket: S3Address?
    /// A bucket that pictures are still read from, and moved from.
    package var earlier: S3Address?
    package var accessKey: KeySource?
    package var secretKey: KeySource?

    /// The first key that a bucket needs and that isn't set.
    var missingKey: String? {
        guard bucket != nil || earlier != nil else { return nil }
        return accessKey == nil ? "access_key" : secretKey == nil ? "secret_key" : nil
    }
}

/// Limits on input.
package struct Limits: Equatable, Sendable {
    /// The longest prompt, in characters (grapheme clusters).
    package var promptCharacters = 32_000
    /// The most requests in one dropped batch.
    package var batchLines = 10_000
    package var pictures = PictureLimits()
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
    package var submitGroup = "textifyd-submit"
    /// The group whose members may operate the service.
    package var adminGroup = "textifyd-admin"
    /// The loopback address at which the API is served to holders of the token.
    package var listen: ListenAddress?
    /// The token's file.
    package var tokenFile: FolderPath?
    /// The address at which metrics are served to every client.
    package var metricsListen: ListenAddress?
}

/// A numeric IP address and port to listen on; names are not resolved.
package struct ListenAddress: Equatable, Sendable {
    /// The IP address, such as `127.0.0.1` or `::1`, without brackets.
    package let host: String
    package let port: UInt16

    /// Parses `127.0.0.1:9187` or `[::1]:9187`; `nil` for anything else.
    package init?(text: String) {
        guard let parts = HostAndPort(text), let port = parts.port.flatMap({ UInt16(digits: $0) }), port > 0 else {
            return nil
        }
        if parts.host.hasPrefix("[") {
            guard parts.isHost(allowing: []) else { return nil }
            host = String(parts.host.dropFirst().dropLast())
        } else {
            guard IPAddress.fourNumbers(parts.host) != nil else { return nil }
            host = String(parts.host)
        }
        self.port = port
    }

    package var text: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    /// Whether only this machine can connect.
    package var isLoopback: Bool { host == "::1" || LoopbackHost.isNamed(host) }
}

extension FieldCodec where Value == ListenAddress {
    static func address(onlyLoopback: Bool) -> Self {
        FieldCodec(.text, show: { $0.text }) { text throws(FieldFailure.Problem) in
            guard let address = ListenAddress(text: text), address.isLoopback || !onlyLoopback else {
                throw .malformed(got: text, example: "127.0.0.1:9187")
            }
            return address
        }
    }
}

extension FieldCodec where Value == S3Address {
    static var bucket: Self {
        FieldCodec(.text, show: { $0.text }) { text throws(FieldFailure.Problem) in
            guard let address = S3Address(text: text) else {
                throw .malformed(
                    got: text, example: "s3://pictures/textifyd?endpoint=https://s3.example&region=eu-west-1")
            }
            return address
        }
    }
}

extension FieldCodec where Value == String {
    /// The address of a PostgreSQL database. It is displayed, so that it must not contain a password.
    static var databaseAddress: Self {
        FieldCodec(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            let form = DatabaseAddress(text: text)
            guard form == .usable else {
                throw .malformed(
                    got: form == .withPassword ? "an address with a password" : text, example: DatabaseAddress.example)
            }
            return text
        }
    }
}

/// What an address of a PostgreSQL database is like.
package enum DatabaseAddress {
    case usable
    case withPassword
    case other

    package static let example = "postgresql://textifyd@db.example/textifyd?passfile=/etc/textifyd/pgpass"

    package init(text: String) {
        let parts = text.split(separator: "://", maxSplits: 1)
        let login = parts.last?.split(separator: "/", maxSplits: 1).first?.split(separator: "@").dropLast().joined()
        if login?.contains(":") == true || text.contains("password=") {
            self = .withPassword
        } else {
            self = parts.count == 2 && ["postgresql", "postgres"].contains(parts[0]) ? .usable : .other
        }
    }
}
