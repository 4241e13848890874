internal import CSystem
internal import Glibc
package import PlatformPostgreSQL
internal import Synchronization

/// A PostgreSQL server whose commits are durable, with a folder of its own and a Unix socket in it. It can be stopped and
/// started again. It ends with this process, however that ends, and its folder is removed.
package final class DurableServer: Sendable {
    package struct Failure: Error {
        package let text: String
    }

    /// The folder with the cluster, the log and the socket.
    package let folder: String
    private let shell: Shell

    /// Makes a cluster in a new folder, of which the parents are there, and starts a server for it.
    package convenience init(in folder: String) throws {
        try self.init(folder) { shell in
            try shell.run("$as $programs/initdb -D data -A trust -U textify --locale=C -E UTF8")
            try shell.run("cat settings >> data/postgresql.conf")
        }
    }

    /// Makes a standby of another server and starts it. It follows asynchronously.
    package convenience init(in folder: String, following primary: DurableServer) throws {
        try self.init(folder) { shell in
            try shell.run("$as $programs/pg_basebackup -D data -R -X stream -c fast -h \(primary.folder) -U textify")
            try shell.run("cat settings >> data/postgresql.conf")
        }
    }

    private init(_ folder: String, _ make: (Shell) throws -> Void) throws {
        self.folder = folder
        shell = try Shell(Self.script, folder)
        try shell.run("true")
        try make(shell)
        try start()
    }

    /// The server refuses to run as root.
    private static let script = """
        mkdir -p "$0" && chmod 755 "$0" && cd "$0" || exit
        programs=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
        as=
        if [ "$(id -u)" = 0 ]; then
            chown postgres .
            as='setpriv --reuid=postgres --regid=postgres --clear-groups'
        fi
        # A standby needs no fewer connections than its primary.
        printf '%s\\n' "unix_socket_directories = '$0'" "listen_addresses = ''" 'max_connections = 200' \\
            'log_line_prefix = '"'%m %p %a '" 'restart_after_crash = on' > settings
        end() {
            if [ -e pooler/pid ]; then kill -9 "$(cat pooler/pid)"; fi
            $as $programs/pg_ctl -D data -m immediate stop > /dev/null 2>&1
            umount small 2> /dev/null
            cd /
            rm -rf "$0"
        }
        trap end EXIT
        trap '' INT TERM
        while read -r line; do
            if eval "$line" >> commands 2>&1; then echo ok; else echo failed; fi
        done
        """

    /// Starts the server and returns once it answers.
    package func start() throws { try shell.run("$as $programs/pg_ctl -D data -w -l log start") }

    /// Stops the server as a loss of its machine's power would, apart from what the system has not written yet.
    package func stop() throws { try shell.run("$as $programs/pg_ctl -D data -w -m immediate stop") }

    /// Makes a standby a server that takes writes.
    package func promote() throws { try shell.run("$as $programs/pg_ctl -D data -w promote") }

    /// Runs a command of the shell in the server's folder, `$as` its user.
    package func run(_ command: String) throws { try shell.run(command) }

    /// The path of the server's socket.
    package var socket: String { folder + "/.s.PGSQL.5432" }

    /// The address of a database, through the socket in `folder` or the server's own.
    package func address(of database: String, through folder: String? = nil) -> String {
        "postgresql:///\(database)?host=\(folder ?? self.folder)&user=textify"
    }

    package func connect(to database: String = "postgres") throws -> PostgreSQLConnection {
        try PostgreSQLConnection(PostgreSQLSettings(address: address(of: database)))
    }
}

/// A shell that runs a script with one argument, which answers each line of its input with `ok` or anything else. Its input
/// ends with this object, and with the process.
private final class Shell: Sendable {
    private let input: Int32
    private let output: Int32
    private let folder: String
    private let turn = Mutex(())

    init(_ script: String, _ argument: String) throws {
        folder = argument
        var (input, output): ((Int32, Int32), (Int32, Int32)) = ((-1, -1), (-1, -1))
        guard csys_pipe(&input.0, &input.1) == 0, csys_pipe(&output.0, &output.1) == 0 else {
            throw DurableServer.Failure(text: "pipe: \(errno)")
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
        guard code == 0 else { throw DurableServer.Failure(text: "posix_spawn: \(code)") }
        (self.input, self.output) = (input.1, output.0)
    }

    /// Ends the script and waits for that.
    deinit {
        close(input)
        var byte: UInt8 = 0
        while read(output, &byte, 1) > 0 {}
        close(output)
    }

    func run(_ command: String) throws { try turn.withLock { _ in try perform(command) } }

    private func perform(_ command: String) throws {
        let line = Array((command + "\n").utf8)
        guard write(input, line, line.count) == line.count else {
            throw DurableServer.Failure(text: "\(command): the shell has ended")
        }
        var answer: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { answer.append(byte) }
        guard answer == Array("ok".utf8) else {
            throw DurableServer.Failure(text: "\(command) failed; see \(folder)/commands and \(folder)/log")
        }
    }
}
