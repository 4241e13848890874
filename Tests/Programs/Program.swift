import Glibc
import Testing

/// A child process, usually a program of this package. Its output is read as it arrives. A process that has not ended
/// is killed when its `Program` is released.
final class Program {
    /// How a process ended: with an exit code, or killed by a signal.
    enum Ending: Equatable {
        case code(Int32)
        case killed(Int32)
    }

    struct Stalled: Error {
        let log: [String]
    }

    struct Ended: Error {
        let before: String
        let log: [String]
    }

    let pid: pid_t
    /// All of standard output so far.
    private(set) var output: [UInt8] = []
    /// All complete lines of standard error so far.
    private(set) var log: [String] = []
    private var unread: [UInt8] = []
    /// All of standard error so far, and how much of it `wait(forError:)` has passed.
    private var errors: [UInt8] = []
    private var passed = 0
    private var told = 0
    private var pipes: [pollfd]
    private var isReaped = false

    /// Starts `name`, an absolute path or a program beside the running one. `variables` have the form `NAME=value`.
    /// `passed` are descriptors of at least 100, which the child receives as 3, 4 and so on.
    init(
        _ name: String, _ arguments: [String], home: String, variables: [String] = [], passed: [Int32] = []
    ) throws {
        let (output, errors) = (try Pipe(), try Pipe())
        pid = try Spawn.run(
            Spawn.place(of: name), arguments, home: home, variables: variables, passed: passed, output: output.writing,
            errors: errors.writing)
        close(output.writing)
        close(errors.writing)
        pipes = [
            pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors.reading, events: Int16(POLLIN), revents: 0),
        ]
    }

    deinit {
        for pipe in pipes where pipe.fd >= 0 { close(pipe.fd) }
        guard !isReaped else { return }
        kill(pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }

    func send(_ signal: Int32) {
        kill(pid, signal)
    }

    /// Reads standard error until `count` more lines contain `mark`, and returns the last of them. Calls `each` for
    /// every line. Throws `Ended` if the program ends first.
    @discardableResult
    func wait(for mark: String, _ count: Int = 1, each: () throws -> Void = {}) throws -> String {
        var missing = count
        while let line = try nextLine() {
            try each()
            if line.contains(mark) { missing -= 1 }
            if missing == 0 { return line }
        }
        throw Ended(before: mark, log: log)
    }

    /// Reads standard error until each of `marks` has occurred in a line. The order does not matter, because the lines
    /// may come from several stores.
    func wait(forAll marks: String...) throws {
        var missing = marks
        while !missing.isEmpty {
            guard let line = try nextLine() else { throw Ended(before: missing.joined(separator: ", "), log: log) }
            missing.removeAll(where: line.contains)
        }
    }

    /// Reads until standard output contains `mark`.
    func wait(forOutput mark: String) throws {
        while !String(decoding: output, as: UTF8.self).contains(mark) {
            guard pipes.contains(where: { $0.fd >= 0 }) else { throw Ended(before: mark, log: log) }
            try read()
        }
    }

    /// Reads standard error until it contains `mark` after the last mark, also within a line without an end, such as a
    /// question.
    func wait(forError mark: String) throws {
        let mark = Array(mark.utf8)
        while true {
            let rest = errors[passed...]
            let found = rest.indices.first { errors[$0...].starts(with: mark) }
            if let found {
                passed = found + mark.count
                return
            }
            guard pipes.contains(where: { $0.fd >= 0 }) else {
                throw Ended(before: String(decoding: mark, as: UTF8.self), log: log)
            }
            try read()
        }
    }

    /// Reads the remaining output, waits for the process and returns how it ended.
    func ending(each: () throws -> Void = {}) throws -> Ending {
        while try nextLine() != nil { try each() }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else { throw Failed(call: "waitpid", code: errno) }
        }
        isReaped = true
        let signal = status & 0x7f
        return signal == 0 ? .code(status >> 8 & 0xff) : .killed(signal)
    }

    /// The next line of standard error; `nil` when both streams are at their end.
    private func nextLine() throws -> String? {
        while told == log.count {
            guard pipes.contains(where: { $0.fd >= 0 }) else { return nil }
            try read()
        }
        told += 1
        return log[told - 1]
    }

    /// Reads what is available. A program without output for five minutes is considered hung: this is the only timeout
    /// here.
    private func read() throws {
        let ready = poll(&pipes, nfds_t(pipes.count), 300_000)
        guard ready > 0 else {
            if ready < 0, errno == EINTR { return }
            throw Stalled(log: log)
        }
        for index in pipes.indices where pipes[index].revents != 0 {
            let bytes = chunk(of: pipes[index].fd)
            if bytes.isEmpty { end(index) } else { take(bytes, from: index) }
        }
    }

    private func chunk(of descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
    }

    private func take(_ bytes: [UInt8], from index: Int) {
        guard index == 1 else { return output += bytes }
        unread += bytes
        errors += bytes
        while let end = unread.firstIndex(of: 10) {
            log.append(String(decoding: unread[..<end], as: UTF8.self))
            unread.removeSubrange(...end)
        }
    }

    /// Closes a stream at its end. `poll` ignores negative descriptors.
    private func end(_ index: Int) {
        close(pipes[index].fd)
        pipes[index].fd = -1
        guard index == 1, !unread.isEmpty else { return }
        log.append(String(decoding: unread, as: UTF8.self))
        unread = []
    }
}
