import Domain
import Testing

@testable import TemplateBackend

@Suite("What templates say of charges")
struct ChargeTests {
    /// Replicate bills the time that a prediction ran, also of one that was cancelled; `aborted` is one that its deadline
    /// ended before it ran (replicate.com/docs/topics/predictions/lifecycle).
    @Test(
        "the rules for Replicate tell work that was cancelled while it ran from work that never began",
        arguments: [("canceled", true), ("aborted", false), ("failed", nil)] as [(String, Bool?)])
    func replicate(status: String, isCharged: Bool?) throws {
        let template = try ShippedTemplate.replicate.template()
        let body = #"{"id": "p1", "status": "\#(status)", "output": null, "error": null}"#
        let answer = Answer(HTTPResponse(status: 200, body: Array(body.utf8)))
        let rule = try #require(template.errors.first { $0.matches(answer) })
        #expect(rule.kind == .failed && rule.charged == isCharged)
    }
}
