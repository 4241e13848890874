import Domain

/// Reads the tables `[backends.NAME]`, each independently of the others.
struct BackendsReader {
    /// Backends that always exist and can't be configured.
    static let builtIn = ["sketch"]

    /// All kinds of backends. A table without a type is checked as the first one.
    let kinds: [BackendDescription]
    let paths: PathResolver

    private var types: [String] { kinds.map(\.type) }

    /// The names that the rest of the file may refer to. Names of invalid tables are included, so that an error is
    /// reported only once.
    static func names(in entry: FieldEntry?) -> [String] {
        let names = entry?.value.entries?.map(\.name) ?? []
        return builtIn + names.filter { !builtIn.contains($0) }
    }

    /// The names of the backends that make no pictures but look at them.
    func models(in entry: FieldEntry?) -> [String] {
        (entry?.value.entries ?? []).filter { kind(of: $0.value)?.traits.makesPictures == false }.map(\.name)
    }

    func backends(in entry: FieldEntry?, _ reader: inout FieldReader) -> [BackendSettings] {
        guard let entry else { return [] }
        guard let tables = entry.value.entries else {
            reader.report(.wrongType(wanted: "table", got: entry.value.typeName), key: "backends", at: entry)
            return []
        }
        let models = models(in: entry)
        let names = Self.names(in: entry).filter { !models.contains($0) }
        let withoutAI = Self.builtIn + tables.filter { kind(of: $0.value)?.traits.usesAI == false }.map(\.name)
        return tables.compactMap { backend($0, names, withoutAI, &reader) }
    }

    /// Lists the values of a valid table.
    func listings(of table: FieldEntry, names: [String]) -> [FieldListing] {
        guard let kind = kind(of: table.value) ?? kinds.first else { return [] }
        var settings = defaults(table, kind)
        let fields = fields(of: kind, others: names)
        var reader = FieldReader()
        fields.apply(table.value, to: &settings, under: "", reader: &reader)
        return fields.listings(of: settings, written: table.value)
    }

    private func defaults(_ table: FieldEntry, _ kind: BackendDescription) -> BackendSettings {
        BackendSettings(table.name, kind, limits: kind.limits(table.value))
    }

    private func fields(of kind: BackendDescription, others: [String]) -> FieldTable<BackendSettings> {
        .backend(kind, BackendFieldContext(paths: paths, backends: others), types: types)
    }

    private func backend(
        _ table: FieldEntry, _ names: [String], _ withoutAI: [String], _ reader: inout FieldReader
    ) -> BackendSettings? {
        let key = "backends." + table.name
        if Self.builtIn.contains(table.name) {
            return reader.reject(.conflict(with: "the built-in backend"), key: key, at: table)
        }
        guard Self.isName(table.name) else {
            return reader.reject(.malformed(got: table.name, example: "studio"), key: key, at: table)
        }
        let before = reader.failures.count
        guard let kind = kind(of: table.value) ?? kinds.first else { return nil }
        var settings = defaults(table, kind)
        fields(of: kind, others: names.filter { $0 != table.name }).apply(
            table.value, to: &settings, under: key, reader: &reader)
        guard table.value.entries != nil else { return nil }
        for field in ["type"] + kind.required where table.value[field] == nil {
            reader.report(.missing, key: FieldReader.join(key, field), at: table.value)
        }
        settings.network.check(table.value, key, &reader)
        kind.check(settings.own.value, table.value, key, &reader)
        if settings.isDeclaredFree, let free = table.value["free"], table.value["cost"] != nil {
            reader.report(.conflict(with: FieldReader.join(key, "cost")), key: key + ".free", at: free)
        }
        checkSketch(settings, table.value, key, withoutAI, &reader)
        return reader.failures.count == before ? settings : nil
    }

    /// Reports replacements that make pictures without AI, unless they are allowed explicitly.
    private func checkSketch(
        _ settings: BackendSettings, _ table: FieldValue, _ key: String, _ withoutAI: [String],
        _ reader: inout FieldReader
    ) {
        guard !settings.allowsSketch, settings.replacements.contains(where: withoutAI.contains) else { return }
        let field = settings.isChain ? "members" : "fallback"
        reader.report(.missing, key: FieldReader.join(key, "allow_sketch"), at: table[field]?.value ?? table)
    }

    private func kind(of table: FieldValue) -> BackendDescription? {
        guard case .text(let text) = table["type"]?.value.content else { return nil }
        return kinds.first { $0.type == text }
    }

    /// Returns whether a backend may have this name, which appears in files, logs and URLs.
    private static func isName(_ text: String) -> Bool {
        1...64 ~= text.count
            && text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_.".unicodeScalars.contains($0)
            }
    }
}
