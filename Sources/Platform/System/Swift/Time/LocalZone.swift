internal import Domain
internal import Glibc

/// The zone that this process's local times are of.
package enum LocalZone {
    /// Whether the system's tables have a zone of this name, such as `Asia/Seoul`.
    package static func isKnown(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.first != "." }), !name.utf8.contains(0) else { return false }
        return isTable(folder + "/" + name)
    }

    /// Local times are of this zone from now on, here and in the programs that this process starts. Only while the process
    /// has one thread: another one may be reading the environment.
    package static func use(_ name: String) {
        unsafe setenv("TZ", ":" + name, 1)
        tzset()
    }

    /// Where glibc looks too (tzset(3)).
    private static var folder: String {
        guard let given = unsafe getenv("TZDIR") else { return "/usr/share/zoneinfo" }
        return unsafe String(cString: given)
    }

    /// Whether a file is what tzfile(5) says. Many names are links.
    private static func isTable(_ path: String) -> Bool {
        do throws(FileFailure) {
            return try FileDescriptor.file(FolderPath(path)).chunk(4) == Array("TZif".utf8)
        } catch {
            return false
        }
    }
}
