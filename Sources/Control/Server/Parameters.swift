internal import ControlAPI
internal import Domain

/// The query of a request, taken apart name by name: what nobody took is a mistake.
struct Parameters {
    private var left: [QueryString.Item]
    private var known: [String] = []

    init(_ query: [QueryString.Item]) {
        left = query
    }

    /// The value of a name that may be given once.
    mutating func text(_ name: String) throws(Rejection) -> String? {
        let values = all(name)
        guard values.count < 2 else { throw Self.wrong(name, .duplicate) }
        return values.first
    }

    /// Every value of a name.
    mutating func all(_ name: String) -> [String] {
        known.append(name)
        defer { left.removeAll { $0.name == name } }
        return left.filter { $0.name == name }.map { $0.value ?? "" }
    }

    /// What nobody took yet.
    mutating func rest() -> [QueryString.Item] {
        defer { left = [] }
        return left
    }

    /// Throws when something is left.
    func finish() throws(Rejection) {
        guard let first = left.first else { return }
        throw Self.wrong(first.name, .unknown(nearest: NearestName.of(first.name, among: known)))
    }

    static func wrong(_ name: String, _ problem: FieldFailure.Problem) -> Rejection {
        .failed(.fields([FieldFailure(key: name, problem: problem)]))
    }
}
