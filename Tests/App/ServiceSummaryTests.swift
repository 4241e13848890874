import ServiceFeature
import Testing

@testable import App

@Suite("Service summary")
struct ServiceStandingTests {
    @Test(
        "Jobs are counted, in the singular and the plural",
        arguments: [
            (0, 0, "nothing to do"), (1, 0, "1 job running"), (3, 14, "3 jobs running, 14 waiting"),
            (2, 1, "2 jobs running, 1 waiting"), (0, 1, "1 job waiting"), (0, 2, "2 jobs waiting"),
        ])
    func work(atWork: Int, waiting: Int, text: String) {
        let standing = ServiceSummary(folders: 1, atWork: atWork, waiting: waiting)
        #expect(standing.line(.serving) == "watching 1 folder; " + text)
        #expect(standing.line(.stopping) == "stopping; " + text)
    }

    @Test("Missing folders and the reason why Intake waits are shown")
    func trouble() {
        let standing = ServiceSummary(folders: 3, missing: 1, trouble: .disk)
        #expect(
            standing.line(.serving)
                == "watching 2 of 3 folders; nothing to do; no new files are picked up: the disk is nearly full")
    }
}
