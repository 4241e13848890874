import Domain
import Testing

@Suite("What closed gates keep from starting")
struct GateClosuresTests {
    private func closure(_ gate: String, _ until: UTCMillis? = nil) -> GateClosure {
        GateClosure(gate: gate, until: until)
    }

    @Test("of several gates on one thing the one that opens last counts")
    func several() {
        let closures = GateClosures([
            (closure("a", 5), GateScope(folders: ["inbox"])),
            (closure("b", 9), GateScope(folders: ["inbox", "posters"])),
            (closure("c", 7), GateScope(backends: ["studio"])), (closure("d"), GateScope(backends: ["studio"])),
        ])
        #expect(closures.gates == ["a", "b", "c", "d"] && closures.service == nil)
        #expect(closures.closure(ofFolder: "inbox") == closure("b", 9))
        #expect(closures.closure(ofFolder: "other") == nil)
        #expect(closures.backends == ["studio": closure("d")])
    }

    @Test("a gate without names closes everything")
    func everything() {
        let closures = GateClosures([(closure("night", 9), GateScope())])
        #expect(closures.closure(ofFolder: "any") == closure("night", 9))
    }

    @Test("a chain is closed once all of its members are, until the first opens")
    func chains() {
        let chains = ["either": ["studio", "press"], "empty": []]
        let one = GateClosures([(closure("a", 5), GateScope(backends: ["studio"]))], chains: chains)
        #expect(one.backends == ["studio": closure("a", 5)])
        let both = GateClosures(
            [(closure("a", 5), GateScope(backends: ["studio"])), (closure("b"), GateScope(backends: ["press"]))],
            chains: chains)
        #expect(both.backends["either"] == closure("a", 5))
    }
}
