/// Options under one name, so that art survives where it goes. They lie under whatever else is said.
package struct Preset: Equatable, Sendable {
    package let name: String
    package let help: FieldHelp
    /// A table of conversion fields.
    package let settings: FieldValue

    package init(name: String, help: FieldHelp, settings: FieldValue) {
        self.name = name
        self.help = help
        self.settings = settings
    }

    /// Lays the preset over `options`; gives back what it says wrong.
    package func apply(to options: inout ConversionOptions, file: String = "") -> [FieldFailure] {
        var reader = FieldReader(file: file)
        FieldTable.conversion.apply(settings, to: &options, under: "presets." + name, reader: &reader)
        return reader.sorted
    }

    /// Reads the `[presets.NAME]` tables of a person's file; other tables are not looked at. A name that is built in is
    /// replaced.
    package static func read(_ tree: FieldValue, file: String) throws(FieldFailure) -> [Preset] {
        guard let entry = tree["presets"] else { return builtIn }
        guard let tables = entry.value.entries else {
            throw FieldFailure(
                key: "presets", problem: .wrongType(wanted: "table", got: entry.value.typeName), file: file,
                line: entry.line, column: entry.column)
        }
        var presets = builtIn
        for table in tables {
            if let offset = ControlCharacter.offset(in: table.name) {
                throw FieldFailure(
                    key: "presets." + table.name, problem: .controlCharacter(offset: offset), file: file,
                    line: table.line, column: table.column)
            }
            let own = Preset(name: table.name, help: FieldHelp("Your own", "사용자 설정"), settings: table.value)
            var options = ConversionOptions()
            if let failure = own.apply(to: &options, file: file).first { throw failure }
            presets.removeAll { $0.name == own.name }
            presets.append(own)
        }
        return presets
    }
}
