internal import Glibc

/// A private PostgreSQL server for the tests of this process, in a folder of its own, on a Unix socket only. It ends with
/// the process, however that ends.
package final class PostgreSQLServer: Sendable {
    /// Whether Debian's PostgreSQL is installed. `Tests/run` installs it.
    package static let isInstalled: Bool = {
        var found = glob_t()
        defer { globfree(&found) }
        return glob("/usr/lib/postgresql/*/bin/initdb", 0, nil, &found) == 0
    }()

    private static let shared = Result { try PostgreSQLServer() }

    /// The server, which is started at the first use.
    package static func running() throws -> PostgreSQLServer { try shared.get() }

    /// The folder with its socket.
    package let folder: String
    private let shell: ServerShell

    package struct Failure: Error {
        package let text: String
    }

    /// A server that follows the one of `running`, as long as the object lives.
    package static func replica() throws -> PostgreSQLServer {
        try PostgreSQLServer(
            "$as $programs/pg_basebackup -R -c fast -h \(running().folder) -U textify -D data >/dev/null || exit")
    }

    /// Makes a new cluster and starts a server for it.
    private convenience init() throws {
        try self.init(
            """
            $as "$programs/initdb" --no-sync -D data -A trust -U textify --locale=C -E UTF8 >/dev/null || exit
            $as sed -i '1i local all +\(TemporaryRole.group) scram-sha-256' data/pg_hba.conf
            """)
    }

    /// `making`: the commands of a shell that make the cluster. Data are not synced: only the power of the whole machine
    /// could fail.
    private init(_ making: String) throws {
        shell = try ServerShell(Self.script(making))
        folder = shell.readLine()
        guard folder.first == "/" else { throw Failure(text: "PostgreSQL did not start: " + folder) }
    }

    /// Prints the server's folder once it answers, waits for the end of its input, and removes everything. The server
    /// refuses to run as root.
    private static func script(_ making: String) -> String {
        """
        folder=$(mktemp -d /tmp/textify-pg-XXXXXX) && cd "$folder" || exit
        chmod 755 "$folder"
        programs=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
        as=
        if [ "$(id -u)" = 0 ]; then
            chown postgres "$folder"
            as='setpriv --reuid=postgres --regid=postgres --clear-groups'
        fi
        end() { $as "$programs/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null; cd /; rm -rf "$folder"; }
        trap end EXIT
        \(making)
        $as "$programs/pg_ctl" -D "$folder/data" -w -l "$folder/log" -o "-k $folder -c listen_addresses= -c fsync=off
            -c synchronous_commit=off -c full_page_writes=off -c max_connections=300
            -c max_standby_streaming_delay=-1" start >/dev/null || exit
        echo "$folder"
        exec >/dev/null
        read -r never
        """
    }

    /// The folder of the server's socket, which is its host in an address.
    package var host: String { folder }

    /// The address of a schema, which is on every connection's path.
    package func address(schema: String) -> String {
        "postgresql:///postgres?host=\(folder)&user=textify&options=-csearch_path%3D\(schema)"
    }
}
