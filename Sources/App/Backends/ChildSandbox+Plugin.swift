import Configuration
import Domain
import Glibc

extension ChildSandbox {
    /// What the interpreters and libraries of plugins lie in, and what the system tells about itself.
    private static let system = [
        "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/etc", "/opt", "/proc", "/sys",
        // Where /etc/resolv.conf leads to, by whoever manages it.
        "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager",
    ].map { FolderPath($0) }

    /// What a plugin may reach beside the folder that it works in: the system, the folder of its program, and what is
    /// configured. A folder that the state folder lies in is left out: else the plugin could read the database.
    static func plugin(_ settings: PluginSandbox, program: String, state: FolderPath) -> ChildSandbox {
        let state = state.withoutLinks
        // A program may be a link; what it needs lies beside the file that it leads to.
        let programs = [FolderPath(program), FolderPath(program).withoutLinks]
        let folders = system + programs.map(\.folder) + settings.readable
        return ChildSandbox(
            readable: folders.filter { !state.isWithin($0.withoutLinks) } + programs,
            devices: [FolderPath("/dev")], writable: settings.writable.filter { !state.isWithin($0.withoutLinks) })
    }
}

extension FolderPath {
    /// The same place without links on the way, as far as it is there.
    var withoutLinks: FolderPath {
        guard let resolved = unsafe realpath(String(decoding: bytes, as: UTF8.self), nil) else {
            return bytes.count > 1 ? folder.withoutLinks.appending(name) : self
        }
        defer { unsafe free(resolved) }
        return unsafe FolderPath(String(cString: resolved))
    }
}
