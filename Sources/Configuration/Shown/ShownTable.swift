import Domain

/// A table of the configuration as it is in force: `[service]`, `[watch.art]`.
package struct ShownTable: Equatable, Sendable {
    /// From the outside in, such as `backends`, `studio`, `cost`.
    package let path: [String]
    /// One of several tables of this name, such as each watch: `[[watch]]`.
    package let isElement: Bool
    package internal(set) var settings: [ShownSetting]

    init(_ path: [String], isElement: Bool = false, _ settings: [ShownSetting]) {
        self.path = path
        self.isElement = isElement
        self.settings = settings
    }

    /// Its first line in the file.
    package var header: String {
        let keys = path.map(FieldValue.key).joined(separator: ".")
        return isElement ? "[[\(keys)]]" : "[\(keys)]"
    }

    /// All tables of a sheet that stands at `path`, the outer ones first. `origin`: of what was said, by the path below
    /// `path` and the line of the sheet.
    static func tables(
        _ sheet: FieldSheet, at path: [String], isElement: Bool = false, below: [String] = [],
        origin: (_ key: [String], FieldSheet.Line) -> SettingOrigin = { _, line in .said(line) }
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
    static func said(_ line: FieldSheet.Line) -> SettingOrigin {
        line.said.map { .file(line: $0.shownLine) } ?? .builtIn
    }
}

extension FieldEntry {
    var shownLine: Int { line > 0 ? line : value.line }
}
