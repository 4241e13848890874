package import PlatformPostgreSQL
internal import PlatformSQL
internal import Synchronization

/// A schema of its own on the tests' server, as long as the object lives.
package final class TemporarySchema: Sendable {
    package let name: String
    package let address: String
    private let server: PostgreSQLServer
    private static let count = Atomic(0)

    package init() throws {
        name = "s\(Self.count.add(1, ordering: .relaxed).newValue)"
        server = try PostgreSQLServer.running()
        address = server.address(schema: name) + "&application_name=\(name)"
        try Self.run("CREATE SCHEMA \(name)", on: server)
    }

    deinit {
        try? Self.run("DROP SCHEMA \(name) CASCADE", on: server)
    }

    package var settings: PostgreSQLSettings { PostgreSQLSettings(address: address) }

    private static func run(_ sql: String, on server: PostgreSQLServer) throws {
        try PostgreSQLConnection(PostgreSQLSettings(address: server.address(schema: "public"))).script(sql)
    }
}
