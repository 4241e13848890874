import Domain
import Glibc
import PlatformSystem

/// The plugin folder of an installation, which only its owner may change.
struct PluginFolder {
    let folder: FolderPath

    init(_ service: Service) throws {
        folder = service.root.appending("plugins")
        guard mkdir(folder.shown, 0o755) == 0, chmod(folder.shown, 0o755) == 0 else {
            throw Failed(call: "mkdir", code: errno)
        }
    }

    /// Installs the sample plugin.
    func installSample() throws {
        let sample = FolderPath(Self.samples).appending("weave")
        try lay("weave", String(decoding: try FileDescriptor.file(sample).all(limit: 1 << 20), as: UTF8.self))
    }

    func lay(_ name: String, _ script: String) throws {
        try FileDescriptor.folder(folder).replace(FileName(name), with: Array(script.utf8))
        guard chmod(folder.shown + "/" + name, 0o755) == 0 else { throw Failed(call: "chmod", code: errno) }
        // A child that another test is spawning inherits the file open for writing until it execs. Until then the
        // program cannot be started (ETXTBSY).
        let program = try FileDescriptor.folder(folder).file(beneath: FileName(name))
        while !program.hasNoWriter { sched_yield() }
    }

    /// The configuration tables for a plugin.
    static func table(_ plugin: String = "weave", _ further: String = "") -> String {
        """
        [plugins]
        folder = "plugins"

        [backends.studio]
        type = "exec"
        plugin = "\(plugin)"
        probe_interval = "100ms"
        \(further)

        """
    }

    /// `config/plugins` of the package.
    static var samples: String {
        let parts = #filePath.split(separator: "/").dropLast(4)
        return "/" + parts.joined(separator: "/") + "/config/plugins"
    }
}
