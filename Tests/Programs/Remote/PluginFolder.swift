import Domain
import Glibc
import PlatformSystem
import TestFolders

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
        try install("weave", String(decoding: try FileDescriptor.file(sample).all(limit: 1 << 20), as: UTF8.self))
    }

    func install(_ name: String, _ script: String) throws {
        try installProgram(script, as: name, in: folder)
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
