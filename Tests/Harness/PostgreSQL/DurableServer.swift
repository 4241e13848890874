package import PlatformPostgreSQL

/// A PostgreSQL server whose commits are durable, with a folder of its own and a Unix socket in it. It can be stopped and
/// started again. It ends with this process, however that ends, and its folder is removed.
package final class DurableServer: Sendable {
    package struct Failure: Error {
        package let text: String
    }

    /// The folder with the cluster, the log and the socket.
    package let folder: String
    private let shell: ServerShell

    /// Makes a cluster in a new folder, of which the parents are there, and starts a server for it.
    package convenience init(in folder: String) throws {
        try self.init(folder) { server in
            try server.run("$as $programs/initdb -D data -A trust -U textify --locale=C -E UTF8")
            try server.run("cat settings >> data/postgresql.conf")
        }
    }

    /// Makes a standby of another server and starts it. It follows asynchronously.
    package convenience init(in folder: String, following primary: DurableServer) throws {
        try self.init(folder) { server in
            try server.run("$as $programs/pg_basebackup -D data -R -X stream -c fast -h \(primary.folder) -U textify")
            try server.run("cat settings >> data/postgresql.conf")
        }
    }

    private init(_ folder: String, _ make: (DurableServer) throws -> Void) throws {
        self.folder = folder
        shell = try ServerShell(Self.script, folder)
        try run("true")
        try make(self)
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
    package func start() throws { try run("$as $programs/pg_ctl -D data -w -l log start") }

    /// Stops the server as a loss of its machine's power would, apart from what the system has not written yet.
    package func stop() throws { try run("$as $programs/pg_ctl -D data -w -m immediate stop") }

    /// Makes a standby a server that takes writes.
    package func promote() throws { try run("$as $programs/pg_ctl -D data -w promote") }

    /// Runs a command of the shell in the server's folder, `$as` its user.
    package func run(_ command: String) throws {
        guard try shell.ask(command) == "ok" else {
            throw Failure(text: "\(command) failed; see \(folder)/commands and \(folder)/log")
        }
    }

    /// The path of the server's socket.
    package var socket: String { folder + "/.s.PGSQL.5432" }

    /// The address of a database, through the socket in `folder` or the server's own.
    package func address(of database: String, through folder: String? = nil) -> String {
        "postgresql:///\(database)?host=\(folder ?? self.folder)&user=textify"
    }

    package func connect(to database: String = "postgres") throws -> PostgreSQLConnection {
        // A standby is asked as well.
        try PostgreSQLConnection(PostgreSQLSettings(address: address(of: database) + "&target_session_attrs=any"))
    }
}
