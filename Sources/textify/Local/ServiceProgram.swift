import Domain
import Glibc
import PlatformSystem
import Words

/// Replaces this process by `textifyd`, for tasks that only the service's program can do.
enum ServiceProgram {
    /// Executes `textifyd` from this program's folder, or else from `PATH`. Does not return unless it throws.
    static func become(_ arguments: [String], for command: String) throws(CommandFailure) {
        let beside = place.map { $0 + "/textifyd" }.flatMap { Programs.path(of: $0, [:]) }
        guard let program = beside ?? Programs.path(of: "textifyd", variables) else {
            throw CommandFailure(exit: .unavailable, text: "\(command): " + Wording.terminal.noServiceProgram)
        }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        // Reached only if the program could not be executed.
        words.withUnsafeMutableBufferPointer { table in
            if let first = table.baseAddress { execv(program, first) }
        }
        let code = errno
        for word in words { free(word) }
        throw CommandFailure(
            exit: .system, text: Wording.terminal.sentence(FileFailure.failed(code: code), about: program))
    }

    private static var variables: [String: String] {
        getenv("PATH").map { ["PATH": String(cString: $0)] } ?? [:]
    }

    private static var place: String? {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            count = buffer.baseAddress.map { max(0, readlink("/proc/self/exe", $0, buffer.count)) } ?? 0
        }
        return bytes.lastIndex(of: 47).map { String(decoding: bytes[..<$0], as: UTF8.self) }
    }
}
