internal import CSystem
internal import Glibc
internal import Synchronization

/// A shell that runs a script, for servers that have to end with this process, however that ends: then the script's input
/// ends.
final class ServerShell: Sendable {
    struct Failure: Error {
        let text: String
    }

    private let process: pid_t
    private let input: Int32
    private let output: Int32
    private let turn = Mutex(())

    init(_ script: String, _ argument: String = "sh") throws {
        var (input, output): ((Int32, Int32), (Int32, Int32)) = ((-1, -1), (-1, -1))
        guard csys_pipe(&input.0, &input.1) == 0, csys_pipe(&output.0, &output.1) == 0 else {
            throw Failure(text: "pipe: \(errno)")
        }
        _ = fcntl(output.0, F_SETFL, 0)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.0, 0)
        posix_spawn_file_actions_adddup2(&actions, output.1, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let texts: [String] = ["/bin/sh", "-c", script, argument]
        var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
        words.append(nil)
        defer { words.forEach { free($0) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, "/bin/sh", &actions, nil, words, environ)
        close(input.0)
        close(output.1)
        guard code == 0 else { throw Failure(text: "posix_spawn: \(code)") }
        (process, self.input, self.output) = (pid, input.1, output.0)
    }

    /// Ends the script and waits for that: Swift Testing's monitor of exit tests takes no other child into account as long as
    /// one that has ended is not waited for.
    deinit {
        close(input)
        waitpid(process, nil, 0)
        close(output)
    }

    /// Reads a line that the script prints; empty if it has ended.
    func readLine() -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Gives the script a line to read, and returns its answer.
    func ask(_ question: String) throws -> String {
        try turn.withLock { _ in
            let line = Array((question + "\n").utf8)
            guard write(input, line, line.count) == line.count else {
                throw Failure(text: "\(question): the shell has ended")
            }
            return readLine()
        }
    }
}
