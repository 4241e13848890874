import ControlAPI
import Domain
import Glibc
import Loopback
import Testing

@Suite("Plans of a running service", .ownThread)
struct PlannedDropTests {
    private func plans(_ service: Service) throws -> [PlanEntry] {
        let answer = try service.textify("plans", "--json")
        #expect(answer.code == 0, "\(answer)")
        return try ControlJSON.decode(PlanList.self, from: Array(answer.output.utf8)).plans
    }

    @Test("a planned prompt and a planned picture are made once, when they are due")
    func once() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        let program = try service.serve()
        try service.keep("ramp.png", Pictures.ramp())
        let sent = try service.textify("submit", "boat 6", "--at", "+1s", "--reference", "r-1")
        #expect(sent.code == 0 && studio.total == 0, "\(sent)")
        try program.wait(for: " job_done: ")
        #expect(studio.orders == ["boat 6": 1])
        let plan = try #require(try plans(service).first)
        #expect(plan.state == "ended" && plan.next == nil && plan.prompt == "boat 6")
        let job = try #require(plan.last?.job)
        #expect(try service.jobs("done") == [job])
        #expect(try service.textify("show", job, "--json").output.contains("\"r-1\""))

        let edit = try service.textify(
            "submit", "--prompt", "boat 7", "--picture", service.kept("ramp.png"), "--at", "+1s", "-q")
        #expect(edit.code == 0 && edit.output.isEmpty, "\(edit)")
        try program.wait(for: " job_done: ")
        #expect(studio.total == 2)
    }

    @Test("a plan survives a kill: what passed meanwhile is made up for, once")
    func killed() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        var program = try service.serve()
        #expect(try service.textify("submit", "boat 6", "--at", "+1s").code == 0)
        program.send(SIGKILL)
        _ = try program.ending()
        program = try service.serve()
        if studio.total == 0 { try program.wait(for: " job_done: ") }
        #expect(try service.textify("sync").code == 0)
        #expect(studio.orders == ["boat 6": 1])
        #expect(try plans(service).map(\.state) == ["ended"])
    }

    @Test("plans are listed, changed, paused, resumed and cancelled")
    func changes() throws {
        let service = try Service()
        try service.run()
        #expect(try service.textify("plans").output.contains("Nothing is planned"))
        let added = try service.textify("submit", "a lighthouse", "--at", "07:00 UTC", "--every", "day", "--json")
        #expect(added.code == 0, "\(added)")
        let plan = try ControlJSON.decode(PlanEntry.self, from: Array(added.output.utf8))
        #expect(plan.calendar == "*-*-* 07:00:00 UTC" && plan.catchUp == "once" && plan.state == "active")
        let id = String(plan.id.suffix(8))
        let list = try service.textify("plans").output
        #expect(
            list.contains(id) && list.contains("every day at 07:00 UTC") && list.contains("a lighthouse"), "\(list)")
        #expect(try service.textify("plans", "-q").output == plan.id + "\n")
        let other = try service.textify("submit", "a fox", "--at", "06:00 UTC", "--every", "week", "--catch-up", "skip")
        #expect(other.code == 0 && other.output.contains("06:00:00"), "\(other)")

        func keyed() throws -> String {
            try service.textify("submit", "a boat", "--at", "2030-01-01 00:00", "--key", "k", "--json").output
        }
        let boat = try ControlJSON.decode(PlanEntry.self, from: Array(try keyed().utf8)).id
        #expect(try ControlJSON.decode(PlanEntry.self, from: Array(try keyed().utf8)).id == boat)
        #expect(try service.textify("plans", "cancel", boat).code == 0)

        #expect(try service.textify("plans", "change", id, "--every", "month").code == 0)
        #expect(try plans(service).first { $0.id == plan.id }?.calendar == "*-*-01 07:00:00 UTC")
        #expect(try service.textify("plans", "pause", id).output == "\(id) paused\n")
        #expect(try plans(service).last?.id == plan.id)
        #expect(try service.textify("plans", "resume", id).output.contains("07:00:00"))
        #expect(try service.textify("plans", "cancel", id).output == "\(id) cancelled\n")
        #expect(try plans(service).map(\.prompt) == ["a fox"])
        let gone = try service.textify("plans", "cancel", id)
        #expect(gone.code != 0 && gone.errors.joined().contains("There is no plan"), "\(gone)")
    }

    @Test(
        "a mistake in a time is one sentence with its place",
        arguments: [
            (["--at", "tomorrow 07:61"], "at tomorrow 07:61, character 10: 07:61 is no time."),
            (["--every", "dayly"], "every dayly, character 1: dayly is no interval."),
            (["--at", "07:00 Mars/Base", "--every", "day"], "the time zone Mars/Base is not known here."),
            (["--every", "*:*:0/20"], "has several moments within a minute"),
            (["--at", "2020-01-01 07:00"], "this moment has passed"),
            (["--at", "+1h", "--wait"], "--wait can't be combined"),
            (["--catch-up", "once"], "--catch-up needs --at or --every"),
            (["--at", "+1h", "--catch-up", "twice"], "twice"),
        ])
    func mistakes(words: [String], sentence: String) throws {
        let service = try Service()
        try service.run()
        let answer = try service.reply(service.ask(["submit", "a fox"] + words))
        #expect(answer.code != 0 && answer.errors.joined().contains(sentence), "\(answer)")
        #expect(answer.errors.count == 1, "\(answer)")
        #expect(try plans(service).isEmpty)
    }

    @Test("the jobs of plans don't pass a cap")
    func cap() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table() + "[budget]\npictures_per_day = 1\n")
        let program = try service.serve()
        for prompt in ["boat 6", "boat 7"] {
            #expect(try service.textify("submit", prompt, "--at", "+1s").code == 0)
        }
        try program.wait(for: " plan_fired: ", 2)
        #expect(try service.textify("sync").code == 0)
        #expect(studio.total == 1)
        #expect(try service.jobs("held").count == 1)
    }
}
