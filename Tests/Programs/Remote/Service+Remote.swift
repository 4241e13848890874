import Domain
import PlatformSystem

extension Service {
    /// Creates an installation whose prompts go to the backend `studio`. `tables` are the backends' configuration
    /// tables.
    convenience init(
        backends tables: String, log level: String = "info", watch: String = "", onServer: Bool = Service.usesServer
    ) throws {
        try self.init(onServer: onServer)
        try configure(backends: tables, log: level, watch: watch)
    }

    func configure(backends tables: String, log level: String = "info", watch: String = "") throws {
        try write(
            """
            [service]
            state = "state"

            [log]
            level = "\(level)"

            \(tables)
            [[watch]]
            path = "inbox"
            outbox = "outbox"
            backend = "studio"
            \(Service.quick)
            \(watch)

            """)
    }

    func drop(prompt: String, _ name: String) throws {
        try drop(name, Array(prompt.utf8))
    }

    /// Returns the paths of all files below `folder` that contain `words`.
    func files(holding words: String, below folder: FolderPath) throws -> [String] {
        var found: [String] = []
        for entry in try FileDescriptor.folder(folder).list() {
            let path = folder.appending(entry.name)
            if entry.kind == .folder {
                found += try files(holding: words, below: path)
            } else if entry.kind == .file {
                let bytes = try bytes(entry.name, in: folder)
                if bytes.firstRange(of: Array(words.utf8)) != nil { found.append(path.shown) }
            }
        }
        return found
    }
}
