extension FieldCodec where Value == KeySource {
    package static var places: [String] { ["env", "file", "credential", "exec"] }

    /// A key source without `exec`, for keys that are read only at the start and on reload.
    package static func storedKey(_ paths: PathResolver) -> Self { keySource(paths, places.dropLast()) }

    /// A table with one entry: `env`, `file`, `credential` or `exec`. Invalid text is not repeated in errors, because
    /// it may be a key.
    package static func keySource(_ paths: PathResolver, _ places: [String] = places) -> Self {
        FieldCodec(.table, show: { _ in "" }) { value, key, place, reader in
            guard let entries = value.entries else {
                return reader.report(.wrongType(wanted: "table", got: value.typeName), key: key, at: value)
            }
            guard let entry = entries.first else {
                return reader.report(.missing, key: FieldReader.join(key, "env"), at: value)
            }
            let whole = FieldReader.join(key, entry.name)
            if entries.count > 1 {
                let other = FieldReader.join(key, entry.name)
                return reader.report(
                    .conflict(with: other), key: FieldReader.join(key, entries[1].name), at: entries[1])
            }
            guard places.contains(entry.name) else {
                let nearest = NearestName.of(entry.name, among: places)
                return reader.report(.unknown(nearest: nearest), key: whole, at: entry)
            }
            if entry.name == "exec" {
                guard let words = command(entry.value) else {
                    let problem = FieldFailure.Problem.malformed(got: "…", example: #"["pass", "show", "openai"]"#)
                    return reader.report(problem, key: whole, at: entry.value)
                }
                place = .command(words)
                return
            }
            guard case .text(let text) = entry.value.content else {
                let got = entry.value.typeName
                return reader.report(.wrongType(wanted: "text", got: got), key: whole, at: entry.value)
            }
            switch source(entry.name, text, paths) {
            case .success(let source): place = source
            case .failure(let problem): reader.report(problem, key: whole, at: entry.value)
            }
        }
    }

    private static func source(
        _ place: String, _ text: String, _ paths: PathResolver
    ) -> Result<KeySource, FieldFailure.Problem> {
        switch place {
        case "env":
            return isVariable(text)
                ? .success(.environment(text)) : .failure(.malformed(got: "…", example: "OPENAI_API_KEY"))
        case "file":
            let isPath = !text.isEmpty && !text.utf8.contains(0)
            return isPath
                ? .success(.file(paths.path(text)))
                : .failure(.malformed(got: "…", example: "/etc/textifyd/openai.key"))
        default:
            return isCredential(text) ? .success(.credential(text)) : .failure(.malformed(got: "…", example: "openai"))
        }
    }

    /// A program and its arguments. A single text would need a shell, which is not used.
    private static func command(_ value: FieldValue) -> [String]? {
        guard case .list(let values) = value.content else { return nil }
        let words = values.compactMap { value -> String? in
            guard case .text(let text) = value.content, !text.utf8.contains(0) else { return nil }
            return text
        }
        guard words.count == values.count, 1...64 ~= words.count, words.first?.isEmpty == false else { return nil }
        return words
    }

    /// Text longer than this is more likely a key than a name.
    private static func isVariable(_ text: String) -> Bool {
        guard 1...64 ~= text.utf8.count, let first = text.utf8.first, !(48...57 ~= first) else { return false }
        return text.utf8.allSatisfy { isWordByte($0) }
    }

    private static func isCredential(_ text: String) -> Bool {
        guard 1...255 ~= text.utf8.count, text != ".", text != ".." else { return false }
        return text.utf8.allSatisfy { isWordByte($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57: true
        default: byte == UInt8(ascii: "_")
        }
    }
}

extension FieldCodec where Value == [String: KeySource] {
    /// A table of keys, each with its source.
    package static func keySources(_ paths: PathResolver) -> Self {
        FieldCodec(.table, show: { _ in "" }) { value, key, place, reader in
            guard let entries = value.entries else {
                return reader.report(.wrongType(wanted: "table", got: value.typeName), key: key, at: value)
            }
            var sources: [String: KeySource] = [:]
            for entry in entries {
                var source = KeySource.environment("")
                let before = reader.failures.count
                let table = FieldTable([
                    Field<KeySource>(entry.name, \.self, .keySource(paths), FieldHelp("Source of the key", "키의 위치"))
                ])
                table.apply(FieldValue(.table([entry])), to: &source, under: key, reader: &reader)
                if reader.failures.count == before { sources[entry.name] = source }
            }
            place = sources
        }
    }
}
