@testable import BackendKinds
import BackendKit
import Testing

@Suite("Plugin log lines")
struct PluginLogLineTests {
    @Test(
        "a line's prefix is its level and isn't shown",
        arguments: [
            ("E! boom", .error, "boom"), ("W! hot", .warning, "hot"), ("I! hello", .info, "hello"),
            ("D! x = 1", .debug, "x = 1"), ("  E!  boom", .error, "boom"), ("E!\tboom\r", .error, "boom\r"),
            ("W!", .warning, ""), ("plain", .info, "plain"), ("E!boom", .info, "E!boom"), ("X! boom", .info, "X! boom"),
            ("an E! inside", .info, "an E! inside"),
        ] as [(String, BackendNotice.Weight, String)])
    func levels(line: String, weight: BackendNotice.Weight, text: String) {
        let read = PluginLogLine(Array(line.utf8))
        #expect(read.weight == weight && read.text == text)
    }
}
