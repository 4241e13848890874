import PlatformSQL
import Testing

@Suite("Rows and values of any database")
struct RowTests {
    /// A row in memory.
    private final class Columns: SQLColumns {
        let values: [SQLValue]

        init(_ values: [SQLValue]) { self.values = values }

        func isNull(_ column: Int32) -> Bool { values[Int(column)] == .null }

        func integer(_ column: Int32) -> Int64 {
            if case .integer(let number) = values[Int(column)] { number } else { 0 }
        }

        func text(_ column: Int32) -> String { if case .text(let text) = values[Int(column)] { text } else { "" } }

        func blob(_ column: Int32) -> [UInt8] { if case .blob(let bytes) = values[Int(column)] { bytes } else { [] } }
    }

    @Test("NULL is nil where a column may have it, and empty elsewhere")
    func null() {
        let row = Row(Columns([.null, .text("a"), .blob([1])]))
        #expect(row.textIfAny(0) == nil && row.blobIfAny(0) == nil && row.text(0).isEmpty && row.integer(0) == 0)
        #expect(row.textIfAny(1) == "a" && row.blobIfAny(2) == [1])
    }

    @Test("A missing value is bound as NULL")
    func missing() {
        #expect(SQLValue(Int64?.none) == .null && SQLValue(String?.none) == .null && SQLValue([UInt8]?.none) == .null)
        #expect(SQLValue(Optional("a")) == .text("a"))
    }

    @Test("SQLite's primary code is the lowest byte of the extended one")
    func primary() {
        #expect(SQLFailure(code: 787, message: "").primary == 19)
        #expect(SQLFailure(state: "23505", message: "").primary == 0)
    }
}
