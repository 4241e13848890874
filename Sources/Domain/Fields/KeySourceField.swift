extension FieldCodec where Value == KeySource {
    /// A key source without `exec`, for keys that are read only at the start and on reload.
    package static func storedKey(_ paths: PathResolver) -> Self {
        keySource(paths, ["env", "file", "credential"])
    }

    /// A table with one entry: `env`, `file`, `credential` or `exec`. Invalid text is not repeated in errors, because
    /// it may be a key.
    package static func keySource(
        _ paths: PathResolver, _ names: [String] = ["env", "file", "credential", "exec"]
    ) -> Self {
        FieldCodec(.table, show: { _ in "" }) { value, key, reader in
            guard let entries = reader.entries(of: value, key: key) else { return nil }
            guard let entry = entries.first else {
                return reader.reject(.missing, key: FieldReader.join(key, "env"), at: value)
            }
            let entryKey = FieldReader.join(key, entry.name)
            if entries.count > 1 {
                let second = FieldReader.join(key, entries[1].name)
                return reader.reject(.conflict(with: entryKey), key: second, at: entries[1])
            }
            guard names.contains(entry.name) else {
                let nearest = NearestName.of(entry.name, among: names)
                return reader.reject(.unknown(nearest: nearest), key: entryKey, at: entry)
            }
            do throws(FieldFailure.Problem) {
                return try source(entry.name, entry.value, paths)
            } catch {
                return reader.reject(error, key: entryKey, at: entry.value)
            }
        }
    }

    private static func source(
        _ name: String, _ value: FieldValue, _ paths: PathResolver
    ) throws(FieldFailure.Problem) -> KeySource {
        if name == "exec" {
            guard let words = command(value) else {
                throw .malformed(got: "…", example: #"["pass", "show", "openai"]"#)
            }
            return .command(words)
        }
        let text = try value.text()
        switch name {
        case "env" where isVariable(text): return .environment(text)
        case "env": throw .malformed(got: "…", example: "OPENAI_API_KEY")
        case "file" where !text.isEmpty && !text.utf8.contains(0): return .file(paths.path(text))
        case "file": throw .malformed(got: "…", example: "/etc/textifyd/openai.key")
        case _ where isCredential(text): return .credential(text)
        default: throw .malformed(got: "…", example: "openai")
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

    /// Text of more than 64 bytes is more likely a key than a variable's name.
    private static func isVariable(_ text: String) -> Bool {
        guard 1...64 ~= text.utf8.count, let first = text.utf8.first, !(48...57 ~= first) else { return false }
        return text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
    }

    private static func isCredential(_ text: String) -> Bool {
        guard 1...255 ~= text.utf8.count, text != ".", text != ".." else { return false }
        return text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "_-.".utf8.contains($0) }
    }
}

extension FieldCodec where Value == [String: KeySource] {
    /// A table of keys, each with its source.
    package static func keySources(_ paths: PathResolver) -> Self {
        let source = FieldCodec<KeySource>.keySource(paths)
        return FieldCodec(.table, show: { _ in "" }) { value, key, reader in
            guard let entries = reader.entries(of: value, key: key) else { return nil }
            var sources: [String: KeySource] = [:]
            for entry in entries {
                sources[entry.name] = source.read(entry.value, FieldReader.join(key, entry.name), &reader)
            }
            return sources
        }
    }
}
