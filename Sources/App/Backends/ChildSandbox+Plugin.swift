import Configuration
import Domain
import Glibc

extension ChildSandbox {
    /// The folders of plugins' interpreters and libraries, and of the system's information about itself.
    private static let system = [
        "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/etc", "/opt", "/proc", "/sys",
        // The targets of /etc/resolv.conf, depending on its manager.
        "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager",
    ].map { FolderPath($0) }

    /// The sandbox of a plugin. Beside its working folder it can access the system, its program's folder and the
    /// configured paths. A folder that contains the state folder is left out, because the plugin could otherwise read
    /// the database.
    static func plugin(_ settings: PluginSandbox, program: String, state: FolderPath) -> ChildSandbox {
        let state = state.withoutLinks
        // The program may be a link; the files that it needs are beside the link's target.
        let programs = [FolderPath(program), FolderPath(program).withoutLinks]
        let folders = system + programs.map(\.folder) + settings.readable
        return ChildSandbox(
            readable: folders.filter { !state.isWithin($0.withoutLinks) } + programs,
            devices: [FolderPath("/dev")], writable: settings.writable.filter { !state.isWithin($0.withoutLinks) })
    }
}

extension FolderPath {
    /// The path with links resolved, as far as it exists.
    var withoutLinks: FolderPath {
        guard let resolved = unsafe realpath(String(decoding: bytes, as: UTF8.self), nil) else {
            return bytes.count > 1 ? folder.withoutLinks.appending(name) : self
        }
        defer { unsafe free(resolved) }
        return unsafe FolderPath(String(cString: resolved))
    }
}
