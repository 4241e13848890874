import Domain
import FoundationEssentials
import PlatformSystem

/// What a command of `textify` said, and how it ended.
struct Reply {
    let code: Int32?
    let output: String
    /// The lines of standard error.
    let errors: [String]
}

extension Service {
    /// Where it is asked.
    var socket: String { root.shown + "/state/control.sock" }

    /// Runs a command of `textify` on its socket, to the end.
    func textify(_ words: String...) throws -> Reply {
        try reply(ask(words))
    }

    /// Starts such a command.
    func ask(_ words: [String], variables: [String] = []) throws -> Program {
        try Program("textify", words + ["--socket", socket], home: root.shown, variables: variables)
    }

    /// Somebody who hears all events from now on, as JSON.
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

    /// Runs a line for a shell in a terminal of 100 columns and 30 rows; the log is what that shows, with a line for each
    /// escape. `keys` is what is typed.
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
