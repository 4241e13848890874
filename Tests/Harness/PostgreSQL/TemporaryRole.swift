internal import PlatformPostgreSQL
internal import PlatformSQL

/// A role that may log in with a password and owns a schema, as long as the object lives.
package final class TemporaryRole: Sendable {
    /// The group of roles that need a password.
    static let group = "guarded"

    package let name: String
    package let schema: TemporarySchema
    private let server: PostgreSQLServer

    package init(password: String) throws {
        schema = try TemporarySchema()
        server = try PostgreSQLServer.running()
        name = "role_\(schema.name)"
        try run(
            """
            DO $$ BEGIN CREATE ROLE \(Self.group) NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
            CREATE ROLE \(name) LOGIN PASSWORD '\(password)' IN ROLE \(Self.group);
            ALTER SCHEMA \(schema.name) OWNER TO \(name)
            """)
    }

    deinit {
        try? run("DROP OWNED BY \(name) CASCADE; DROP ROLE \(name)")
    }

    /// `hosts`: the folders of the servers' sockets, in the order in which they are tried; `nil` for the tests' server.
    package func address(hosts: [String]? = nil) -> String {
        let hosts = (hosts ?? [server.host]).joined(separator: ",")
        return "postgresql:///postgres?host=\(hosts)&user=\(name)&options=-csearch_path%3D\(schema.name)"
    }

    /// Runs statements as the superuser, with the role's schema as the first.
    package func run(_ sql: String) throws {
        try PostgreSQLConnection(PostgreSQLSettings(address: server.address(schema: schema.name))).script(sql)
    }

    /// Ends the role's connections, so that it has to connect again.
    package func disconnect() throws {
        try run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '\(name)'")
    }
}
