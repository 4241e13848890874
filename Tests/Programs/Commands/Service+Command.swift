import Domain
import FoundationEssentials
import PlatformSystem

/// The output and exit code of a `textify` command. `code` is `nil` if a signal killed it.
struct Reply {
    let code: Int32?
    let output: String
    /// The lines of standard error.
    let errors: [String]
    var lines: [String] { output.split(separator: "\n").map(String.init) }
}

extension Service {
    /// The path of the control socket.
    var socket: String { root.shown + "/state/control.sock" }

    /// Runs a `textify` command against this service's socket and waits for its end.
    func textify(_ words: String...) throws -> Reply {
        try reply(ask(words))
    }

    /// Starts a `textify` command against this service's socket.
    func ask(_ words: [String], variables: [String] = []) throws -> Program {
        try Program("textify", words + ["--socket", socket], home: root.shown, variables: variables)
    }

    /// Starts `textify events --json` and waits until it receives events.
    func listen() throws -> Program {
        let listener = try ask(["events", "--json", "--after", "0-0"])
        try listener.wait(forOutput: #""event":"reset""#)
        return listener
    }

    func reply(_ program: Program) throws -> Reply {
        let ending = try program.ending()
        let code: Int32? = if case .code(let code) = ending { code } else { nil }
        return Reply(code: code, output: String(decoding: program.output, as: UTF8.self), errors: program.log)
    }

    /// Runs a shell line in a terminal of 100 columns and 30 rows. The program's log is the terminal's output, broken
    /// at each escape character. The terminal's input is read from the file `keys`.
    func shown(_ line: String, _ keys: String = "/dev/null") throws -> Program {
        try FileDescriptor.folder(root).replace(
            FileName("line"), with: Array("stty cols 100 rows 30; \(line)\n".utf8))
        let order = "cd '\(root.shown)'; script -qfec 'sh ./line' /dev/null <>\(keys) | stdbuf -o0 tr '\\033' '\\n' >&2"
        return try Program("/bin/sh", ["-c", order], home: root.shown, variables: ["TERM=xterm"])
    }

    /// The identifiers of jobs in a state, newest first.
    func jobs(_ state: String) throws -> [String] {
        let list = try textify("jobs", "--state", state, "--limit", "1000", "--json")
        return try JSONDecoder().decode(Jobs.self, from: Data(list.output.utf8)).jobs.map(\.id)
    }

    private struct Jobs: Decodable {
        struct Job: Decodable {
            let id: String
        }

        let jobs: [Job]
    }
}
