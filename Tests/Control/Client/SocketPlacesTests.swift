import ControlClient
import Testing

@Suite("Places of the control socket")
struct SocketPlacesTests {
    @Test("the command line, the variable, the system, the user's run-time and state folders, in this order")
    func order() {
        let environment = [
            "TEXTIFY_SOCKET": "/env.sock", "XDG_RUNTIME_DIR": "/run/user/7", "XDG_STATE_HOME": "/state",
            "HOME": "/home/a",
        ]
        let places = SocketPlaces(named: "/named.sock", environment: environment)
        #expect(
            places.paths == [
                "/named.sock", "/env.sock", "/run/textifyd/control.sock", "/run/user/7/textifyd/control.sock",
                "/state/textifyd/control.sock",
            ])
    }

    @Test("what is not set or empty is no place, and the home stands in for the state folder")
    func fewer() {
        let environment = ["TEXTIFY_SOCKET": "", "XDG_RUNTIME_DIR": "", "HOME": "/home/a"]
        let places = SocketPlaces(named: nil, environment: environment)
        #expect(places.paths == ["/run/textifyd/control.sock", "/home/a/.local/state/textifyd/control.sock"])
    }

    @Test("the first that is there is taken; none at all tells every place")
    func first() throws {
        let places = SocketPlaces(named: "/a", environment: ["TEXTIFY_SOCKET": "/b"])
        #expect(try places.first { $0 == "/b" || $0.hasPrefix("/run") } == "/b")
        #expect(throws: ControlClientFailure.noSocket(tried: ["/a", "/b", "/run/textifyd/control.sock"])) {
            try places.first { _ in false }
        }
    }
}
