/// Where a control socket may lie, in the order in which the places are looked at.
public struct SocketPlaces: Equatable, Sendable {
    public let paths: [String]

    /// `named`: what the person gave on the command line.
    public init(named: String?, environment: [String: String]) {
        let home = environment["HOME"].map { $0 + "/.local/state" }
        let state = Self.known(environment["XDG_STATE_HOME"]) ?? home
        let places = [
            named, Self.known(environment["TEXTIFY_SOCKET"]), "/run/textifyd/control.sock",
            Self.known(environment["XDG_RUNTIME_DIR"]).map { $0 + "/textifyd/control.sock" },
            state.map { $0 + "/textifyd/control.sock" },
        ]
        paths = places.compactMap(\.self)
    }

    /// The first that is there. Throws `.noSocket`.
    public func first(where isThere: (String) -> Bool) throws(ControlClientFailure) -> String {
        guard let path = paths.first(where: isThere) else { throw .noSocket(tried: paths) }
        return path
    }

    private static func known(_ value: String?) -> String? {
        value.flatMap { $0.isEmpty ? nil : $0 }
    }
}
