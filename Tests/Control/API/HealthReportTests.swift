import Testing

@testable import ControlAPI

@Suite("Health report")
struct HealthReportTests {
    private let folder = HealthReason(.degraded, code: "folder_missing", detail: "It is not there.", folder: "a")
    private let paused = HealthReason(.stopped, code: "paused", detail: "Somebody paused it.")

    @Test("The worst reason determines the verdict and comes first; the others keep their order")
    func order() {
        let held = HealthReason(.degraded, code: "jobs_held", detail: "Look.", jobs: 2)
        let report = HealthReport([folder, held, paused])
        #expect(report.verdict == .stopped && report.reasons == [paused, folder, held])
        #expect(HealthReport([folder]).verdict == .degraded)
        #expect(HealthReport().verdict == .well && HealthReport().reasons.isEmpty)
    }

    @Test("A report survives encoding and decoding")
    func wire() throws {
        let report = HealthReport([folder, paused])
        let bytes = try ControlJSON.encode(report)
        #expect(try ControlJSON.decode(HealthReport.self, from: bytes) == report)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"reasons":[{"code":"paused","detail":"Somebody paused it.","verdict":"stopped"},"#
                + #"{"code":"folder_missing","detail":"It is not there.","folder":"a","verdict":"degraded"}],"#
                + #""verdict":"stopped"}"#)
    }
}
