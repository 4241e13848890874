import Configuration
import Domain
import Glibc
import PlatformSystem

/// The programs of a configuration's plugins. They are looked for at the start and at each reload, so that a mistake is
/// told before any work is asked for.
enum PluginFiles {
    /// By the backend's name: the absolute path of its program. Every mistake is told at once.
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
                faults.append("The plugin of the backend \(backend.name) can't be used: \(error.sentence)")
            }
        }
        guard faults.isEmpty else { throw LaunchFailure(.configuration, faults.joined(separator: "\n")) }
        return found
    }

    /// Where programs are looked for that are named without a slash.
    static func searchPath(_ environment: [String: String]) -> String {
        environment["PATH"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/bin:/usr/bin:/bin"
    }

    private struct Fault: Error {
        let sentence: String
    }

    private static func command(_ word: String, _ environment: [String: String]) throws(Fault) -> String {
        guard !word.hasPrefix("/") else { return try program(word) }
        if let path = Programs.path(of: word, environment) { return path }
        throw Fault(sentence: "there is no program \(shown(word)) in PATH. Give its whole path.")
    }

    private static func program(_ path: String) throws(Fault) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Fault(sentence: "\(shown(path)) is not there.") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Fault(sentence: "\(shown(path)) is no file.") }
        guard access(path, X_OK) == 0 else {
            throw Fault(sentence: "\(shown(path)) may not be run. Make it a program: chmod +x.")
        }
        return path
    }

    /// Whoever can change the folder or the file could have anything run: neither may be anybody's but the service's own
    /// user's, or root's.
    private static func plugin(_ name: String, in folder: FolderPath?) throws(Fault) -> String {
        guard let folder else { throw Fault(sentence: "[plugins] names no folder.") }
        let place = String(decoding: folder.bytes, as: UTF8.self)
        try guarded(place, kind: S_IFDIR)
        let path = place + "/" + name
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let names = (try? FileDescriptor.folder(folder).list().map(\.name.shown)) ?? []
            let nearest = NearestName.of(name, among: names.sorted()).map { " Did you mean \($0)?" } ?? ""
            throw Fault(sentence: "there is no \(shown(name)) in \(folder.shown).\(nearest)")
        }
        try guarded(path, kind: S_IFREG)
        return try program(path)
    }

    private static func guarded(_ path: String, kind: mode_t) throws(Fault) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw Fault(sentence: "\(shown(path)) is not there.") }
        guard status.st_mode & S_IFMT == kind else {
            throw Fault(sentence: "\(shown(path)) is no \(kind == S_IFDIR ? "folder" : "file") itself.")
        }
        guard status.st_mode & 0o022 == 0, status.st_uid == 0 || status.st_uid == geteuid() else {
            throw Fault(
                sentence: "others can change \(shown(path)). Make it yours or root's alone to write: chmod go-w.")
        }
    }

    /// A path that isn't there would allow nothing, and the plugin alone would notice. One that the state folder lies in
    /// would let it reach the database.
    private static func check(_ sandbox: PluginSandbox, state: FolderPath) throws(Fault) {
        for (key, paths) in [("read", sandbox.readable), ("write", sandbox.writable)] {
            for path in paths {
                let place = path.withoutLinks
                guard !state.withoutLinks.isWithin(place), !place.isWithin(state.withoutLinks) else {
                    throw Fault(
                        sentence:
                            "its \(key) names \(path.shown), where the state folder \(state.shown) would be open to it."
                            + " Name a folder beside the state folder.")
                }
                guard access(String(decoding: place.bytes, as: UTF8.self), F_OK) == 0 else {
                    throw Fault(sentence: "\(path.shown), which its \(key) names, is not there.")
                }
            }
        }
    }

    private static func shown(_ text: String) -> String { FileName(text).shown }
}
