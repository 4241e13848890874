import Domain

/// Where a folder's request got each of its values, down to the line.
struct RequestPlaces {
    let request: Request
    /// The folder's table, and the whole file.
    let watch: FieldValue
    let file: FieldValue

    /// The table of the folder's backend.
    var backend: FieldValue? { file["backends"]?.value[request.generation.backend]?.value }

    /// `key`: such as `size`, or `art` and `columns`.
    func origin(of key: ArraySlice<String>) -> SettingOrigin {
        switch request.origins[key.joined(separator: ".")]?.last {
        case .watch: return .file(line: line(of: key, in: watch["request"]?.value) ?? line(of: key, in: watch) ?? 0)
        case .defaults: return .defaults(line: line(of: key, in: file["defaults"]?.value) ?? 0)
        case .backend:
            let line = line(of: key, in: backend) ?? backend?.line ?? 0
            return .backend(request.generation.backend, line: line)
        default: return .builtIn
        }
    }

    private func line(of key: ArraySlice<String>, in table: FieldValue?) -> Int? {
        guard let name = key.first, let entry = table?[name] else { return nil }
        return key.count == 1 ? entry.shownLine : line(of: key.dropFirst(), in: entry.value)
    }
}
