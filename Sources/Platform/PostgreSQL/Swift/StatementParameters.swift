internal import CPostgreSQL
internal import PlatformSQL

/// The values of a statement in PostgreSQL's binary form. Each has its type, so that the server need not guess what a
/// parameter is.
struct StatementParameters {
    private var types: [Oid] = []
    private var lengths: [Int32] = []
    /// Where each value begins in `bytes`; `nil` for NULL.
    private var starts: [Int?] = []
    private var bytes: [UInt8] = []

    var count: Int32 { Int32(types.count) }

    init(_ values: [SQLValue]) {
        for value in values {
            switch value {
            case .null: add(0, nil)
            case .integer(let number): add(pg_type_int8, Self.bytes(number))
            case .text(let text): add(pg_type_text, Array(text.utf8))
            case .blob(let blob): add(pg_type_bytea, blob)
            }
        }
        // A value without bytes has an address too.
        bytes.append(0)
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        let bits = UInt64(bitPattern: number)
        return (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    }

    private mutating func add(_ type: Int, _ value: [UInt8]?) {
        types.append(Oid(type))
        lengths.append(Int32(value?.count ?? 0))
        starts.append(value.map { _ in bytes.count })
        bytes += value ?? []
    }

    /// Lends the types, values and lengths for one call.
    func withPointers<T>(
        _ body: (UnsafePointer<Oid>?, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?) -> T
    ) -> T {
        unsafe bytes.withUnsafeBytes { bytes in
            let first = bytes.baseAddress
            let values = unsafe starts.map { start in
                unsafe start.flatMap { place in
                    unsafe first.map { unsafe ($0 + place).assumingMemoryBound(to: CChar.self) }
                }
            }
            return unsafe types.withUnsafeBufferPointer { types in
                unsafe values.withUnsafeBufferPointer { values in
                    unsafe lengths.withUnsafeBufferPointer { lengths in
                        unsafe body(types.baseAddress, values.baseAddress, lengths.baseAddress)
                    }
                }
            }
        }
    }
}
