import IntakeFeature
import ServiceFeature
import Domain
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
    func work(running: Int, waiting: Int, text: String) {
        let summary = ServiceSummary(folders: 1, running: running, waiting: waiting)
        #expect(summary.line(.serving) == "watching 1 folder; " + text)
        #expect(summary.line(.stopping) == "stopping; " + text)
    }

    @Test("Missing folders and the reason why Intake waits are shown")
    func trouble() {
        let summary = ServiceSummary(folders: 3, missing: 1, trouble: .lowDisk(DiskSpace(free: 1, total: 1_000)))
        #expect(
            summary.line(.serving)
                == "watching 2 of 3 folders; nothing to do; no new files are picked up: the disk is nearly full")
    }
}
