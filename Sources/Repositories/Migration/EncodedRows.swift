package import Domain
internal import PlatformDigest
internal import PlatformSQL

/// Rows of a table in one form for every database, in which they are compared and sent: that of PostgreSQL's binary COPY.
/// Each is the number of its columns in two bytes, then for each column the length in four bytes, -1 for NULL, and the
/// value: a number in eight bytes, a text in UTF-8, or the bytes; all numbers with the greatest byte first.
struct EncodedRows {
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0
    /// The primary key of the last row.
    private(set) var last: [SQLValue] = []

    mutating func add(_ row: borrowing Row, of table: StateTable) {
        append(UInt16(truncatingIfNeeded: table.columns.count))
        for (index, column) in table.columns.enumerated() {
            let index = Int32(truncatingIfNeeded: index)
            if row.isNull(index) {
                append(UInt32.max)
            } else if column.kind == .integer {
                append(UInt32(8))
                append(UInt64(bitPattern: row.integer(index)))
            } else {
                // A text's bytes as they are stored.
                let value = row.blob(index)
                append(UInt32(truncatingIfNeeded: value.count))
                bytes += value
            }
        }
        count += 1
        last = table.key.compactMap { name in
            table.columns.firstIndex { $0.name == name }.map { place in
                let index = Int32(truncatingIfNeeded: place)
                return switch table.columns[place].kind {
                case .integer: .integer(row.integer(index))
                case .text: .text(row.text(index))
                case .bytes: .blob(row.blob(index))
                }
            }
        }
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        var shift = number.bitWidth - 8
        while shift >= 0 {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            shift -= 8
        }
    }

    /// Passes the rows to `take`, decoded. Throws for a text that is not UTF-8.
    func each(
        of table: StateTable, _ take: ([SQLValue]) throws(RepositoryFailure) -> Void
    ) throws(RepositoryFailure) {
        var place = 0
        func number(_ size: Int) -> UInt64 {
            defer { place += size }
            return bytes[place..<place + size].reduce(0) { $0 << 8 | UInt64($1) }
        }
        for _ in 0..<count {
            place += 2
            var values: [SQLValue] = []
            values.reserveCapacity(table.columns.count)
            for column in table.columns {
                let length = Int(Int32(truncatingIfNeeded: number(4)))
                guard length >= 0 else {
                    values.append(.null)
                    continue
                }
                if column.kind == .integer {
                    values.append(.integer(Int64(bitPattern: number(8))))
                    continue
                }
                let value = bytes[place..<place + length]
                place += length
                if column.kind == .bytes {
                    values.append(.blob(Array(value)))
                } else {
                    guard let text = String(validating: value, as: UTF8.self) else {
                        throw .failed(code: 0, "\(table.name).\(column.name) has a text that is not UTF-8")
                    }
                    values.append(.text(text))
                }
            }
            try take(values)
        }
    }
}

/// Reads a table in the order of its primary key, a page at a time, so that it needs little memory.
struct TableReader: ~Copyable {
    private let table: StateTable
    private var last: [SQLValue] = []
    private var limit: Int64 = 256
    private var isAtEnd = false
    private var rows = 0
    private var hasher = SHA256Hasher()

    /// About how many bytes a page has.
    private static let pageSize = 1 << 20

    init(_ table: StateTable) { self.table = table }

    /// The next rows; `nil` at the end.
    mutating func next(on connection: any SQLConnection) throws(RepositoryFailure) -> EncodedRows? {
        guard !isAtEnd else { return nil }
        let parameters = Array(repeating: "?", count: last.count).joined(separator: ", ")
        let start = last.isEmpty ? "" : "WHERE (\(table.keyList)) > (\(parameters)) "
        var page = EncodedRows()
        try connection.readEach(
            "SELECT \(table.columnList) FROM \(table.quoted) \(start)ORDER BY \(table.keyList) LIMIT ?",
            last + [.integer(limit)]
        ) { page.add($0, of: table) }
        isAtEnd = page.count < limit
        guard page.count > 0 else { return nil }
        last = page.last
        limit = Int64(min(10_000, max(16, Self.pageSize / max(1, page.bytes.count / page.count))))
        rows += page.count
        hasher.update(page.bytes.span)
        return page
    }

    /// What has been read.
    consuming func summary() -> TableSummary { TableSummary(rows: rows, digest: hasher.finalize()) }

    /// Reads the whole table.
    static func summary(
        of table: StateTable, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> TableSummary {
        var reader = TableReader(table)
        while try reader.next(on: connection) != nil {}
        return reader.summary()
    }
}

/// By which the rows of two tables are compared.
package struct TableSummary: Equatable, Sendable {
    package let rows: Int
    /// Of all rows as `EncodedRows` has them, in the order of the primary key.
    package let digest: Digest
}
