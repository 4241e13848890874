import Configuration
import Domain

/// textifyd.toml(5), generated from the tables that read the configuration.
enum SettingsManual {
    static var page: String {
        var page = Mdoc("textifyd.toml", section: 5, "configuration of textifyd")
        begin(&page)
        for table in SettingsSchema.tables {
            page.section(table.name == "watch" ? "[[WATCH]]" : "[\(table.name.uppercased())]")
            page.text(table.help.english + ".")
            page.list(items(table.members, under: ""))
        }
        page.section("[BACKENDS.NAME]")
        page.text("The image generators, one table for each. The keys depend on the type.")
        for backend in SettingsSchema.backends {
            page.part("type = \"\(backend.type)\"")
            page.list(items(backend.fields.filter { $0.name != "type" }, under: ""))
        }
        page.section("SEE ALSO")
        page.raw(".Xr textify 1 ,")
        page.raw(".Xr textifyd 8")
        return page.page
    }

    private static func begin(_ page: inout Mdoc) {
        page.section("DESCRIPTION")
        page.text("The configuration of")
        page.raw(".Xr textifyd 8 ,")
        page.text(
            "a file in TOML.",
            "An unknown key, a wrong type or a value out of range is reported as an error with its line.")
        page.text("textify config check reads the file without starting the service.")
        page.text("SIGHUP or textify reload makes the service reload it.")
    }

    /// The settings as list items; keys of nested tables are joined with dots.
    private static func items(_ fields: [FieldDescription], under key: String) -> [(head: String, text: String)] {
        fields.flatMap { field -> [(head: String, text: String)] in
            let name = key.isEmpty ? field.name : key + "." + field.name
            guard field.members.isEmpty else { return items(field.members, under: name) }
            let range =
                field.type.range.isEmpty ? "" : " (\(field.type.range)\(field.unit.isEmpty ? "" : " \(field.unit)"))"
            return [("Ic \(Mdoc.quoted(name))", field.help.english + range + ".")]
        }
    }
}
