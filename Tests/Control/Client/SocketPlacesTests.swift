import ControlClient
import Testing

@Suite("Control socket search path")
struct SocketPlacesTests {
    @Test("The search order is the system's, the user's runtime and the user's state folder")
    func order() {
        let environment = ["XDG_RUNTIME_DIR": "/run/user/7", "XDG_STATE_HOME": "/state", "HOME": "/home/a"]
        let places = SocketSearchPath(named: nil, environment: environment)
        #expect(
            places.paths == [
                "/run/textifyd/control.sock", "/run/user/7/textifyd/control.sock", "/state/textifyd/control.sock",
            ])
        #expect(!places.isNamed)
    }

    @Test("An explicitly named socket is the only one tried, so that a typo never reaches another service")
    func named() {
        let environment = ["TEXTIFY_SOCKET": "/env.sock", "HOME": "/home/a"]
        let line = SocketSearchPath(named: "/named.sock", environment: environment)
        #expect(line.paths == ["/named.sock"] && line.isNamed)
        let variable = SocketSearchPath(named: nil, environment: environment)
        #expect(variable.paths == ["/env.sock"] && variable.isNamed)
    }

    @Test("Unset and empty variables are skipped, and the state folder defaults to one in the home folder")
    func fewer() {
        let environment = ["TEXTIFY_SOCKET": "", "XDG_RUNTIME_DIR": "", "HOME": "/home/a"]
        let places = SocketSearchPath(named: nil, environment: environment)
        #expect(places.paths == ["/run/textifyd/control.sock", "/home/a/.local/state/textifyd/control.sock"])
    }

    @Test("The first existing socket is chosen; if there is none, the failure lists every path tried")
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
