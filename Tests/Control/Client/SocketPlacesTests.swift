import ControlClient
import Testing

@Suite("Places of the control socket")
struct SocketPlacesTests {
    @Test("the system, the user's run-time and state folders, in this order")
    func order() {
        let environment = ["XDG_RUNTIME_DIR": "/run/user/7", "XDG_STATE_HOME": "/state", "HOME": "/home/a"]
        let places = SocketSearchPath(named: nil, environment: environment)
        #expect(
            places.paths == [
                "/run/textifyd/control.sock", "/run/user/7/textifyd/control.sock", "/state/textifyd/control.sock",
            ])
        #expect(!places.isNamed)
    }

    @Test("what a person names is asked alone: a slip must not reach another service")
    func named() {
        let environment = ["TEXTIFY_SOCKET": "/env.sock", "HOME": "/home/a"]
        let line = SocketSearchPath(named: "/named.sock", environment: environment)
        #expect(line.paths == ["/named.sock"] && line.isNamed)
        let variable = SocketSearchPath(named: nil, environment: environment)
        #expect(variable.paths == ["/env.sock"] && variable.isNamed)
    }

    @Test("what is not set or empty is no place, and the home stands in for the state folder")
    func fewer() {
        let environment = ["TEXTIFY_SOCKET": "", "XDG_RUNTIME_DIR": "", "HOME": "/home/a"]
        let places = SocketSearchPath(named: nil, environment: environment)
        #expect(places.paths == ["/run/textifyd/control.sock", "/home/a/.local/state/textifyd/control.sock"])
    }

    @Test("the first that is there is taken; none at all tells every place")
    func first() throws {
        let places = SocketSearchPath(named: nil, environment: ["XDG_RUNTIME_DIR": "/a"])
        #expect(try places.first { $0.hasPrefix("/a") } == "/a/textifyd/control.sock")
        #expect(
            throws: ControlClientFailure.noSocket(tried: ["/run/textifyd/control.sock", "/a/textifyd/control.sock"])
        ) {
            try places.first { _ in false }
        }
    }
}
