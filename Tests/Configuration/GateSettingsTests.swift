import Configuration
import Domain
import Testing

@Suite("Gates in the configuration")
struct GateSettingsTests {
    private let watch = "[[watch]]\npath = \"/in\"\noutbox = \"/out\"\n"

    private func gates(_ text: String) throws -> [ConfiguredGate] { try Settings.read(watch + text).gates }

    @Test("each source is read, with what it applies to")
    func sources() throws {
        let gates = try gates(
            """
            [[gate]]
            name = "night"
            when = { schedule = ["Mon-Fri 22:00-06:00", "Sat,Sun 00:00-24:00 Asia/Seoul"] }
            applies_to = { backends = ["sketch"] }
            [[gate]]
            name = "flag"
            when = { file = "/run/work" }
            applies_to = { folders = ["in"] }
            unknown = "open"
            [[gate]]
            name = "power"
            when = { mains = true, battery = 40 }
            [[gate]]
            name = "workshop"
            when = { inside = ["52.5163,13.3777 500m"], margin = 40 }
            """)
        #expect(gates.map(\.name) == ["night", "flag", "power", "workshop"])
        #expect(gates[0].condition.word == "schedule" && gates[0].condition.zones == ["Asia/Seoul"])
        #expect(gates[0].scope == GateScope(backends: ["sketch"]) && gates[0].unknown == .closed)
        #expect(gates[1].condition == .file(FolderPath("/run/work")) && gates[1].unknown == .open)
        #expect(gates[2].condition == .power(.onMainsOrBattery(atLeast: 40)) && gates[2].scope.isEverything)
        #expect(gates[3].condition.word == "location")
    }

    @Test(
        "mistakes are reported at their places",
        arguments: [
            ("when = { file = \"/f\" }", "gate[0].name", FieldFailure.Problem.missing),
            ("name = \"a\"", "gate[0].when.schedule", .missing),
            (
                "name = \"a\"\nwhen = { file = \"/f\", mains = true }", "gate[0].when.mains",
                .conflict(with: "gate[0].when.file")
            ),
            (
                "name = \"a\"\nwhen = { schedule = [\"25:00-26:00\"] }", "gate[0].when.schedule[0]",
                .malformed(got: "25:00-26:00", example: "Mon-Fri 22:00-06:00")
            ),
            ("name = \"a\"\nwhen = { mains = false }", "gate[0].when.battery", .missing),
            (
                "name = \"a\"\nwhen = { file = \"/f\" }\napplies_to = { folders = [\"inn\"] }",
                "gate[0].applies_to.folders[0]", .notOneOf(got: "inn", choices: ["in"], nearest: "in")
            ),
            (
                "name = \"a\"\nwhen = { inside = [\"52.5,13.4\"] }", "gate[0].when.inside[0]",
                .malformed(got: "an area", example: "52.5163,13.3777 500m")
            ),
            // Without a window or an area, a gate would silently stay closed.
            (
                "name = \"a\"\nwhen = { schedule = [] }", "gate[0].when.schedule",
                .malformed(got: "[]", example: "[\"Mon-Fri 22:00-06:00\"]")
            ),
            (
                "name = \"a\"\nwhen = { outside = [] }", "gate[0].when.outside",
                .malformed(got: "[]", example: "[\"52.5163,13.3777 500m\"]")
            ),
            (
                "name = \"a\"\nwhen = { file = \"/f\", margin = 5 }", "gate[0].when.margin",
                .conflict(with: "gate[0].when.file")
            ),
            (
                "name = \"a b\"\nwhen = { file = \"/f\" }", "gate[0].name",
                .malformed(got: "a b", example: "night")
            ),
            (
                "name = \"a\"\nwhen = { file = \"/f\" }\n[[gate]]\nname = \"a\"\nwhen = { file = \"/g\" }",
                "gate[1].name", .duplicate
            ),
        ])
    func mistakes(text: String, key: String, problem: FieldFailure.Problem) throws {
        let failure = #expect(throws: ConfigurationFailure.self) { try gates("[[gate]]\n" + text) }
        guard case .invalid(let failures) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(failures.map(\.key) == [key] && failures.map(\.problem) == [problem])
    }
}
