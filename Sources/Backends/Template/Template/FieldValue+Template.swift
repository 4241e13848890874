import Domain

extension FieldValue {
    /// A text of one line that is not empty.
    func line() throws(FieldFailure.Problem) -> String {
        guard case .text(let text) = content else { throw .wrongType(wanted: "text", got: typeName) }
        let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isPlain, text.utf8.count <= 4096 else { throw .malformed(got: String(text.prefix(40)), example: "text") }
        return text
    }

    func number(in range: ClosedRange<Double>) throws(FieldFailure.Problem) -> Double {
        let number: Double
        switch content {
        case .number(let value): number = value
        case .integer(let value): number = Double(value)
        default: throw .wrongType(wanted: "number", got: typeName)
        }
        guard range.contains(number) else {
            throw .outOfRange(got: String(number), range: "\(range.lowerBound)–\(range.upperBound)")
        }
        return number
    }

    func integer(in range: ClosedRange<Int>) throws(FieldFailure.Problem) -> Int {
        guard case .integer(let value) = content else { throw .wrongType(wanted: "integer", got: typeName) }
        guard let integer = Int(exactly: value), range.contains(integer) else {
            throw .outOfRange(got: String(value), range: "\(range.lowerBound)–\(range.upperBound)")
        }
        return integer
    }

    func spelled() throws(FieldFailure.Problem) -> String {
        switch content {
        case .text(let text): text
        case .integer(let integer): String(integer)
        case .number(let number): String(number)
        case .flag(let flag): flag ? "true" : "false"
        default: throw .wrongType(wanted: "text", got: typeName)
        }
    }
}

extension FieldValue {
    func headerName() throws(FieldFailure.Problem) -> String {
        let text = try line()
        guard HTTPHeader(text, "").isValid else { throw .malformed(got: text, example: "Authorization") }
        return text
    }
}
