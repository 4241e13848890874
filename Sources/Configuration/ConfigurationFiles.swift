package import Domain
import FoundationEssentials
import Glibc
import PlatformTOML

/// The files of a configuration: the main file, and those of the folder `conf.d` beside it, which are overlaid in the
/// byte order of their names.
package struct ConfigurationFiles: Equatable {
    /// The folder of additional files, beside the main file.
    package static var folderName: String { "conf.d" }
    /// What the names of additional files end with.
    package static var ending: String { ".toml" }

    /// The main file is the first.
    private(set) var files: [SettingsFile]

    init(_ files: [SettingsFile]) {
        self.files = files
    }

    /// A main file with this content, and no other files.
    package init(main: String, _ bytes: [UInt8]) {
        self.init([SettingsFile(name: main, bytes: bytes)])
    }

    /// The names for display; empty without a file.
    package var names: [String] { files.map(\.name) }

    /// Finds the file that the command line names, or else `textifyd.toml` in `folder` if there is one, or else none,
    /// and the additional files beside it.
    package static func find(
        _ commandLine: CommandLineSettings, folder: String
    ) throws(ConfigurationFailure) -> ConfigurationFiles {
        let named = commandLine.config.map { $0.hasPrefix("/") ? $0 : folder + "/" + $0 }
        let found = named ?? folder + "/textifyd.toml"
        guard named != nil || FileManager.default.fileExists(atPath: found) else { return ConfigurationFiles([]) }
        let name = commandLine.config ?? "textifyd.toml"
        let main = SettingsFile(name: name, bytes: try SettingsFile.content(of: found))
        let additional = try additional(in: beside(found), named: beside(name))
        return ConfigurationFiles([main] + additional)
    }

    /// Returns the files as they will be once an additional file, called `name`, has this content; `nil` for none. Has
    /// no effect without a main file.
    package func replacing(_ name: String, with bytes: [UInt8]?) -> ConfigurationFiles {
        guard let main = files.first else { return self }
        let place = Self.beside(main.name) + "/" + name
        var others = files.dropFirst().filter { $0.name != place }
        if let bytes { others.append(SettingsFile(name: place, bytes: bytes)) }
        return ConfigurationFiles([main] + others.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    }

    /// The content of an additional file, called `name`; `nil` if there is none.
    package func tree(of name: String) throws(ConfigurationFailure) -> FieldValue? {
        guard let main = files.first, let file = files.first(where: { $0.name == Self.beside(main.name) + "/" + name })
        else { return nil }
        do throws(FieldFailure) { return try TOML.read(file.bytes, file: file.name) } catch { throw .invalid([error]) }
    }

    /// The folder `conf.d` beside a file.
    private static func beside(_ file: String) -> String {
        (file.lastIndex(of: "/").map { String(file[...$0]) } ?? "") + folderName
    }

    /// Hidden files, files with other endings, and anything but regular files and links to them are ignored.
    private static func additional(in folder: String, named: String) throws(ConfigurationFailure) -> [SettingsFile] {
        var files: [SettingsFile] = []
        for name in try list(folder, named) where name.hasSuffix(ending) && !name.hasPrefix(".") {
            guard try type(of: folder + "/" + name, named + "/" + name) == S_IFREG else { continue }
            do throws(ConfigurationFailure) {
                let bytes = try SettingsFile.content(of: folder + "/" + name)
                files.append(SettingsFile(name: named + "/" + name, bytes: bytes))
            } catch {
                guard case .unreadable(_, let failure) = error else { throw error }
                throw .unreadable(file: named + "/" + name, failure)
            }
        }
        return files
    }

    /// The names in a folder, in byte order; none if it doesn't exist.
    private static func list(_ folder: String, _ name: String) throws(ConfigurationFailure) -> [String] {
        do throws(ConfigurationFailure) {
            guard try type(of: folder, name) == S_IFDIR else { return [] }
        } catch .unreadable(_, .missing) {
            return []
        }
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        } catch {
            throw .unreadable(file: name, SettingsFile.failure(of: error))
        }
    }

    /// The type of the entry at `path`, or of the one that it links to.
    private static func type(of path: String, _ name: String) throws(ConfigurationFailure) -> mode_t {
        var facts = stat()
        while stat(path, &facts) != 0 {
            guard errno == EINTR else { throw .unreadable(file: name, FileFailure(openErrno: errno)) }
        }
        return facts.st_mode & S_IFMT
    }
}

extension FileFailure {
    fileprivate init(openErrno code: Int32) {
        self =
            switch code {
            case ENOENT, ENOTDIR: .missing
            case EACCES, EPERM: .denied
            default: .failed(code: Errno(code))
            }
    }
}

extension ConfigurationFiles {
    /// Reads all settings. Also returns what they were read from.
    func read(
        _ commandLine: CommandLineSettings, kinds: [BackendDescription], environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> (settings: Settings, reader: SettingsReader, tree: FieldValue) {
        let tree = try tree()
        var reader = SettingsReader(
            files: names.isEmpty ? [""] : names, commandLine: commandLine, kinds: kinds + [Chain.kind],
            environment: environment, folder: folder)
        return (try reader.settings(from: tree), reader, tree)
    }

    /// Reads all settings as the service would.
    package func settings(
        _ commandLine: CommandLineSettings, kinds: [BackendDescription], environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> Settings {
        try read(commandLine, kinds: kinds, environment: environment, folder: folder).settings
    }

    /// All files as one table. Throws the first syntax error of each file.
    package func tree() throws(ConfigurationFailure) -> FieldValue {
        var tree = FieldValue(.table([]))
        var failures: [FieldFailure] = []
        for (index, file) in files.enumerated() {
            do throws(FieldFailure) {
                let next = try TOML.read(file.bytes, file: file.name, document: index)
                tree = index == 0 ? next : tree.overlaid(by: next)
            } catch {
                failures.append(error)
            }
        }
        guard failures.isEmpty else { throw .invalid(failures) }
        return tree
    }
}

extension ConfigurationFiles {
    /// The place that sets `key`, such as `watch[0].outbox`: its file and line for display. Only the main file's name
    /// where no file sets it, or without a key; `nil` without a file.
    package func place(of key: String?) -> String? {
        guard let main = names.first else { return nil }
        var found: (any FieldLocation)?
        var value = try? tree()
        for part in key?.split(separator: ".") ?? [] {
            let name = part.prefix { $0 != "[" }
            guard let entry = value?[String(name)] else { return main }
            (found, value) = (entry, entry.value)
            if let index = Int(part.dropFirst(name.count).dropFirst().dropLast()) {
                guard case .list(let elements) = entry.value.content, elements.indices.contains(index) else {
                    return main
                }
                (found, value) = (elements[index], elements[index])
            }
        }
        return found.map { names[$0.document] + ":\($0.line)" } ?? main
    }
}

extension Settings {
    /// Reads the file that the command line names, or else `textifyd.toml` in `folder` if there is one, and the
    /// additional files beside it; without a file only the command line and the defaults. `environment` is the
    /// process's; `folder` is the current directory, an absolute path. `kinds`: all kinds of backends.
    package static func load(
        _ commandLine: CommandLineSettings, kinds: [BackendDescription], environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> Settings {
        try ConfigurationFiles.find(commandLine, folder: folder).settings(
            commandLine, kinds: kinds, environment: environment, folder: folder)
    }

    /// Reads the settings from bytes. `file` is the name for display; relative paths start from its folder.
    package static func read(
        _ bytes: [UInt8], file: String, _ commandLine: CommandLineSettings = CommandLineSettings(),
        kinds: [BackendDescription], environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> Settings {
        try ConfigurationFiles(main: file, bytes).settings(
            commandLine, kinds: kinds, environment: environment, folder: folder)
    }
}

extension FieldValue {
    /// Returns the configuration with a later file overlaid.
    ///
    /// Tables are overlaid key by key. Watch folders are overlaid on the earlier folder of the same name or path, gates and
    /// targets of notifications on the earlier one of the same name, or else added; rules of expiry, which have no names,
    /// are added. Any other value, a table in braces included, replaces the earlier one.
    fileprivate func overlaid(by later: FieldValue, at path: [String] = []) -> FieldValue {
        switch (content, later.content) {
        case (.table(var entries), .table(let others)) where !isInline && !later.isInline:
            for other in others {
                if let index = entries.firstIndex(where: { $0.name == other.name }) {
                    entries[index] = entries[index].overlaid(by: other, at: path)
                } else {
                    entries.append(other)
                }
            }
            return with(.table(entries))
        case (.list(var folders), .list(let others)) where path == ["watch"]:
            for other in others {
                if let index = other.index(amongFolders: folders) {
                    folders[index] = folders[index].overlaid(by: other, at: ["watch[]"])
                } else {
                    folders.append(other)
                }
            }
            return with(.list(folders))
        case (.list(var named), .list(let others)) where path == ["gate"] || path == ["notify"]:
            for other in others {
                let name = other.shownText("name")
                if let index = named.firstIndex(where: { name != nil && $0.shownText("name") == name }) {
                    named[index] = named[index].overlaid(by: other, at: path.map { $0 + "[]" })
                } else {
                    named.append(other)
                }
            }
            return with(.list(named))
        case (.list(let rules), .list(let others)) where path == ["expire"]: return with(.list(rules + others))
        default: return later
        }
    }

    private func with(_ content: Content) -> FieldValue {
        FieldValue(content, line: line, column: column, document: document, isInline: isInline)
    }

    /// The index of the folder that this later table is about; `nil` for a new folder.
    private func index(amongFolders folders: [FieldValue]) -> Int? {
        if let name = shownText("name"), let index = folders.firstIndex(where: { $0.folderName == name }) {
            return index
        }
        return folderPath.flatMap { path in folders.firstIndex { $0.folderPath == path } }
    }

    /// A folder's name: its own, or the last part of its path.
    private var folderName: String? {
        shownText("name") ?? folderPath.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    }

    /// The path as it is written, without slashes at its end.
    private var folderPath: String? {
        shownText("path").map { path in
            path.last == "/" ? String(path.reversed().drop { $0 == "/" }.reversed()) : path
        }
    }

    private func shownText(_ name: String) -> String? {
        guard case .text(let text) = self[name]?.value.content else { return nil }
        return text
    }
}

extension FieldEntry {
    fileprivate func overlaid(by later: FieldEntry, at path: [String]) -> FieldEntry {
        let overlaid = value.overlaid(by: later.value, at: path + [name])
        let isReplaced = overlaid == later.value
        let place = isReplaced ? later : self
        return FieldEntry(
            name: name, value: overlaid, line: place.line, column: place.column, document: place.document)
    }
}
