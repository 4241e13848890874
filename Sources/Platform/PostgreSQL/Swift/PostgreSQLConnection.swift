internal import CPostgreSQL
package import PlatformSQL

/// How a database is reached.
package struct PostgreSQLSettings: Sendable {
    /// An address such as `postgresql://user@host/name?sslmode=verify-full`, or keywords and values, as libpq reads them.
    package var address: String
    /// Overrides the address's; `nil` leaves it to the address or a password file.
    package var password: String?
    /// The time within which a connection must be made, to each of the hosts that the address has.
    package var connecting = Duration.seconds(5)
    /// The time within which a statement must be answered, also one that waits for another node's transaction.
    package var answering = Duration.seconds(30)

    /// The time after which the server ends a transaction that writes and is not used, because its program has stopped or
    /// can't be reached: all others wait for it.
    package var longestPause = Duration.seconds(5)

    /// Whether no other exclusive or shared connection to the schema may be there. They are refused until this one is closed
    /// or lost.
    package var isExclusive = false
    /// Whether no exclusive connection may be there as long as this one is open.
    package var isShared = false

    package init(address: String, password: String? = nil) {
        self.address = address
        self.password = password
    }
}

/// A connection to a PostgreSQL server. It is not `Sendable`: its creator may pass it to one thread, which keeps it.
///
/// Statements have no names, so that a pooler may give each transaction to another connection. If the connection is lost,
/// the open transaction fails, and the next one begins with another connection.
@safe
package final class PostgreSQLConnection: SQLConnection {
    private let settings: PostgreSQLSettings
    private var connection: OpaquePointer?
    /// Statements with numbered parameters, by their text.
    private var numbered: [String: String] = [:]
    private static let mostNumbered = 512

    /// Connects. Throws the reason if that is impossible, such as the server's own refusal.
    package init(_ settings: PostgreSQLSettings) throws(SQLFailure) {
        self.settings = settings
        try connect()
    }

    deinit {
        unsafe pg_close(connection)
    }

    package var dialect: SQLDialect { .postgreSQL }

    package var isInTransaction: Bool {
        unsafe connection.map { unsafe pg_is_in_transaction($0) != 0 } ?? false
    }

    package var hasMoved: Bool { false }

    /// All transactions that write take turns, whichever program they are of, as SQLite's do: so a transaction may read,
    /// decide and write.
    package func begin() throws(SQLFailure) {
        try reconnect()
        try script(
            """
            BEGIN; SET LOCAL idle_in_transaction_session_timeout = \(Self.milliseconds(settings.longestPause));
            SELECT pg_advisory_xact_lock(\(Self.writers), hashtext(current_schema()))
            """)
    }

    /// "tfyd": the number of the lock, beside the schema's.
    private static let writers = 0x7466_7964

    /// The server answers the commit of a transaction in which a statement failed with `ROLLBACK`, and reports no failure.
    package func commit() throws(SQLFailure) {
        guard try run("COMMIT", []).command == "COMMIT" else {
            throw SQLFailure(state: "25P02", message: "a statement of the transaction failed; nothing was committed")
        }
    }

    /// The number of the only connection's lock.
    private static let owner = writers + 1

    package func beginReading() throws(SQLFailure) {
        try reconnect()
        try script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }

    /// Subscribes to a channel, given as an expression. `false`: a pooler gives the next transaction to another connection,
    /// which would get its notifications. It may do so later even if it hasn't now.
    package func listen(to channel: String) throws(SQLFailure) -> Bool {
        try script("DO $$ BEGIN EXECUTE 'LISTEN ' || quote_ident(\(channel)); END $$")
        return try !select("SELECT pg_listening_channels()", [], { $0.text(0) }).isEmpty
    }

    /// Waits for notifications and takes all that are there. `false`: there was none in that time.
    package func hasNotification(within time: Duration) throws(SQLFailure) -> Bool {
        let connection = unsafe try open()
        let count = unsafe pg_await_notification(connection, Self.milliseconds(time))
        guard count >= 0 else {
            let failure = lost()
            close()
            throw failure
        }
        return count > 0
    }

    @discardableResult
    package func execute(_ sql: String, _ values: [SQLValue]) throws(SQLFailure) -> Int {
        try run(sql, values).changed
    }

    package func each(_ sql: String, _ values: [SQLValue], _ row: (borrowing Row) -> Void) throws(SQLFailure) {
        try run(sql, values).each(row)
    }

    package func script(_ sql: String) throws(SQLFailure) {
        let connection = unsafe try open()
        let limit = Self.milliseconds(settings.answering)
        _ = unsafe try checked(pg_script(connection, sql, limit))
    }

    /// Adds rows in the form of a binary COPY, without its header and end, to columns of a table. All are added, or none.
    package func copy(_ rows: [UInt8], into table: String, _ columns: [String]) throws(SQLFailure) {
        let connection = unsafe try open()
        let names = columns.map(Self.quoted).joined(separator: ", ")
        let sql = "COPY \(Self.quoted(table)) (\(names)) FROM STDIN (FORMAT binary)"
        let bytes = Self.copyHeader + rows + Self.copyEnd
        let limit = Self.milliseconds(settings.answering)
        _ = unsafe try checked(
            unsafe bytes.withUnsafeBytes { bytes -> OpaquePointer? in
                guard let first = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress else { return nil }
                return unsafe pg_copy(connection, sql, first, Int32(clamping: bytes.count), limit)
            })
    }

    /// A signature, no flags and no extension.
    private static let copyHeader = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
    private static let copyEnd: [UInt8] = [0xFF, 0xFF]

    private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

    private func run(_ sql: String, _ values: [SQLValue]) throws(SQLFailure) -> PostgreSQLResult {
        let connection = unsafe try open()
        let parameters = StatementParameters(values)
        let text = statement(sql)
        let limit = Self.milliseconds(settings.answering)
        return unsafe try checked(
            unsafe parameters.withPointers { types, values, lengths in
                unsafe pg_run(connection, text, parameters.count, types, values, lengths, limit)
            })
    }

    private func statement(_ sql: String) -> String {
        if let known = numbered[sql] { return known }
        if numbered.count >= Self.mostNumbered { numbered = [:] }
        let text = numberedParameters(sql)
        numbered[sql] = text
        return text
    }

    private func checked(_ result: OpaquePointer?) throws(SQLFailure) -> PostgreSQLResult {
        guard let pointer = unsafe result else {
            let failure = lost()
            close()
            throw failure
        }
        let result = unsafe PostgreSQLResult(pointer)
        if let failure = result.failure {
            // After a failure in the connection itself, libpq has made up the result.
            if unsafe connection.map({ unsafe pg_is_ready($0) != 0 }) != true { close() }
            throw failure
        }
        return result
    }

    private func close() {
        unsafe pg_close(connection)
        unsafe connection = nil
    }

    private func lost() -> SQLFailure {
        let message = unsafe connection.map { unsafe Self.line(pg_message($0)) } ?? ""
        return SQLFailure(state: "", message: message.isEmpty ? "no answer within \(settings.answering)" : message)
    }

    /// libpq's messages end with a line feed, and those about several addresses have many.
    private static func line(_ text: UnsafePointer<CChar>) -> String {
        unsafe String(cString: text).split(separator: "\n").joined(separator: "; ")
    }

    private static func milliseconds(_ time: Duration) -> Int32 {
        Int32(clamping: time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000)
    }
}

/// Connecting.
extension PostgreSQLConnection {
    private func open() throws(SQLFailure) -> OpaquePointer {
        guard let open = unsafe connection else {
            throw SQLFailure(state: "", message: "the connection was lost")
        }
        return unsafe open
    }

    package func reconnect() throws(SQLFailure) {
        if unsafe connection == nil { try connect() }
    }

    /// Tries each of the address's hosts in turn. libpq would spend all of the time on a host that does not answer.
    private func connect() throws(SQLFailure) {
        guard pg_load() != 0 else {
            throw SQLFailure(state: "", message: "libpq.so.5 is not installed (Debian: apt install libpq5)")
        }
        var failures: [SQLFailure] = []
        for host in PostgreSQLHosts(address: settings.address).keywords {
            do throws(SQLFailure) { return try connect(host) } catch { failures.append(error) }
        }
        // Of several hosts all have to be replicas.
        let isReadOnly = failures.allSatisfy { $0.state == failures.first?.state }
        throw SQLFailure(
            state: isReadOnly ? failures.first?.state ?? "" : "",
            message: failures.map(\.message).joined(separator: "; "))
    }

    private func connect(_ host: [(String, String)]) throws(SQLFailure) {
        let made = unsafe withKeywords(keywords + host) { keywords, values in
            unsafe pg_connect(keywords, values, Self.milliseconds(settings.connecting))
        }
        guard let made = unsafe made else { throw SQLFailure(state: "", message: "out of memory") }
        guard unsafe pg_is_ready(made) != 0 else {
            let message = unsafe Self.line(pg_message(made))
            unsafe pg_close(made)
            // Without an answer the message ends after the host's name.
            let isSilent = message.isEmpty || message.hasSuffix(": ")
            throw SQLFailure(
                state: message.hasSuffix(Self.readOnly) ? "25006" : "",
                message: isSilent ? message + "no answer within \(settings.connecting)" : message)
        }
        unsafe connection = made
        if settings.isExclusive || settings.isShared { try claim() }
    }

    /// The end of libpq's message if a server was reached that takes no changes. It has no code for this.
    private static let readOnly = "session is read-only"

    /// Takes the lock of the only connection, which the server keeps for it until it notices its end: at once if the
    /// program was killed, and within half a minute if its machine died.
    private func claim() throws(SQLFailure) {
        do throws(SQLFailure) {
            if try isPooled() { return try claimPooled() }
            try script(
                """
                SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
                SET lock_timeout = '\(Self.patience)s';
                SELECT pg_advisory_lock\(settings.isExclusive ? "" : "_shared")(\(Self.owner), hashtext(current_schema()));
                RESET lock_timeout
                """)
        } catch {
            close()
            throw error.state == "55P03" ? SQLFailure(state: "", message: "another service uses it") : error
        }
    }

    /// Whether a pooler stands before the server: it names the server's process as it likes, because it may be another one for
    /// each transaction.
    private func isPooled() throws(SQLFailure) -> Bool {
        let named = unsafe try Int64(pg_process(open()))
        return try select("SELECT pg_backend_pid()") { $0.integer(0) } != [named]
    }

    /// A pooler would keep a session's lock for longer than the program runs, and give its settings to others. So a service
    /// makes sure only that there is no exclusive connection now. That it is there, others see by its beats.
    private func claimPooled() throws(SQLFailure) {
        guard settings.isShared else {
            throw SQLFailure(state: "", message: "a pooler is in between; this needs the server's own address")
        }
        let isFree = try select(
            "SELECT pg_try_advisory_xact_lock_shared(\(Self.owner), hashtext(current_schema()))"
        ) { $0.integer(0) }
        guard isFree == [1] else { throw SQLFailure(state: "55P03", message: "") }
    }

    /// Seconds in which a killed program's connection is surely noticed.
    private static let patience = 3

    /// Later keywords override earlier ones, and `dbname` is expanded to what the address has.
    private var keywords: [(String, String)] {
        let defaults = [
            ("fallback_application_name", "textifyd"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "20000"), ("gssencmode", "disable"),
            ("target_session_attrs", "read-write"), ("dbname", settings.address), ("client_encoding", "UTF8"),
        ]
        return defaults + (settings.password.map { [("password", $0)] } ?? [])
    }

    private func withKeywords<T>(
        _ keywords: [(String, String)],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> T?
    ) -> T? {
        let names = TextList(keywords.map(\.0))
        let values = TextList(keywords.map(\.1))
        return unsafe names.withPointers { names in
            unsafe values.withPointers { values in unsafe body(names, values) }
        }
    }
}

/// Texts as C has them.
private struct TextList {
    private var bytes: [CChar] = []
    private var starts: [Int] = []

    init(_ texts: [String]) {
        for text in texts {
            starts.append(bytes.count)
            bytes += text.utf8.map { CChar(bitPattern: $0) } + [0]
        }
    }

    /// Lends the texts' addresses, followed by NULL; `nil` without texts.
    func withPointers<T>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) -> T?) -> T? {
        unsafe bytes.withUnsafeBufferPointer { bytes -> T? in
            guard let first = bytes.baseAddress else { return nil }
            let pointers: [UnsafePointer<CChar>?] = unsafe starts.map { unsafe first + $0 } + [nil]
            return unsafe pointers.withUnsafeBufferPointer { pointers -> T? in
                unsafe pointers.baseAddress.flatMap { unsafe body($0) }
            }
        }
    }
}
