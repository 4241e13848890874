internal import Domain
internal import PlatformSQLite

extension Row {
    func identifier<Kind>(_ column: Int32) throws(RepositoryFailure) -> Identifier<Kind> {
        guard let read = Identifier<Kind>(text: text(column)) else { throw .corrupt("\(Kind.self) \(text(column))") }
        return read
    }

    func word<Word: RawRepresentable>(_ column: Int32) throws(RepositoryFailure) -> Word
    where Word.RawValue == String {
        guard let read = Word(rawValue: text(column)) else { throw .corrupt("\(Word.self) \(text(column))") }
        return read
    }

    func digest(_ column: Int32) throws(RepositoryFailure) -> Digest {
        guard let read = Digest(bytes: blob(column)) else { throw .corrupt("SHA-256") }
        return read
    }

    func digestIfAny(_ column: Int32) throws(RepositoryFailure) -> Digest? {
        blobIfAny(column) == nil ? nil : try digest(column)
    }

    func json<Value: Decodable>(_ column: Int32) throws(RepositoryFailure) -> Value {
        try JSONText.read(text(column), as: Value.self)
    }

    func jsonIfAny<Value: Decodable>(_ column: Int32) throws(RepositoryFailure) -> Value? {
        try JSONText.readAny(textIfAny(column), as: Value.self)
    }
}
