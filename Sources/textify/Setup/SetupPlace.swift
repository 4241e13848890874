import BackendKinds
import Configuration
import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

/// Where `textify setup` writes, and what it offers.
struct SetupPlace {
    /// The folder of the configuration.
    let folder: String
    /// The folder of the unit's drop-ins; `nil` where the service is no unit of the system.
    let units: String?
    /// The service's user and group, if it gets the folders and keys.
    let owner: (user: uid_t, group: gid_t)?
    let inbox: String
    let outbox: String
    /// The environment in which the service will read the configuration, on which its folders depend.
    let environment: [String: String]

    var main: String { folder + "/textifyd.toml" }

    private static let system = "/etc/textifyd"

    init(_ options: ParsedOptions, _ words: Wording) throws(CommandFailure) {
        func path(_ option: String) -> String? { options.last(option)?.text.map(Self.absolute) }
        let environment = ProcessInfo.processInfo.environment
        let isRoot = geteuid() == 0
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let own =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home.map { $0 + "/.config" }
        guard let folder = path("config-dir") ?? (isRoot ? Self.system : own.map { $0 + "/textifyd" }) else {
            throw .usage("setup: " + words.setupNoFolder)
        }
        self.folder = folder
        let isSystem = isRoot && folder == Self.system && access("/run/systemd/system", F_OK) == 0
        units = path("unit-dir") ?? (isSystem ? UnitDropIn.folder : nil)
        let isShared = isRoot && folder == Self.system
        owner = isShared ? getpwnam("textifyd").map { ($0.pointee.pw_uid, $0.pointee.pw_gid) } : nil
        let base = isRoot ? "/srv/textifyd" : (home ?? folder) + "/textify"
        (inbox, outbox) = (base + "/inbox", base + "/outbox")
        self.environment = units == nil ? environment : UnitDropIn.environment
    }

    /// Relative paths start from the current folder.
    static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }
}

/// The settings of a backend that is set up.
enum SetupFields {
    /// The value of a text for a key such as `model` or `cost.per_picture`; `nil` if there is no such key.
    static func value(
        _ text: String, of key: String, _ choice: BackendChoice
    ) throws(FieldFailure.Problem) -> FieldValue? {
        guard let field = field(key, choice) else { return nil }
        if case .path = field.type, !text.hasPrefix("/"), !text.hasPrefix("~") {
            return FieldValue(.text(SetupPlace.absolute(text)))
        }
        return try field.type.value(of: text)
    }

    static func help(of key: String, _ choice: BackendChoice) -> FieldHelp? { field(key, choice)?.help }

    static func nearest(to key: String, _ choice: BackendChoice) -> String? {
        NearestName.of(key, among: fields(choice).map(\.name))
    }

    private static func fields(_ choice: BackendChoice) -> [FieldDescription] {
        SettingsSchema.backends(backendDescriptions).first { $0.type == choice.type }?.fields ?? []
    }

    /// Keys below a table with free keys are texts.
    private static func field(_ key: String, _ choice: BackendChoice) -> (type: FieldType, help: FieldHelp)? {
        let parts = key.split(separator: ".").map(String.init)
        var found = fields(choice).first { $0.name == parts.first }
        for part in parts.dropFirst() {
            guard let table = found, table.type == .table else { return nil }
            if table.members.isEmpty { return (.text, table.help) }
            found = table.members.first { $0.name == part }
        }
        return found.map { ($0.type, $0.help) }
    }
}
