import BackendKit
import Domain
import Glibc
import PlatformConcurrency
import PlatformDigest
import PlatformSystem

/// Runs plugins: finds their programs, confines them and provides their keys and folders. Programs and keys are found
/// at the start and at each reload, so that errors are reported before any work is requested.
struct PluginHost: ProgramHost {
    /// The service's state folder, which plugins must not be able to access.
    let state: FolderPath
    /// The folder in which plugins are found by name; `nil` if it isn't configured.
    let plugins: FolderPath?
    let keys: KeyReader
    /// Whether systemd credentials are skipped, because they are not available outside a start by systemd.
    let isCheck: Bool
    /// Threads for access to the plugins' folders.
    let disk: ThreadExecutor

    var processes: any ProcessRunner { ChildRunner() }
    var environment: [String: String] { keys.environment }
    var digest: @Sendable ([UInt8]) -> Digest { { sha256($0) } }

    func folders(of backend: String) -> any WorkFolders {
        PrivateFolderTree(root: state.appending("plugins").appending(backend), executor: disk)
    }

    func keys(_ sources: [String: KeySource]) throws(BackendSetupFailure) -> ProgramKeys {
        var secrets: [String: Secret] = [:]
        var commands: [String: CommandKey] = [:]
        var problems: [BackendSetupFailure.Problem] = []
        for (name, source) in sources.sorted(by: { $0.key < $1.key }) {
            if case .credential = source, isCheck { continue }
            do throws(KeyFailure) {
                if case .command(let words) = source {
                    commands[name] = CommandKey(try KeyCommand(words, keys))
                } else {
                    secrets[name] = try keys.key(source)
                }
            } catch {
                problems.append(.key(error))
            }
        }
        guard problems.isEmpty else { throw BackendSetupFailure(problems) }
        return ProgramKeys(secrets: secrets, onDemand: commands.isEmpty ? nil : CommandKeys(commands: commands))
    }

    func path(of program: ProgramName) throws(BackendSetupFailure) -> String {
        switch program {
        case .command(let word): try command(word)
        case .plugin(let name): try plugin(name)
        }
    }

    private func command(_ word: String) throws(BackendSetupFailure) -> String {
        guard !word.hasPrefix("/") else { return try program(word) }
        if let path = Programs.path(of: word, environment) { return path }
        throw unusable("the program \(shown(word)) was not found in PATH. Give its full path.")
    }

    private func program(_ path: String) throws(BackendSetupFailure) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { throw unusable("\(shown(path)) does not exist.") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw unusable("\(shown(path)) is not a file.") }
        guard access(path, X_OK) == 0 else {
            throw unusable("\(shown(path)) is not executable. Run chmod +x.")
        }
        return path
    }

    /// Everybody who can change the folder or the file could run any program as the service. Therefore only the service's
    /// user and root may have write access to them.
    private func plugin(_ name: String) throws(BackendSetupFailure) -> String {
        guard let folder = plugins else { throw unusable("[plugins] folder is not set.") }
        let folderPath = String(decoding: folder.bytes, as: UTF8.self)
        try checkProtected(folderPath, kind: S_IFDIR)
        let path = folderPath + "/" + name
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let names = (try? FileDescriptor.folder(folder).list().map(\.name.shown)) ?? []
            let nearest = NearestName.of(name, among: names.sorted()).map { " Did you mean \($0)?" } ?? ""
            throw unusable("\(shown(name)) was not found in \(folder.shown).\(nearest)")
        }
        try checkProtected(path, kind: S_IFREG)
        return try program(path)
    }

    private func checkProtected(_ path: String, kind: mode_t) throws(BackendSetupFailure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw unusable("\(shown(path)) does not exist.") }
        guard status.st_mode & S_IFMT == kind else {
            throw unusable("\(shown(path)) has to be a \(kind == S_IFDIR ? "folder" : "file"). Links are not accepted.")
        }
        guard status.st_mode & 0o022 == 0, status.st_uid == 0 || status.st_uid == geteuid() else {
            throw unusable(
                "others can change \(shown(path)), but only the service's user and root may. Restrict it with chmod go-w."
            )
        }
    }

    private func unusable(_ reason: String) -> BackendSetupFailure { BackendSetupFailure([.program(reason)]) }

    private func shown(_ text: String) -> String { FileName(text).shown }
}

extension PluginHost {
    /// The folders of plugins' interpreters and libraries, and of the system's information about itself.
    private static let system = [
        "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/etc", "/opt", "/proc", "/sys",
        // The targets of /etc/resolv.conf, depending on its manager.
        "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager",
    ].map { FolderPath($0) }

    /// Beside its working folder a plugin can access the system, its program's folder and the configured paths. A folder
    /// that contains the state folder is left out, because the plugin could otherwise read the database. A configured
    /// path that is missing or gives access to the state folder is an error: only the plugin would notice that it
    /// grants nothing.
    func sandbox(
        _ program: String, readable: [FolderPath], writable: [FolderPath]
    ) throws(BackendSetupFailure) -> ChildSandbox {
        let state = state.withoutLinks
        for (key, paths) in [("read", readable), ("write", writable)] {
            for path in paths { try check(path, key, state) }
        }
        // The program may be a link; the files that it needs are beside the link's target.
        let programs = [FolderPath(program), FolderPath(program).withoutLinks]
        let folders = Self.system + programs.map(\.folder) + readable
        return ChildSandbox(
            readable: folders.filter { !state.isWithin($0.withoutLinks) } + programs,
            devices: [FolderPath("/dev")], writable: writable.filter { !state.isWithin($0.withoutLinks) })
    }

    private func check(_ path: FolderPath, _ key: String, _ state: FolderPath) throws(BackendSetupFailure) {
        let place = path.withoutLinks
        guard !state.isWithin(place), !place.isWithin(state) else {
            throw unusable(
                "its \(key) setting contains \(path.shown), which would expose the state folder \(self.state.shown)."
                    + " Choose a folder outside the state folder.")
        }
        guard access(String(decoding: place.bytes, as: UTF8.self), F_OK) == 0 else {
            throw unusable("\(path.shown) in its \(key) setting does not exist.")
        }
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

extension PrivateFolderTree: WorkFolders {}
