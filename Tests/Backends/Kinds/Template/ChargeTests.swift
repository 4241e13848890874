@testable import BackendKinds
import BackendKit
import Domain
import Testing

@Suite("Charges in templates")
struct ChargeTests {
    /// Replicate bills the run time of a prediction, even a cancelled one; `aborted` means that its deadline passed
    /// before it ran (replicate.com/docs/topics/predictions/lifecycle).
    @Test(
        "Replicate's rules distinguish work cancelled while running from work that never began",
        arguments: [("canceled", true), ("aborted", false), ("failed", nil)] as [(String, Bool?)])
    func replicate(status: String, isCharged: Bool?) throws {
        let template = try ShippedTemplate.replicate.template()
        let body = #"{"id": "p1", "status": "\#(status)", "output": null, "error": null}"#
        let answer = ParsedResponse(HTTPResponse(status: 200, body: Array(body.utf8)))
        let rule = try #require(template.errors.first { $0.matches(answer) })
        #expect(rule.kind == .failed && rule.charged == isCharged)
    }
}
