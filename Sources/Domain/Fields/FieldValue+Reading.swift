extension FieldValue {
    func text() throws(FieldFailure.Problem) -> String {
        guard case .text(let text) = content else { throw .wrongType(wanted: "text", got: typeName) }
        return text
    }

    func flag() throws(FieldFailure.Problem) -> Bool {
        guard case .flag(let flag) = content else { throw .wrongType(wanted: "flag", got: typeName) }
        return flag
    }

    func integer() throws(FieldFailure.Problem) -> Int64 {
        guard case .integer(let integer) = content else { throw .wrongType(wanted: "integer", got: typeName) }
        return integer
    }

    /// An integer is a number too.
    func number() throws(FieldFailure.Problem) -> Double {
        switch content {
        case .number(let number): return number
        case .integer(let integer): return Double(integer)
        default: throw .wrongType(wanted: "number", got: typeName)
        }
    }

    func list() throws(FieldFailure.Problem) -> [FieldValue] {
        guard case .list(let values) = content else { throw .wrongType(wanted: "list", got: typeName) }
        return values
    }
}
