internal import CPostgreSQL
internal import PlatformSQL

/// The result of a statement, in memory, with a row that is read.
@safe
final class PostgreSQLResult: SQLColumns {
    private let pointer: OpaquePointer
    private var row: Int32 = 0

    /// Takes over a result.
    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe pg_clear(pointer)
    }

    /// `nil` if the statement succeeded.
    var failure: SQLFailure? {
        if unsafe pg_succeeded(pointer) != 0 { return nil }
        return unsafe SQLFailure(
            state: String(cString: pg_state(pointer)), message: String(cString: pg_result_message(pointer)))
    }

    /// The kind of statement that was done, such as `COMMIT`.
    var command: String { unsafe String(cString: pg_command(pointer)) }

    /// The number of rows that the statement changed.
    var changed: Int { unsafe Int(String(cString: pg_changed(pointer))) ?? 0 }

    func each(_ read: (borrowing Row) -> Void) {
        for row in unsafe 0..<pg_rows(pointer) {
            self.row = row
            read(Row(self))
        }
    }

    func isNull(_ column: Int32) -> Bool {
        unsafe pg_is_null(pointer, row, column) != 0
    }

    /// Any type of whole numbers; a truth value is 0 or 1. The sum of whole numbers is `numeric`.
    func integer(_ column: Int32) -> Int64 {
        guard !isNull(column) else { return 0 }
        switch unsafe Int(pg_type(pointer, column)) {
        case pg_type_numeric: return Self.whole(numeric: blob(column))
        case pg_type_bool: return blob(column) == [1] ? 1 : 0
        case pg_type_int2: return Int64(Int16(truncatingIfNeeded: Self.bits(blob(column))))
        case pg_type_int4: return Int64(Int32(truncatingIfNeeded: Self.bits(blob(column))))
        default: return Int64(bitPattern: Self.bits(blob(column)))
        }
    }

    func text(_ column: Int32) -> String {
        String(decoding: blob(column), as: UTF8.self)
    }

    func blob(_ column: Int32) -> [UInt8] {
        let length = unsafe Int(pg_length(pointer, row, column))
        return unsafe [UInt8](UnsafeBufferPointer(start: pg_value(pointer, row, column), count: length))
    }

    private static func bits(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The whole part of a `numeric`: the number of its digits to the base 10,000, the power of the first one, the sign,
    /// the number of decimals, and the digits, each in two bytes.
    static func whole(numeric bytes: [UInt8]) -> Int64 {
        func word(_ index: Int) -> Int64 { Int64(bits(bytes[(2 * index)...(2 * index + 1)])) }
        guard bytes.count >= 8 else { return 0 }
        let weight = Int(Int16(truncatingIfNeeded: word(1)))
        guard weight >= 0 else { return 0 }
        var value: Int64 = 0
        for place in 0...weight {
            let digit = place < Int(word(0)) && bytes.count >= 2 * (place + 5) ? word(4 + place) : 0
            value = value &* 10_000 &+ digit
        }
        return word(2) == 0x4000 ? -value : value
    }
}
