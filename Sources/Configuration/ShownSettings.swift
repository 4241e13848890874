package import Domain

/// The effective configuration with the origin of each setting.
package struct ShownSettings: Equatable, Sendable {
    /// The files' names for display, the main file first; empty without a file.
    package let files: [String]
    /// The tables, in the manual's order.
    package let tables: [ShownTable]

    private init(
        _ source: ConfigurationFiles, _ commandLine: CommandLineSettings, _ kinds: [BackendDescription],
        _ environment: [String: String], _ folder: String
    ) throws(ConfigurationFailure) {
        let (settings, reader, tree) = try source.read(
            commandLine, kinds: kinds, environment: environment, folder: folder)
        files = source.names.filter { !$0.isEmpty }
        tables = reader.shown(settings, tree)
    }

    /// Reads the configuration as the service would. Throws the errors that would keep the service from starting.
    package static func load(
        _ commandLine: CommandLineSettings, kinds: [BackendDescription], environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> ShownSettings {
        try ShownSettings(ConfigurationFiles.find(commandLine, folder: folder), commandLine, kinds, environment, folder)
    }

    /// Reads the configuration from bytes; `file` is the file's name for display, empty without a file.
    package static func read(
        _ bytes: [UInt8], file: String, kinds: [BackendDescription], environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> ShownSettings {
        try ShownSettings(ConfigurationFiles(main: file, bytes), CommandLineSettings(), kinds, environment, folder)
    }
}

/// A table of the effective configuration: `[service]`, `[watch.art]`.
package struct ShownTable: Equatable, Sendable {
    /// The names from the outermost table inwards, such as `backends`, `studio`, `cost`.
    package let path: [String]
    /// Whether it is one of several tables of this name, such as each watch: `[[watch]]`.
    package let isElement: Bool
    package internal(set) var settings: [ShownSetting]

    init(_ path: [String], isElement: Bool = false, _ settings: [ShownSetting]) {
        self.path = path
        self.isElement = isElement
        self.settings = settings
    }

    /// The table's header line.
    package var header: String {
        let keys = path.map(FieldValue.key).joined(separator: ".")
        return isElement ? "[[\(keys)]]" : "[\(keys)]"
    }

    /// Returns those listed tables of a target at `path` that have settings. `origin` returns the origin of a setting,
    /// given its path below `path` and its line in the listing.
    static func tables(
        _ listings: [FieldListing], at path: [String], isElement: Bool = false,
        origin: (_ key: [String], FieldListing.Line) -> SettingOrigin = { _, line in .file(line) }
    ) -> [ShownTable] {
        listings.compactMap { listing in
            let isElement = isElement && listing.path.isEmpty
            guard isElement || !listing.lines.isEmpty else { return nil }
            let settings = listing.lines.map { line in
                ShownSetting(name: line.name, value: line.value, origin: origin(listing.path + [line.name], line))
            }
            return ShownTable(path + listing.path, isElement: isElement, settings)
        }
    }

    mutating func set(_ name: String, _ text: String, from origin: SettingOrigin) {
        guard let index = settings.firstIndex(where: { $0.name == name }) else { return }
        settings[index].value = FieldValue(.text(text))
        settings[index].origin = origin
    }
}

extension SettingOrigin {
    /// The line of the file that sets the value, or the built-in default.
    static func file(_ line: FieldListing.Line) -> SettingOrigin {
        line.entry.map { .file(line: $0.shownLine, document: $0.shownDocument) } ?? .builtIn
    }
}

extension FieldEntry {
    /// The line of the key, or of the value if the key's is unknown.
    var shownLine: Int { line > 0 ? line : value.line }
    var shownDocument: Int { line > 0 ? document : value.document }
}

/// An effective setting.
package struct ShownSetting: Equatable, Sendable {
    package let name: String
    /// The value in the file's notation; `nil` when unset.
    package internal(set) var value: FieldValue?
    package internal(set) var origin: SettingOrigin

    /// The setting as a line of a file. A setting that the file does not contain becomes a comment, as in
    /// sshd_config(5), so that the output can be read again.
    package var toml: String {
        let key = FieldValue.key(name)
        guard let value else { return "# \(key) =" }
        guard case .file = origin else { return "# \(key) = \(value.toml)" }
        return "\(key) = \(value.toml)"
    }
}

/// The origin of a setting. Lines are counted from 1; `document` is the index of their file in `ShownSettings.files`.
package enum SettingOrigin: Equatable, Sendable {
    case builtIn
    /// A line of a configuration file.
    case file(line: Int, document: Int = 0)
    /// A line of the table `[defaults]`, counted from the start of the file.
    case defaults(line: Int, document: Int = 0)
    /// The table of the backend that the setting is for.
    case backend(String, line: Int, document: Int = 0)
    /// An environment variable.
    case environment(String)
    /// Derived from another setting.
    case follows(String)
}

extension SettingsReader {
    /// The tables as read, with absolute paths.
    func shown(_ settings: Settings, _ tree: FieldValue) -> [ShownTable] {
        let listings = FieldTable.settings(backends: names, filePaths).listings(of: draft, written: tree)
        // The first listing has the backends and the folders, which are listed one by one below.
        var tables = ShownTable.tables(Array(listings.dropFirst()), at: [])
        setDerivedPaths(settings, in: &tables)
        let backends = backendsReader
        for table in tree["backends"]?.value.entries ?? [] {
            tables += ShownTable.tables(backends.listings(of: table, names: names), at: ["backends", table.name])
        }
        for (watch, read) in zip(settings.watches, watchDrafts) {
            tables += shown(watch, read.draft, read.table, tree)
        }
        let folders = settings.watches.map(\.name)
        let gates = FieldTable.gate(
            folders: folders, backends: names, targets: settings.targets.map(\.name), filePaths)
        for read in gateDrafts {
            let listings = gates.listings(of: read.draft, written: read.table)
            tables += ShownTable.tables(listings, at: ["gate"], isElement: true)
        }
        let targets = FieldTable.target(folders: folders, backends: names, filePaths)
        for read in targetDrafts {
            let listings = targets.listings(of: read.draft, written: read.table)
            tables += ShownTable.tables(listings, at: ["notify"], isElement: true)
        }
        for read in expiryDrafts {
            let listings = FieldTable.expiry.listings(of: read.draft, written: read.table)
            tables += ShownTable.tables(listings, at: ["expire"], isElement: true)
        }
        return tables
    }

    /// Fills in the paths that depend on the environment.
    private func setDerivedPaths(_ settings: Settings, in tables: inout [ShownTable]) {
        let state = settings.service.state
        let socket = settings.control.socket
        let isBeside = socket == state.appending("control.sock")
        for index in tables.indices {
            switch tables[index].path {
            case ["service"] where draft.state == nil:
                tables[index].set("state", state.shown, from: .environment(stateVariable))
            case ["control"] where draft.socket == nil:
                let origin = isBeside ? SettingOrigin.follows("service.state") : .environment("XDG_RUNTIME_DIR")
                tables[index].set("socket", socket.shown, from: origin)
            case ["cache"]:
                if let origin = cacheFolder(state).origin {
                    tables[index].set("folder", settings.cache.folder.shown, from: origin)
                }
            default: break
            }
        }
    }

    private var stateVariable: String {
        ["STATE_DIRECTORY", "XDG_STATE_HOME"].first { environment[$0]?.hasPrefix("/") == true } ?? "HOME"
    }

    private func shown(
        _ watch: WatchFolder, _ draft: WatchDraft, _ table: FieldValue, _ tree: FieldValue
    ) -> [ShownTable] {
        var listings = FieldTable.watch(backends: names, filePaths).listings(of: draft, written: table)
        // The table `request` lists the values of the short forms too.
        listings[0].lines.removeAll { WatchDraft.shortForms.contains($0.name) }
        listings.removeAll { listing in listing.path.first.map(WatchDraft.shortForms.contains) == true }
        let origins = RequestOrigins(request: draft.rules.request, watch: table, file: tree)
        var tables = ShownTable.tables(listings, at: ["watch"], isElement: true) { key, line in
            key.first == "request" && key != ["request", "template"] ? origins.origin(of: key.dropFirst()) : .file(line)
        }
        for index in tables.indices where tables[index].path == ["watch", "request"] {
            tables[index].setTags(draft.rules.request.tags)
            tables[index].setBackendValues(from: origins.backend)
        }
        tables[0].setPaths(of: watch)
        return tables
    }
}

extension ShownTable {
    /// Shows all tags, which several origins may have added.
    fileprivate mutating func setTags(_ tags: [String]) {
        guard !tags.isEmpty, let index = settings.firstIndex(where: { $0.name == "tags" }) else { return }
        settings[index].value = FieldValue(.list(tags.map { FieldValue(.text($0)) }))
    }

    /// Fills in the values that the backend's table sets; the request has none, since they are applied only at the
    /// call.
    fileprivate mutating func setBackendValues(from backend: FieldValue?) {
        for index in settings.indices {
            guard case .backend = settings[index].origin, settings[index].value == nil else { continue }
            settings[index].value = backend?[settings[index].name]?.value
        }
    }

    /// Replaces paths by the absolute ones in use.
    fileprivate mutating func setPaths(of watch: WatchFolder) {
        let base = watch.rules.isObserved ? "outbox" : "path"
        let paths = [
            ("name", watch.name, "path"), ("path", watch.path.shown, ""), ("outbox", watch.outbox.shown, ""),
            ("failed", watch.failed.shown, base), ("archive", watch.archive.shown, "path"),
        ]
        for (name, text, other) in paths {
            guard let setting = settings.first(where: { $0.name == name }) else { continue }
            set(name, text, from: setting.value == nil ? .follows(other) : setting.origin)
        }
    }
}

/// Traces each value of a folder's request to its origin, down to the line.
struct RequestOrigins {
    let request: Request
    /// The folder's table and the whole configuration.
    let watch: FieldValue
    let file: FieldValue

    /// The table of the folder's backend.
    var backend: FieldValue? { file["backends"]?.value[request.generation.backend]?.value }

    /// `key`: the path of a field, such as `size`, or `art` and `columns`.
    func origin(of key: ArraySlice<String>) -> SettingOrigin {
        switch request.origins[key.joined(separator: ".")]?.last {
        case .watch:
            let place = place(of: key, in: watch["request"]?.value) ?? place(of: key, in: watch)
            return .file(line: place?.line ?? 0, document: place?.document ?? 0)
        case .defaults:
            let place = place(of: key, in: file["defaults"]?.value)
            return .defaults(line: place?.line ?? 0, document: place?.document ?? 0)
        case .backend:
            let place = place(of: key, in: backend)
            return .backend(
                request.generation.backend, line: place?.line ?? backend?.line ?? 0,
                document: place?.document ?? backend?.document ?? 0)
        default: return .builtIn
        }
    }

    private func place(of key: ArraySlice<String>, in table: FieldValue?) -> (line: Int, document: Int)? {
        guard let name = key.first, let entry = table?[name] else { return nil }
        return key.count == 1 ? (entry.shownLine, entry.shownDocument) : place(of: key.dropFirst(), in: entry.value)
    }
}
