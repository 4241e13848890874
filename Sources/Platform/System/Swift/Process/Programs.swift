internal import Glibc

/// Where programs are.
package enum Programs {
    /// The absolute path of a program that this process may run. A name without a slash is looked for in `PATH`; one with
    /// a slash must be absolute. `nil` when there is none.
    package static func path(of name: String, _ environment: [String: String]) -> String? {
        guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
        if name.contains("/") { return name.hasPrefix("/") && isProgram(name) ? name : nil }
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return unsafe access(path, X_OK) == 0
    }
}
