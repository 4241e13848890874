import CSystem
import Glibc

/// A failed system call, with its errno.
struct Failed: Error {
    let call: String
    let code: Int32
}

/// Both ends of a pipe that no other child inherits.
struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: (Int32, Int32) = (-1, -1)
        let code = csys_pipe(&ends.0, &ends.1)
        guard code == 0 else { throw Failed(call: "pipe", code: code) }
        (reading, writing) = ends
        // The child's standard streams are blocking, as programs expect.
        guard fcntl(writing, F_SETFL, 0) == 0 else { throw Failed(call: "fcntl", code: errno) }
    }
}

/// Starts processes by `posix_spawn`. Their environment and signal settings do not depend on the test
/// runner's, except for the sanitizer's options.
enum Spawn {
    /// The folder of the package's programs, which is that of the running program.
    static let folder: String = {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            count = buffer.baseAddress.map { max(0, readlink("/proc/self/exe", $0, buffer.count)) } ?? 0
        }
        return String(decoding: bytes[..<(bytes.lastIndex(of: 47) ?? 0)], as: UTF8.self)
    }()

    /// The options for programs built with the address sanitizer, if it is used.
    private static let sanitizer = getenv("ASAN_OPTIONS").map { ["ASAN_OPTIONS=" + String(cString: $0)] } ?? []

    /// A program that runs the service confined as its unit does (`Tests/Package/confined`), if the tests are to show that
    /// it works so.
    private static let confinement = getenv("TEXTIFY_TEST_CONFINEMENT").map { String(cString: $0) }

    static func place(of name: String) -> String {
        name.hasPrefix("/") ? name : folder + "/" + name
    }

    static func run(
        _ path: String, _ arguments: [String], home: String, variables: [String] = [], passed: [Int32] = [],
        output: Int32,
        errors: Int32
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        for (place, number) in passed.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, number, 3 + Int32(place))
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, every) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&every)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &every)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let wrapper = path == place(of: "textifyd") ? confinement : nil
        let program = wrapper ?? path
        let environment = ["PATH=/usr/bin:/bin", "HOME=" + home, "LC_ALL=C.UTF-8", "TZ=UTC"] + variables + sanitizer
        var pid: pid_t = 0
        let code = withStrings([program] + (wrapper == nil ? [] : [path]) + arguments) { words in
            withStrings(environment) { posix_spawn(&pid, program, &actions, &attributes, words, $0) }
        }
        guard code == 0 else { throw Failed(call: "posix_spawn " + path, code: code) }
        return pid
    }

    private static func withStrings(
        _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        var strings = texts.map { strdup($0) } + [nil]
        defer { for string in strings { free(string) } }
        return strings.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map(body) ?? EINVAL
        }
    }
}
