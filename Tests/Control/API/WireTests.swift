@testable import ControlAPI
import Domain
import Testing

@Suite("Wire types")
struct WireTests {
    @Test(
        "A time is written in UTC with milliseconds and read back",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_782_871_800_123, "2026-07-01T02:10:00.123Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func time(milliseconds: Int64, text: String) {
        #expect(WireTime(UTCMillis(milliseconds)).text == text)
        #expect(WireTime(text: text)?.utc == UTCMillis(milliseconds))
    }

    @Test("Dates over four centuries survive encoding and decoding") func days() {
        for day in stride(from: Int64(-20_000), to: 140_000, by: 13) {
            let time = WireTime(UTCMillis(day * 86_400_000 + 12_345))
            #expect(WireTime(text: time.text) == time)
        }
    }

    @Test("A time outside years 0000 to 9999 is clamped") func edges() {
        #expect(WireTime(UTCMillis(.max)).text == "9999-12-31T23:59:59.999Z")
        #expect(WireTime(UTCMillis(.min)).text == "0000-01-01T00:00:00.000Z")
    }

    @Test("Fractional seconds are optional, and digits beyond milliseconds are dropped")
    func fractions() {
        #expect(WireTime(text: "1970-01-01T00:00:01Z")?.utc == 1000)
        #expect(WireTime(text: "1970-01-01T00:00:01.5Z")?.utc == 1500)
        #expect(WireTime(text: "1970-01-01T00:00:01.123456789Z")?.utc == 1123)
    }

    @Test(
        "A text that is not a UTC time is rejected",
        arguments: [
            "", "1970-01-01", "1970-01-01T00:00:00", "1970-01-01T00:00:00+09:00", "1970-02-30T00:00:00Z",
            "1970-13-01T00:00:00Z", "1970-00-01T00:00:00Z", "1970-01-00T00:00:00Z", "1970-01-01T24:00:00Z",
            "1970-01-01T00:60:00Z", "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00.xZ", "197O-01-01T00:00:00Z",
            "1970-01-01 00:00:00Z",
        ])
    func noTime(text: String) {
        #expect(WireTime(text: text) == nil)
    }

    @Test("A job's detail is one flat object with sorted snake-case keys") func detail() throws {
        let detail = JobDetail(
            summary: JobSummary(
                id: "01k", state: "waiting", folder: "inbox", name: "a/b.txt", created: WireTime(0),
                changed: WireTime(1), attempts: 2, prompt: "고양이", backend: "sketch", code: "busy",
                detail: "It waits.", until: WireTime(2), tags: ["night"]),
            request: SubmitRequest(["size": .text("64x64"), "art": .object(["columns": .integer(80)])]),
            origins: ["size": ["front_matter"]], outbox: "/out",
            outputs: [JobDetail.Output(kind: "txt", name: "b.txt")],
            picture: JobDetail.Picture(digest: "ab", format: "png"), cost: ["0.05 USD"],
            lostCalls: 1, history: [JobDetail.Step(state: "queued", at: WireTime(0))])
        let bytes = try ControlJSON.encode(detail)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"attempts":2,"backend":"sketch","changed":"1970-01-01T00:00:00.001Z","code":"busy","#
                + #""cost":["0.05 USD"],"created":"1970-01-01T00:00:00.000Z","detail":"It waits.","folder":"inbox","#
                + #""history":[{"at":"1970-01-01T00:00:00.000Z","state":"queued"}],"id":"01k","lost_calls":1,"name":"a/b.txt","#
                + #""origins":{"size":["front_matter"]},"outbox":"/out","outputs":[{"kind":"txt","name":"b.txt"}],"picture":{"digest":"ab","format":"png"},"#
                + #""prompt":"고양이","request":{"art":{"columns":80},"size":"64x64"},"state":"waiting","tags":["night"],"#
                + #""until":"1970-01-01T00:00:00.002Z"}"#)
        #expect(try ControlJSON.decode(JobDetail.self, from: bytes) == detail)
    }

    @Test("A sample names its place and the other jobs of its request") func samples() throws {
        let detail = JobDetail(
            summary: JobSummary(
                id: "01k", state: "done", folder: "inbox", name: "b-1.txt", created: WireTime(0), changed: WireTime(1),
                attempts: 1, sample: 1, samples: 2),
            sampleJobs: [
                JobDetail.Sample(sample: 1, id: "01k", state: "done"),
                JobDetail.Sample(sample: 2, id: "01m", state: "held", code: "held_budget", detail: "It waits."),
            ], request: SubmitRequest(), outbox: "/out")
        let text = String(decoding: try ControlJSON.encode(detail), as: UTF8.self)
        #expect(text.contains(#""sample":1,"sample_jobs":[{"id":"01k","sample":1,"state":"done"},{"#))
        #expect(text.contains(#""samples":2"#) && text.contains(#""code":"held_budget""#))
        #expect(try ControlJSON.decode(JobDetail.self, from: Array(text.utf8)) == detail)
    }

    @Test("A progress has only the values that are known") func progress() throws {
        let progress = JobProgress(try #require(GenerationProgress(secondsLeft: 12, step: 8, steps: 20)))
        let bytes = try ControlJSON.encode(progress)
        #expect(
            String(decoding: bytes, as: UTF8.self) == #"{"fraction":0.4,"seconds_left":12,"step":8,"steps":20}"#)
        #expect(try ControlJSON.decode(JobProgress.self, from: bytes) == progress)
        let odd = try ControlJSON.decode(JobProgress.self, from: Array(#"{"fraction":7,"queue_position":-1}"#.utf8))
        #expect(odd.checked == GenerationProgress(fraction: 1))
    }

    @Test("A status survives encoding and decoding") func status() throws {
        let status = Status(
            version: "1", pid: 7, phase: .paused, started: WireTime(5), uptime: 9, jobs: ["done": 3],
            ended: ["done": 1],
            folders: [FolderStatus(name: "a", path: "/a", outbox: "/b", health: "fine", settling: 1, ready: 2)],
            backends: [BackendStatus(name: "sketch", limit: 4, running: 1, waiting: 2)],
            gates: [Gate(code: "paused", detail: "Somebody paused it.", since: WireTime(6))],
            lastErrors: [Trouble(at: WireTime(7), code: "x", detail: "y", job: "01k", folder: "a")])
        let bytes = try ControlJSON.encode(status)
        #expect(try ControlJSON.decode(Status.self, from: bytes) == status)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#""uptime_seconds":9"#) && text.contains(#""last_errors":["#))
    }

    @Test("Members added by a newer service are ignored") func newer() throws {
        let bytes = Array(#"{"phase":"running","mood":"fine"}"#.utf8)
        #expect(try ControlJSON.decode(Acknowledgement.self, from: bytes) == Acknowledgement(phase: "running"))
    }
}
