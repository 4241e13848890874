package import Domain

extension ShownSettings {
    /// The settings with their origins, for programs.
    package var json: JSONValue {
        .object([
            "file": files.first.map { .text($0) } ?? .null, "files": .list(files.map { .text($0) }),
            "tables": .list(
                tables.map { table in
                    .object([
                        "path": .list(table.path.map { .text($0) }), "repeats": .flag(table.isElement),
                        "settings": .list(table.settings.map { $0.json(in: files) }),
                    ])
                }),
        ])
    }
}

extension ShownSetting {
    fileprivate func json(in files: [String]) -> JSONValue {
        func source(_ origin: String, _ line: Int, _ document: Int) -> [String: JSONValue] {
            let file: JSONValue = files.indices.contains(document) ? .text(files[document]) : .null
            return ["origin": .text(origin), "line": .integer(Int64(line)), "file": file]
        }
        let source: [String: JSONValue] =
            switch origin {
            case .builtIn: ["origin": .text("built_in")]
            case .file(let line, let document): source("file", line, document)
            case .defaults(let line, let document): source("defaults", line, document)
            case .backend(let name, let line, let document):
                source("backend", line, document).merging(["backend": .text(name)]) { own, _ in own }
            case .environment(let name): ["origin": .text("environment"), "variable": .text(name)]
            case .follows(let key): ["origin": .text("follows"), "key": .text(key)]
            }
        return .object(source.merging(["name": .text(name), "value": value?.json ?? .null]) { _, own in own })
    }
}
