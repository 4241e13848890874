import PlatformPostgreSQL
import PlatformSQL
import Synchronization
import TestPostgreSQL
import Testing

@Suite("A proxy between a program and PostgreSQL", .enabled(if: PostgreSQLServer.isInstalled), .timeLimit(.minutes(1)))
struct WireProxyTests {
    private let server: PostgreSQLServer
    private let proxy: WireProxy
    private let settings: PostgreSQLSettings

    init() throws {
        server = try PostgreSQLServer.running()
        let folder = server.folder + "/proxy-\(Self.count.add(1, ordering: .relaxed).newValue)"
        proxy = try WireProxy(in: folder, to: server.folder + "/.s.PGSQL.5432")
        settings = PostgreSQLSettings(address: "postgresql:///postgres?host=\(folder)&user=textify")
    }

    private static let count = Atomic(0)

    @Test("It passes statements on and counts them, whichever way they are sent")
    func counting() throws {
        let connection = try PostgreSQLConnection(settings)
        proxy.arm(nil)
        try connection.beginReading()
        #expect(try connection.select("SELECT ?", [.integer(7)]) { $0.integer(0) } == [7])
        try connection.commit()
        #expect(proxy.count(.statement) == 3 && proxy.count(.commit) == 1)
        proxy.stop()
    }

    @Test("A fault can be at the first statement of a kind, which the beginning of its transaction is part of")
    func kinds() throws {
        let connection = try PostgreSQLConnection(settings)
        func transact(_ statement: String) throws {
            try connection.beginReading()
            _ = try connection.select(statement, []) { $0.integer(0) }
            try connection.commit()
        }
        proxy.arm(nil)
        for _ in 1...2 { try transact("SELECT 1") }
        let before = proxy.kinds
        try transact("SELECT 2")
        let commit = try #require(proxy.kinds.subtracting(before).first { $0.hasSuffix("COMMIT") })
        #expect(before.count == 3 && proxy.kinds.count == 5 && commit.contains("SELECT 2"))
        proxy.arm(.init(.first(commit), .before))
        try transact("SELECT 1")
        #expect(!proxy.isTriggered)
        #expect(throws: SQLFailure.self) { try transact("SELECT 2") }
        #expect(proxy.isTriggered)
        proxy.stop()
    }

    @Test("A statement is lost before the server has it, or with its answer", arguments: [false, true])
    func losses(isExecuted: Bool) throws {
        let table = "proxied_\(isExecuted)"
        let direct = try PostgreSQLConnection(PostgreSQLSettings(address: server.address(schema: "public")))
        try direct.script("DROP TABLE IF EXISTS \(table); CREATE TABLE \(table) (n bigint)")
        let connection = try PostgreSQLConnection(settings)
        proxy.arm(.init(.number(.statement, 2), isExecuted ? .after : .before))
        try connection.execute("INSERT INTO \(table) VALUES (1)")
        #expect(throws: SQLFailure.self) { try connection.execute("INSERT INTO \(table) VALUES (2)") }
        #expect(proxy.isTriggered)
        let rows = try direct.select("SELECT n FROM \(table) ORDER BY n") { $0.integer(0) }
        #expect(rows == (isExecuted ? [1, 2] : [1]))
        try direct.script("DROP TABLE \(table)")
        proxy.stop()
    }
}
