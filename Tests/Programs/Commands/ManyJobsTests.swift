import Domain
import Testing

@Suite("Bulk commands of textify", .ownThread)
struct ManyJobsTests {
    @Test("cancel and retry act on all matching jobs, a dry run changes nothing, and a filter is required")
    func bulk() throws {
        let service = try Service()
        let program = try service.serve()
        _ = try service.textify("pause")
        for number in 1...3 { #expect(try service.textify("submit", "boat \(number)").code == 0) }
        let dry = try service.textify("cancel", "--state", "queued", "--dry-run")
        #expect(dry.code == 0 && dry.output.split(separator: "\n").count == 4, "\(dry)")
        #expect(dry.output.contains("3 jobs match. Nothing was changed"), "\(dry)")
        let refused = try service.textify("approve", "--state", "queued", "--dry-run")
        #expect(refused.code == 65 && refused.output.hasPrefix("0 ") || refused.output.contains("0 jobs"), "\(refused)")
        let cancelled = try service.textify("cancel", "--folder", "inbox", "--since", "1h")
        #expect(cancelled.code == 0 && cancelled.output == "3 jobs cancelled.\n", "\(cancelled)")
        #expect(try service.jobs("cancelled").count == 3)
        let none = try service.textify("retry", "--state", "failed", "--cause", "auth")
        #expect(none.code == 0 && none.output == "No job matches.\n", "\(none)")
        for words in [["retry"], ["cancel", "--dry-run"], ["cancel", "last", "--state", "held"]] {
            let refused = try service.reply(service.ask(words))
            #expect(refused.code == 64 && refused.errors.count == 1, "\(refused)")
        }
        let retried = try service.textify("retry", "--state", "cancelled")
        #expect(retried.code == 0 && retried.output == "3 jobs queued again.\n", "\(retried)")
        _ = try service.textify("resume")
        try program.wait(for: " job_done: ", 3)
    }

    @Test("“last” names the newest job, and a command accepts several jobs") func last() throws {
        let service = try Service()
        try service.run()
        let empty = try service.textify("show", "last")
        #expect(empty.code == 66 && empty.errors.count == 1, "\(empty)")
        _ = try service.textify("pause")
        let ids = try ["boat 1", "boat 2"].map { String(try service.textify("submit", $0).output.dropLast()) }
        let shown = try service.textify("show", "last")
        #expect(shown.output.contains(ids[1]), "\(shown)")
        let cancelled = try service.reply(service.ask(["cancel"] + ids))
        #expect(cancelled.output == ids.map { "\($0.suffix(8)) is cancelled\n" }.joined(), "\(cancelled)")
    }

    @Test("an unknown job, or one that cannot be forgotten, stops the command before any other job is changed")
    func checked() throws {
        let service = try Service()
        try service.run()
        let done = try ["boat 1", "boat 2"].map {
            String(try service.textify("submit", $0, "--wait", "--json").output.dropLast())
        }
        let ids = try service.jobs("done")
        #expect(done.count == 2 && ids.count == 2)
        let wrong = try service.textify("forget", ids[0], ids[1], "zzzzzz")
        #expect(wrong.code == 66 && wrong.output.isEmpty && wrong.errors.count == 1, "\(wrong)")
        _ = try service.textify("pause")
        let open = String(try service.textify("submit", "boat 3").output.dropLast())
        let early = try service.textify("forget", ids[0], open)
        #expect(
            early.code == 65 && early.output.isEmpty && early.errors.first?.contains("is queued") == true, "\(early)")
        let cancelled = try service.textify("cancel", open, "zzzzzz")
        #expect(cancelled.code == 66 && cancelled.output.isEmpty, "\(cancelled)")
        #expect(try service.jobs("done").count == 2 && service.jobs("queued").count == 1)
        #expect(try service.textify("forget", ids[0], String(ids[1].prefix(20)), ids[0]).code == 0)
        #expect(try service.jobs("done").isEmpty)
    }

    @Test("the same key and request return the same job; a different request is refused with that job's ID")
    func keys() throws {
        let service = try Service()
        try service.run()
        _ = try service.textify("pause")
        let first = try service.textify("submit", "boat 1", "--key", "k")
        #expect(try service.textify("submit", "boat 1", "--key", "k").output == first.output)
        let other = try service.textify("submit", "boat 2", "--key", "k")
        #expect(other.code == 65 && other.errors.joined().contains(first.output.dropLast()), "\(other)")
    }
}
