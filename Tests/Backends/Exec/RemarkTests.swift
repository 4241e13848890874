import BackendKit
import Testing

@testable import ExecBackend

@Suite("A plugin's remarks")
struct RemarkTests {
    @Test(
        "the mark before a line is its level, and is not shown",
        arguments: [
            ("E! boom", .error, "boom"), ("W! hot", .warning, "hot"), ("I! hello", .info, "hello"),
            ("D! x = 1", .debug, "x = 1"), ("  E!  boom", .error, "boom"), ("E!\tboom\r", .error, "boom\r"),
            ("W!", .warning, ""), ("plain", .info, "plain"), ("E!boom", .info, "E!boom"), ("X! boom", .info, "X! boom"),
            ("an E! inside", .info, "an E! inside"),
        ] as [(String, BackendNotice.Weight, String)])
    func levels(line: String, weight: BackendNotice.Weight, text: String) {
        let remark = PluginRemark(line: line)
        #expect(remark.weight == weight && remark.text == text)
    }
}
