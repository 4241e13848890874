extension [UInt8] {
    /// Appends a scalar as UTF-8.
    mutating func append(scalar: Unicode.Scalar) {
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
