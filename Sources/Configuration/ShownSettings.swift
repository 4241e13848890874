package import Domain

/// The effective configuration with the origin of each setting.
package struct ShownSettings: Equatable, Sendable {
    /// The file's name for display; `nil` without a file.
    package let file: String?
    /// The tables, in the manual's order.
    package let tables: [ShownTable]

    private init(
        _ source: SettingsFile, _ words: CommandLineSettings, _ kinds: [BackendDescription],
        _ environment: [String: String], _ folder: String
    ) throws(ConfigurationFailure) {
        let (settings, reader, tree) = try source.read(words, kinds: kinds, environment: environment, folder: folder)
        file = source.name.isEmpty ? nil : source.name
        tables = reader.shown(settings, tree)
    }

    /// Reads the configuration as the service would. Throws the errors that would keep the service from starting.
    package static func load(
        _ words: CommandLineSettings, kinds: [BackendDescription], environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> ShownSettings {
        try ShownSettings(SettingsFile.find(words, folder: folder), words, kinds, environment, folder)
    }

    /// Reads the configuration from bytes; `file` is the file's name for display, empty without a file.
    package static func read(
        _ bytes: [UInt8], file: String, kinds: [BackendDescription], environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> ShownSettings {
        try ShownSettings(SettingsFile(name: file, bytes: bytes), CommandLineSettings(), kinds, environment, folder)
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

    /// The table listed by `sheet`, which is at `path`, and the tables inside it, outer ones first. `origin` returns
    /// the origin of a setting, given its path below `path` and its line in the listing.
    static func tables(
        _ sheet: FieldListing, at path: [String], isElement: Bool = false, below: [String] = [],
        origin: (_ key: [String], FieldListing.Line) -> SettingOrigin = { _, line in .said(line) }
    ) -> [ShownTable] {
        let settings = sheet.lines.map { line in
            ShownSetting(name: line.name, value: line.value, origin: origin(below + [line.name], line))
        }
        let inner = sheet.tables.flatMap { table in
            tables(table.sheet, at: path + [table.name], below: below + [table.name], origin: origin)
        }
        let isNeeded = isElement || !settings.isEmpty
        return (isNeeded ? [ShownTable(path, isElement: isElement, settings)] : []) + inner
    }

    mutating func set(_ name: String, _ text: String, from origin: SettingOrigin) {
        guard let place = settings.firstIndex(where: { $0.name == name }) else { return }
        settings[place].value = FieldValue(.text(text))
        settings[place].origin = origin
    }
}

extension SettingOrigin {
    static func said(_ line: FieldListing.Line) -> SettingOrigin {
        line.said.map { .file(line: $0.shownLine) } ?? .builtIn
    }
}

extension FieldEntry {
    var shownLine: Int { line > 0 ? line : value.line }
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

/// The origin of a setting.
package enum SettingOrigin: Equatable, Sendable {
    case builtIn
    /// A line of the configuration file, counted from 1.
    case file(line: Int)
    /// A line of the table `[defaults]` in the file, counted from the start of the file.
    case defaults(line: Int)
    /// The table of the backend that the setting is for.
    case backend(String, line: Int)
    /// An environment variable.
    case environment(String)
    /// Derived from another setting.
    case follows(String)
}

extension SettingsReader {
    /// The tables as read, with absolute paths.
    func shown(_ settings: Settings, _ tree: FieldValue) -> [ShownTable] {
        let sheet = FieldTable.settings(backends: names).sheet(of: draft, said: tree)
        var tables = sheet.tables.flatMap { ShownTable.tables($0.sheet, at: [$0.name]) }
        place(settings, in: &tables)
        let backends = backendsReader
        for table in tree["backends"]?.value.entries ?? [] {
            guard let sheet = backends.sheet(of: table, names: names) else { continue }
            tables += ShownTable.tables(sheet, at: ["backends", table.name])
        }
        for (watch, read) in zip(settings.watches, watchDrafts) {
            tables += shown(watch, read.draft, read.said, tree)
        }
        return tables
    }

    /// Fills in the settings that depend on the environment.
    private func place(_ settings: Settings, in tables: inout [ShownTable]) {
        for index in tables.indices {
            switch tables[index].path {
            case ["service"] where draft.state == nil:
                tables[index].set("state", settings.service.state.shown, from: .environment(stateVariable))
            case ["control"] where draft.socket == nil:
                let path = settings.control.socket
                let isBeside = path == settings.service.state.appending("control.sock")
                tables[index].set(
                    "socket", path.shown, from: isBeside ? .follows("service.state") : .environment("XDG_RUNTIME_DIR"))
            default: break
            }
        }
    }

    private var stateVariable: String {
        ["STATE_DIRECTORY", "XDG_STATE_HOME"].first { environment[$0]?.hasPrefix("/") == true } ?? "HOME"
    }

    private func shown(_ watch: WatchFolder, _ draft: WatchDraft, _ said: FieldValue, _ tree: FieldValue)
        -> [ShownTable]
    {
        var sheet = FieldTable.watch(backends: names).sheet(of: draft, said: said)
        // The request contains them too.
        sheet.lines.removeAll { WatchDraft.short.contains($0.name) }
        sheet.tables.removeAll { WatchDraft.short.contains($0.name) }
        let places = RequestOrigins(request: draft.rules.request, watch: said, file: tree)
        var tables = ShownTable.tables(sheet, at: ["watch"], isElement: true) { key, line in
            key.first == "request" && key != ["request", "template"] ? places.origin(of: key.dropFirst()) : .said(line)
        }
        for index in tables.indices where tables[index].path == ["watch", "request"] {
            tables[index].join("tags", draft.rules.request.tags)
            tables[index].take(from: places.backend)
        }
        tables[0].place(watch)
        return tables
    }
}

extension ShownTable {
    /// Tags are merged: no single place sets all of them.
    fileprivate mutating func join(_ name: String, _ texts: [String]) {
        guard !texts.isEmpty, let place = settings.firstIndex(where: { $0.name == name }) else { return }
        settings[place].value = FieldValue(.list(texts.map { FieldValue(.text($0)) }))
    }

    /// Takes the values that the backend's table sets; they are applied only at the call.
    fileprivate mutating func take(from backend: FieldValue?) {
        for place in settings.indices {
            guard case .backend = settings[place].origin, settings[place].value == nil else { continue }
            settings[place].value = backend?[settings[place].name]?.value
        }
    }

    /// Replaces paths by the absolute ones in use.
    fileprivate mutating func place(_ watch: WatchFolder) {
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
    /// The folder's table and the whole file.
    let watch: FieldValue
    let file: FieldValue

    /// The table of the folder's backend.
    var backend: FieldValue? { file["backends"]?.value[request.generation.backend]?.value }

    /// `key`: the path of a field, such as `size`, or `art` and `columns`.
    func origin(of key: ArraySlice<String>) -> SettingOrigin {
        switch request.origins[key.joined(separator: ".")]?.last {
        case .watch: return .file(line: line(of: key, in: watch["request"]?.value) ?? line(of: key, in: watch) ?? 0)
        case .defaults: return .defaults(line: line(of: key, in: file["defaults"]?.value) ?? 0)
        case .backend:
            let line = line(of: key, in: backend) ?? backend?.line ?? 0
            return .backend(request.generation.backend, line: line)
        default: return .builtIn
        }
    }

    private func line(of key: ArraySlice<String>, in table: FieldValue?) -> Int? {
        guard let name = key.first, let entry = table?[name] else { return nil }
        return key.count == 1 ? entry.shownLine : line(of: key.dropFirst(), in: entry.value)
    }
}
