/// Where a control socket may lie, in the order in which the places are looked at.
package struct SocketPlaces: Equatable, Sendable {
    package let paths: [String]
    /// Whether a person named the one place there is: no other service is asked in its stead.
    package let isNamed: Bool

    /// `named`: what the person gave on the command line, over what the variable names.
    package init(named: String?, environment: [String: String]) {
        let named = named ?? Self.known(environment["TEXTIFY_SOCKET"])
        isNamed = named != nil
        if let named {
            paths = [named]
            return
        }
        let home = environment["HOME"].map { $0 + "/.local/state" }
        let state = Self.known(environment["XDG_STATE_HOME"]) ?? home
        let places = [
            "/run/textifyd/control.sock",
            Self.known(environment["XDG_RUNTIME_DIR"]).map { $0 + "/textifyd/control.sock" },
            state.map { $0 + "/textifyd/control.sock" },
        ]
        paths = places.compactMap(\.self)
    }

    /// The first that is there. Throws `.noSocket`.
    package func first(where isThere: (String) -> Bool) throws(ControlClientFailure) -> String {
        guard let path = paths.first(where: isThere) else { throw .noSocket(tried: paths) }
        return path
    }

    private static func known(_ value: String?) -> String? {
        value.flatMap { $0.isEmpty ? nil : $0 }
    }
}
