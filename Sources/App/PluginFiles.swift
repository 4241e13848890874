import Configuration
import Domain
import Glibc
import PlatformSystem

/// The programs of configured plugins. They are located at the start and at each reload, so that errors are reported
/// before any work is requested.
enum PluginFiles {
    /// The absolute path of each plugin's program, by backend name. Throws every error at once.
    static func programs(
        for settings: Settings, environment: [String: String]
    ) throws(LaunchFailure) -> [String: String] {
        var found: [String: String] = [:]
        var faults: [String] = []
        for backend in settings.backends {
            guard case .exec(let service) = backend.service else { continue }
            do throws(Fault) {
                found[backend.name] =
                    switch service.program {
                    case .command(let word): try command(word, environment)
                    case .plugin(let name): try plugin(name, in: settings.plugins)
                    }
                try check(service.sandbox, state: settings.service.state)
            } catch {
                faults.append("The plugin of backend \(backend.name) can't be used: \(error.sentence)")
            }
        }
        guard faults.isEmpty else { throw LaunchFailure(.configuration, faults.joined(separator: "\n")) }
        return found
    }

    /// The search path of programs named without a slash.
    static func searchPath(_ environment: [String: String]) -> String {
        environment["PATH"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/bin:/usr/bin:/bin"
    }

    private struct Fault: Error {
        let sentence: String
    }

    private static func command(_ word: String, _ environment: [String: String]) throws(Fault) -> String {
        guard !word.hasPrefix("/") else { return try program(word) }
        if let path = Programs.path(of: word, environment) { return path }
        throw Fault(sentence: "the program \(shown(word)) was not found in PATH. Give its full path.")
    }

    private static func program(_ path: String) throws(Fault) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Fault(sentence: "\(shown(path)) does not exist.") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Fault(sentence: "\(shown(path)) is not a file.") }
        guard access(path, X_OK) == 0 else {
            throw Fault(sentence: "\(shown(path)) is not executable. Run chmod +x.")
        }
        return path
    }

    /// Everybody who can change the folder or the file could run any program as the service. Both therefore have to
    /// be writable only by the service's user or root.
    private static func plugin(_ name: String, in folder: FolderPath?) throws(Fault) -> String {
        guard let folder else { throw Fault(sentence: "[plugins] folder is not set.") }
        let place = String(decoding: folder.bytes, as: UTF8.self)
        try guarded(place, kind: S_IFDIR)
        let path = place + "/" + name
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let names = (try? FileDescriptor.folder(folder).list().map(\.name.shown)) ?? []
            let nearest = NearestName.of(name, among: names.sorted()).map { " Did you mean \($0)?" } ?? ""
            throw Fault(sentence: "\(shown(name)) was not found in \(folder.shown).\(nearest)")
        }
        try guarded(path, kind: S_IFREG)
        return try program(path)
    }

    private static func guarded(_ path: String, kind: mode_t) throws(Fault) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw Fault(sentence: "\(shown(path)) does not exist.") }
        guard status.st_mode & S_IFMT == kind else {
            throw Fault(sentence: "\(shown(path)) has to be a \(kind == S_IFDIR ? "folder" : "file"), not a link.")
        }
        guard status.st_mode & 0o022 == 0, status.st_uid == 0 || status.st_uid == geteuid() else {
            throw Fault(
                sentence: "others can change \(shown(path)). Only you or root may have write access: chmod go-w.")
        }
    }

    /// A missing path would grant nothing, which only the plugin would notice. A path that contains the state folder
    /// would give the plugin access to the database.
    private static func check(_ sandbox: PluginSandbox, state: FolderPath) throws(Fault) {
        for (key, paths) in [("read", sandbox.readable), ("write", sandbox.writable)] {
            for path in paths {
                let place = path.withoutLinks
                guard !state.withoutLinks.isWithin(place), !place.isWithin(state.withoutLinks) else {
                    throw Fault(
                        sentence:
                            "its \(key) setting contains \(path.shown), which would expose the state folder \(state.shown)."
                            + " Choose a folder outside the state folder.")
                }
                guard access(String(decoding: place.bytes, as: UTF8.self), F_OK) == 0 else {
                    throw Fault(sentence: "\(path.shown) in its \(key) setting does not exist.")
                }
            }
        }
    }

    private static func shown(_ text: String) -> String { FileName(text).shown }
}
