/// Where a value of a request was said. What is said nowhere is built in.
package enum RequestOrigin: String, Equatable, Sendable, Codable, CaseIterable {
    /// `[defaults]` of the configuration.
    case defaults
    /// The table of its backend.
    case backend
    /// The table of its watch folder.
    case watch
    /// The file `.textify.toml` in the watch folder or in a folder below it.
    case folderFile = "folder_file"
    /// The folders that the file lies in below the watch folder.
    case subfolders
    case frontMatter = "front_matter"
    /// The file beside its picture.
    case sidecar
    /// The request that was dropped, or a line of a batch.
    case request
    /// Who sent it through the control socket.
    case submission
}

extension Request {
    /// Notes that what `fields` say was said there, over what said it before; tags unite, so all who said some are kept.
    package mutating func note(_ fields: FieldValue, from origin: RequestOrigin) {
        for entry in fields.entries ?? [] {
            if entry.name == "art", let art = entry.value.entries {
                for option in art { note("art." + option.name, from: origin) }
            } else {
                note(entry.name, from: origin)
            }
        }
    }

    /// `key`: a field as files name it, such as `size` or `art.columns`.
    package mutating func note(_ key: String, from origin: RequestOrigin) {
        guard key == "tags" else { return origins[key] = [origin] }
        if origins[key]?.contains(origin) != true { origins[key, default: []].append(origin) }
    }
}
