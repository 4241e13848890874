package import Domain

extension BackendFailure {
    /// What stands where JSON should be: a page's title, or the head of what came.
    package init(unreadable body: [UInt8], quoting: Quoting) {
        let head = String(decoding: body.prefix(16 << 10), as: UTF8.self)
        let isPage = body.first { $0 > 32 } == UInt8(ascii: "<")
        self = .badResponse(
            said: isPage ? quoting.quoted(Page.text(head)) : "no JSON: " + quoting.quoted(head, limit: 80))
    }
}

extension JSONValue {
    /// Itself, when it is an object. Throws `.badResponse` that says what it is instead.
    package func object() throws(BackendFailure) -> JSONValue {
        guard case .object = self else { throw .badResponse(said: "\(kindName) where an object should be") }
        return self
    }
}
