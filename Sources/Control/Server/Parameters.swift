internal import ControlAPI
internal import Domain

/// Looks at the names of a request's query before anything is made of their values.
enum Parameters {
    /// Throws what is not in the contract, and what stands more than once where that means nothing.
    static func check(_ query: [QueryString.Item], _ contract: RouteContract) throws(Rejection) {
        var seen: Set<String> = []
        for item in query {
            guard let field = contract.query.first(where: { $0.name == item.name }) else {
                let known = contract.query.map(\.name)
                throw wrong(item.name, .unknown(nearest: NearestName.of(item.name, among: known)))
            }
            guard seen.insert(item.name).inserted || field.isRepeated else { throw wrong(item.name, .duplicate) }
        }
    }

    static func since(_ text: String) throws(Rejection) -> Since {
        do throws(FieldFailure.Problem) { return try Since(text: text) } catch { throw wrong("since", error) }
    }

    static func wrong(_ name: String, _ problem: FieldFailure.Problem) -> Rejection {
        .failed(.fields([FieldFailure(key: name, problem: problem)]))
    }
}

extension [QueryString.Item] {
    /// The value of a name, empty where it stands alone.
    func text(_ name: String) -> String? {
        all(name).first
    }

    /// Every value of a name.
    func all(_ name: String) -> [String] {
        filter { $0.name == name }.map { $0.value ?? "" }
    }
}
