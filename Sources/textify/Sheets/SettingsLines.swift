import Configuration
import Domain
import Words

/// Formats the effective configuration as a valid configuration file.
struct SettingsLines {
    let words: Wording
    /// Whether each line shows the origin of its value.
    let isOrigin: Bool
    let file: String?

    /// The cell where origins start, unless the line is longer.
    private static let column = 48

    func lines(_ tables: [ShownTable]) -> [String] {
        let head = "# " + (file.map { FileName($0).shown } ?? words.noSettingsFile)
        return [head] + tables.flatMap { [""] + lines($0) }
    }

    private func lines(_ table: ShownTable) -> [String] {
        [table.header] + table.settings.map(line)
    }

    private func line(_ setting: ShownSetting) -> String {
        let line = setting.toml
        guard isOrigin else { return line }
        let gap = max(2, Self.column - CellText.width(of: line))
        return line + String(repeating: " ", count: gap) + "# " + place(setting)
    }

    private func place(_ setting: ShownSetting) -> String {
        let file = FileName(file ?? "").shown
        return switch setting.origin {
        case .builtIn: setting.value == nil ? words.notSet : words.builtIn
        case .file(let line): "\(file):\(line)"
        case .defaults(let line): "[defaults], \(file):\(line)"
        case .backend(let name, let line): "[backends.\(name)], \(file):\(line)"
        case .environment(let name): words.fromEnvironment(name)
        case .follows(let key): words.from(key)
        }
    }
}

extension ShownSettings {
    var json: JSONValue {
        .object([
            "file": file.map { .text($0) } ?? .null,
            "tables": .list(
                tables.map { table in
                    .object([
                        "path": .list(table.path.map { .text($0) }), "repeats": .flag(table.isElement),
                        "settings": .list(table.settings.map(\.json)),
                    ])
                }),
        ])
    }
}

extension ShownSetting {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = ["name": .text(name), "value": value?.json ?? .null]
        switch origin {
        case .builtIn: members["origin"] = .text("built_in")
        case .file(let line):
            members["origin"] = .text("file")
            members["line"] = .integer(Int64(line))
        case .defaults(let line):
            members["origin"] = .text("defaults")
            members["line"] = .integer(Int64(line))
        case .backend(let name, let line):
            members["origin"] = .text("backend")
            members["backend"] = .text(name)
            members["line"] = .integer(Int64(line))
        case .environment(let name):
            members["origin"] = .text("environment")
            members["variable"] = .text(name)
        case .follows(let key):
            members["origin"] = .text("follows")
            members["key"] = .text(key)
        }
        return .object(members)
    }
}
