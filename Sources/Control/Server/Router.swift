internal import Domain

/// The table of routes.
struct Router: Sendable {
    let routes: [Route]

    /// The route of a method at a path, and what stands for `{id}`. HEAD is answered as GET.
    func find(_ method: String, _ segments: [String]) throws(Rejection) -> (route: Route, id: String) {
        let fitting = routes.compactMap { route in route.match(segments).map { (route, $0) } }
        // A path that is named as it is leads to no job of that name.
        let exact = fitting.filter { $0.1.isEmpty }
        let there = exact.isEmpty ? fitting : exact
        guard !there.isEmpty else { throw .refused(.noSuchPath) }
        let wanted = method == "HEAD" ? "GET" : method
        guard let found = there.first(where: { $0.0.method == wanted }) else {
            throw .refused(.methodNotAllowed(allowed: Self.methods(there.map(\.0.method))))
        }
        return found
    }

    private static func methods(_ methods: [String]) -> [String] {
        (methods + (methods.contains("GET") ? ["HEAD"] : [])).sorted()
    }
}
