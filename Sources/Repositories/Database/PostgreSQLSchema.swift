internal import Domain
internal import PlatformSQL

/// The tables of `SpoolSchema` in PostgreSQL: made of the same text, so that there is one definition of each.
enum PostgreSQLSchema {
    /// Creates the tables or brings them to the newest version, in one transaction that excludes other programs. Throws
    /// `.newer` or `.foreign` if they are not for this version, and `.usedByOlder` if others still use an older one.
    static func apply(
        _ schema: Schema = SpoolSchema.schema, to connection: any SQLConnection
    ) throws(RepositoryFailure) {
        do throws(RepositoryFailure) {
            try connection.beginWriting()
            try connection.run(
                "CREATE TABLE IF NOT EXISTS textify_schema (application bigint NOT NULL, version bigint NOT NULL)")
            let found = try connection.rows("SELECT application, version FROM textify_schema") {
                (application: $0.integer(0), version: Int($0.integer(1)))
            }.first
            try migrate(connection, to: schema, from: found)
            try connection.commitAll()
        } catch {
            connection.endTransaction()
            throw error
        }
    }

    private static func migrate(
        _ connection: any SQLConnection, to schema: Schema, from found: (application: Int64, version: Int)?
    ) throws(RepositoryFailure) {
        let application = Int64(schema.application)
        if let found, found.application != application { throw .foreign(application: found.application) }
        let version = found?.version ?? 0
        guard version <= schema.migrations.count else {
            throw .newer(found: version, known: schema.migrations.count)
        }
        guard version < schema.migrations.count else { return }
        if version > 0 { try expelOlder(on: connection) }
        if version == 0 { try connection.scripted(functions) }
        for number in version..<schema.migrations.count { try connection.scripted(text(of: schema.migrations[number])) }
        if version == 0 { try connection.scripted(FleetSchema.version1) }
        if version == 0 { try connection.scripted(BlobSchema.contents) }
        let values = [SQLValue.integer(application), .integer(Int64(schema.migrations.count))]
        let write =
            found == nil
            ? "INSERT INTO textify_schema VALUES (?, ?)" : "UPDATE textify_schema SET (application, version) = (?, ?)"
        try connection.run(write, values)
    }

    /// Removes the nodes whose lease has ended, so that those of an older version can't write any more. Throws
    /// `.usedByOlder` if one is alive: it would go on with tables that it doesn't know.
    private static func expelOlder(on connection: any SQLConnection) throws(RepositoryFailure) {
        let nodes = try connection.rows(
            "SELECT id, name, version, seen >= \(FleetSchema.now) - ? FROM nodes ORDER BY name, id",
            [.integer(Lease.milliseconds)]
        ) { (id: NodeID($0.text(0)), name: "\($0.text(1)) (\($0.text(2)))", isAlive: $0.integer(3) != 0) }
        let alive = nodes.filter(\.isAlive)
        guard alive.isEmpty else { throw .usedByOlder(alive.map(\.name)) }
        for node in nodes { try PostgreSQLFleetRepository.remove(node.id, on: connection) }
    }

    /// The version of the tables; 0 if there are none.
    static func version(on connection: any SQLConnection) throws(RepositoryFailure) -> Int {
        try connection.rows("SELECT version FROM textify_schema") { Int($0.integer(0)) }.first ?? 0
    }

    /// Functions of SQLite by which statements serve both databases.
    static let functions = """
        CREATE FUNCTION max(bigint, bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT greatest($1, $2)';
        CREATE FUNCTION min(bigint, bigint) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT least($1, $2)';
        CREATE FUNCTION min(text, text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT least($1, $2)';
        CREATE FUNCTION zeroblob(integer) RETURNS bytea IMMUTABLE LANGUAGE sql
            AS $$ SELECT decode(repeat('00', $1), 'hex') $$;
        CREATE FUNCTION json_extract(text, text) RETURNS text IMMUTABLE LANGUAGE sql
            AS $$ SELECT $1::json #>> string_to_array(substr($2, 3), '.') $$;
        CREATE FUNCTION json_each(text) RETURNS TABLE (value text) IMMUTABLE LANGUAGE sql
            AS $$ SELECT * FROM json_array_elements_text($1::json) $$;
        CREATE FUNCTION json_each(text, text) RETURNS TABLE (value text) IMMUTABLE LANGUAGE sql
            AS $$ SELECT * FROM json_array_elements_text($1::json #> string_to_array(substr($2, 3), '.')) $$;
        CREATE FUNCTION joined(text, text, text) RETURNS text IMMUTABLE LANGUAGE sql
            AS 'SELECT CASE WHEN $1 IS NULL THEN $2 ELSE $1 || $3 || $2 END';
        CREATE AGGREGATE group_concat(text, text) (SFUNC = joined, STYPE = text);
        """

    /// A migration as PostgreSQL reads it: with its own types, index of words and triggers.
    static func text(of sqlite: String) -> String {
        var text = sqlite
        if let start = text.firstRange(of: "CREATE VIRTUAL TABLE artwork_words"),
            let end = text[start.upperBound...].firstRange(of: ");")
        {
            text.replaceSubrange(start.lowerBound..<end.upperBound, with: words)
        }
        text.replace(
            /INTEGER PRIMARY KEY( AUTOINCREMENT)?/, with: "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY")
        text.replace(/\) STRICT(, WITHOUT ROWID)?;/, with: ");")
        text.replace(/\bINTEGER\b/, with: "bigint")
        text.replace(/\bBLOB\b/, with: "bytea")
        text.replace(/\bTEXT\b/, with: "text COLLATE \"C\"")
        text.replace(
            /CREATE TRIGGER (\w+) (AFTER|BEFORE) ([A-Za-z, ]+) ON (\w+)\s+(WHEN [^;]*?\s)?BEGIN\s([\s\S]*?)END;/
        ) { match in
            let (_, name, time, event, table, when, body) = match.output
            return trigger(
                String(name), "\(time) \(event) ON \(table)", condition: when.map { String($0.dropFirst(5)) } ?? "TRUE",
                body: String(body), result: time == "BEFORE" ? "old" : "NULL")
        }
        return text
    }

    private static let words = """
        CREATE TABLE artwork_words (
            rowid bigint PRIMARY KEY,       -- the artwork's number
            words tsvector NOT NULL
        );
        CREATE INDEX artwork_words_words ON artwork_words USING gin (words);
        """

    /// A trigger with its function. The condition is part of the function, because it may contain queries.
    private static func trigger(
        _ name: String, _ event: String, condition: String, body: String, result: String
    ) -> String {
        """
        CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF \(condition) THEN
        \(body)    END IF;
            RETURN \(result);
        END $$;
        CREATE TRIGGER \(name) \(event) FOR EACH ROW EXECUTE FUNCTION \(name)();
        """
    }
}

extension SQLConnection {
    fileprivate func scripted(_ sql: String) throws(RepositoryFailure) {
        do throws(SQLFailure) { try script(sql) } catch { throw RepositoryFailure(error) }
    }
}
