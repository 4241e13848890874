import Domain

/// Reads the tables `[backends.NAME]`, each independently of the others.
struct BackendsReader {
    /// Backends that always exist and can't be configured.
    static let builtIn = ["sketch"]

    let paths: PathResolver

    /// The names that the rest of the file may refer to. Names of invalid tables are included, so that an error is
    /// reported only once.
    static func names(in entry: FieldEntry?) -> [String] {
        let names = entry?.value.entries?.map(\.name) ?? []
        return builtIn + names.filter { !builtIn.contains($0) }
    }

    func backends(in entry: FieldEntry?, _ reader: inout FieldReader) -> [BackendSettings] {
        guard let entry else { return [] }
        guard let tables = entry.value.entries else {
            reader.report(.wrongType(wanted: "table", got: entry.value.typeName), key: "backends", at: entry)
            return []
        }
        let names = Self.names(in: entry)
        let plain = Self.builtIn + tables.filter { Self.type($0.value) == .fixture }.map(\.name)
        return tables.compactMap { backend($0, names, withoutAI: plain, &reader) }
    }

    /// The contents of a valid table.
    func sheet(of table: FieldEntry, names: [String]) -> FieldListing {
        let type = Self.type(table.value) ?? .openai
        var draft = type.draft(table.value)
        let fields = FieldTable.backend(type, paths, names: names)
        var reader = FieldReader()
        fields.apply(table.value, to: &draft, under: "", reader: &reader)
        return fields.sheet(of: draft, said: table.value)
    }

    private func backend(
        _ table: FieldEntry, _ names: [String], withoutAI plain: [String], _ reader: inout FieldReader
    ) -> BackendSettings? {
        let key = "backends." + table.name
        if Self.builtIn.contains(table.name) {
            reader.report(.conflict(with: "the built-in backend"), key: key, at: table)
            return nil
        }
        if let problem = Self.problem(ofName: table.name) {
            reader.report(problem, key: key, at: table)
            return nil
        }
        let before = reader.failures.count
        // The fields depend on the type; a table without one is checked as the first type.
        let type = Self.type(table.value) ?? .openai
        var draft = type.draft(table.value)
        FieldTable.backend(type, paths, names: names.filter { $0 != table.name }).apply(
            table.value, to: &draft, under: key, reader: &reader)
        guard table.value.entries != nil else { return nil }
        for field in ["type"] + type.required where table.value[field] == nil {
            reader.report(.missing, key: FieldReader.join(key, field), at: table.value)
        }
        draft.network.check(table.value, key, &reader)
        checkVersion(draft, table.value, key, &reader)
        if let plugin = table.value["plugin"], table.value["command"] != nil {
            reader.report(.conflict(with: FieldReader.join(key, "command")), key: key + ".plugin", at: plugin)
        }
        if draft.isDeclaredFree || draft.exec.isFree || draft.type == .fixture && draft.fixture.isFree,
            let free = table.value["free"], table.value["cost"] != nil
        {
            reader.report(.conflict(with: FieldReader.join(key, "cost")), key: key + ".free", at: free)
        }
        checkSketch(draft, table.value, key, plain, &reader)
        return reader.failures.count == before ? draft.settings(table.name) : nil
    }

    /// Pictures made without AI have to be allowed explicitly.
    private func checkSketch(
        _ draft: BackendDraft, _ table: FieldValue, _ key: String, _ plain: [String], _ reader: inout FieldReader
    ) {
        let field = draft.type == .chain ? "members" : "fallback"
        let names = draft.type == .chain ? draft.chain.members : draft.fallback
        if !draft.allowsSketch, names.contains(where: { plain.contains($0) }) {
            reader.report(.missing, key: FieldReader.join(key, "allow_sketch"), at: table[field]?.value ?? table)
        }
    }

    private func checkVersion(_ draft: BackendDraft, _ table: FieldValue, _ key: String, _ reader: inout FieldReader) {
        guard draft.type == .openai else { return }
        let key = FieldReader.join(key, "api_version")
        if draft.openai.needsVersion(at: draft.baseURL), table["api_version"] == nil {
            reader.report(.missing, key: key, at: table)
        } else if draft.openai.profile != .azure, let version = table["api_version"] {
            reader.report(.conflict(with: "profile = \"\(draft.openai.profile.rawValue)\""), key: key, at: version)
        }
    }

    private static func type(_ table: FieldValue) -> BackendType? {
        guard case .text(let text) = table["type"]?.value.content else { return nil }
        return BackendType(rawValue: text)
    }

    /// Names appear in files, logs and URLs.
    private static func problem(ofName name: String) -> FieldFailure.Problem? {
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_.".unicodeScalars.contains($0)
        }
        return isPlain && 1...64 ~= name.count ? nil : .malformed(got: name, example: "studio")
    }
}
