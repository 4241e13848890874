import Domain
import PlatformSystem
import FoundationEssentials
import Repositories
import ServiceFeature
import Testing

@testable import App

@MainActor
@Suite("Rejected submissions", .serialized, .timeLimit(.minutes(5)))
struct SubmissionRefusalTests {
    private func refusal(
        of order: JobSubmission, _ watch: String = Installation.quick, more: String = ""
    ) async throws -> ControlFailure? {
        let installation = try Installation(watch, more: more)
        return try await installation.served { served in
            let failure = await #expect(throws: ControlFailure.self) {
                try await served.control.submissions.submit(order)
            }
            let page = try await served.control.jobs.jobs(JobQuery())
            let blobs = try await served.base.blobs.all()
            #expect(page.jobs.isEmpty && blobs.isEmpty)
            return failure
        }
    }

    @Test("An unknown folder is rejected with the known names")
    func folder() async throws {
        let near = try await refusal(of: .prompt("a fox").with { $0.folder = "inbux" })
        #expect(near == .noSuchFolder("inbux", known: ["inbox"]))
        let far = try await refusal(of: .prompt("a fox").with { $0.folder = "somewhere" })
        #expect(far == .noSuchFolder("somewhere", known: ["inbox"]))
    }

    @Test("All wrong fields are rejected at once, each by its full key")
    func fields() async throws {
        let art = FieldEntry(
            name: "art", value: FieldValue(.table([FieldEntry(name: "columns", value: FieldValue(.integer(0)))])))
        let failure = try await refusal(of: .prompt("a fox", [art, .text("bakend", "x"), .text("backend", "nobody")]))
        guard case .fields(let fields) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(Set(fields.map(\.key)) == ["art.columns", "bakend", "backend"])
        #expect(fields.contains { $0.problem == .unknown(nearest: "backend") })
    }

    @Test("An empty prompt and one longer than the configured limit are rejected")
    func prompt() async throws {
        let spaces = try await refusal(of: .prompt(" \n\t "))
        let none = try await refusal(of: JobSubmission(source: .request, fields: FieldValue(.table([])), user: 1))
        #expect(spaces == .prompt(.empty) && none == .prompt(.empty))
        let long = try await refusal(
            of: .prompt(String(repeating: "가", count: 11)), more: "[limits]\nprompt_characters = 10")
        #expect(long == .prompt(.tooLong(characters: 11, limit: 10)))
    }

    @Test("Bytes that are not a picture and unsupported formats are rejected")
    func picture() async throws {
        #expect(try await refusal(of: .picture(Array("hello".utf8))) == .picture(.notAPicture))
        #expect(try await refusal(of: .picture([])) == .picture(.notAPicture))
        let other = try await refusal(of: .picture(Array("8BPS".utf8) + [UInt8](repeating: 0, count: 32)))
        guard case .picture(.unsupported) = other else {
            Issue.record("\(String(describing: other))")
            return
        }
    }

    @Test("No submission is accepted once the service is stopping")
    func stopping() async throws {
        let installation = try Installation()
        let control = try await installation.served { served in
            served.signals.yield(.terminate)
            await served.until { [loop = served.loop] in loop.current.stage == .stopping }
            let failure = await #expect(throws: ControlFailure.self) {
                try await served.control.submissions.submit(.prompt("a fox"))
            }
            #expect(failure == .draining)
            return served.control
        }
        let late = await #expect(throws: ControlFailure.self) { try await control.submissions.submit(.prompt("a fox")) }
        #expect(late == .draining)
    }
}
