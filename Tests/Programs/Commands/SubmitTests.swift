import Domain
import FoundationEssentials
import Glibc
import Loopback
import PlatformSystem
import Testing

@Suite("textify submit", .ownThread)
struct SubmitTests {
    @Test("a picture over the size limit is refused with advice, and a huge one without being read")
    func large() throws {
        let service = try Service()
        try service.configure(Service.quick + "\n[limits]\nfile_bytes = 1000000\n")
        try service.run()
        let picture = service.root.appending("big.png")
        try FileDescriptor.folder(service.root).replace(FileName("big.png"), with: [0x89, 80, 78, 71, 13, 10, 26, 10])
        for (size, words) in [(2_000_000, "limits.file_bytes"), (600 << 20, "watch folder")] {
            #expect(truncate(picture.shown, size) == 0)
            let refused = try service.textify("submit", picture.shown, "--prompt", "a boat")
            #expect(refused.code == 65 && refused.errors.count == 1, "\(refused)")
            #expect(refused.errors.first?.contains(words) == true, "\(refused)")
        }
    }

    @Test("--wait prints exactly the delivered art and exits with 0")
    func wait() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.run()
        let submitted = try service.textify("submit", "--wait", "boat 5", "--name", "harbour")
        #expect(submitted.code == 0, "\(submitted.errors)")
        #expect(submitted.errors == [])
        let delivered = try service.text("harbour.txt", in: service.outbox)
        #expect(submitted.output == delivered && !delivered.isEmpty)
        #expect(studio.orders == ["boat 5": 1])
        let id = try #require(try service.jobs("done").first)
        for format in ["txt", "html", "ansi"] {
            let art = try service.textify("cat", id, "--format", format)
            #expect(art.code == 0 && !art.output.isEmpty, "\(art.errors)")
            #expect((art.output == delivered) == (format == "txt"))
        }
    }

    @Test("without --wait it prints the job ID, and the same key returns the same job")
    func key() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.run()
        let first = try service.textify("submit", "boat 5", "--key", "mine")
        let second = try service.textify("submit", "boat 5", "--key", "mine")
        #expect(first.code == 0 && first.output.count == 27)
        #expect(second.output == first.output)
        #expect(try service.textify("sync").code == 0)
        let third = try service.textify("submit", "boat 5", "--key", "mine")
        #expect(third.output == first.output)
        #expect(studio.total == 1)
    }

    @Test("a prompt refused by moderation exits with 65 and one sentence, and is not sent again")
    func moderated() throws {
        let studio = try FakeImagesServer { _ in
            .json(#"{"error": {"code": "moderation_blocked", "message": "no"}}"#, status: 400)
        }
        let service = try Service(backends: studio.table())
        try service.run()
        let plain = try service.textify("submit", "--wait", "boat 5")
        #expect(plain.code == 65 && plain.output.isEmpty)
        #expect(plain.errors.count == 1)
        #expect(plain.errors.first?.contains("refused the content (prompt). Change the prompt.") == true)
        let json = try service.textify("submit", "--wait", "--json", "boat 6")
        #expect(json.code == 65 && json.errors.count == 1)
        #expect(try object(json.output)["state"] == "failed")
        #expect(studio.total == 2)
    }

    @Test("--wait exits with 75 when its --timeout expires, and the job continues")
    func patience() async throws {
        let gate = Gate()
        let studio = try FakeImagesServer { order in
            Answer([.wait(gate)] + FakeImagesServer.picture(order.number).steps)
        }
        let service = try Service(backends: studio.table())
        let program = try service.serve()
        let late = try service.textify("submit", "--wait", "--timeout", "1", "boat 5")
        #expect(late.code == 75 && late.errors.count == 1, "\(late.errors)")
        #expect(late.errors.first?.contains("is submitting") == true, "\(late.errors)")
        gate.open()
        try program.wait(for: " job_done: ")
        #expect(studio.total == 1)
    }

    @Test("--json prints one JSON object for every command")
    func json() throws {
        let service = try Service()
        try service.run()
        let submitted = try service.textify("submit", "--wait", "--json", "a boat")
        #expect(submitted.code == 0, "\(submitted.errors)")
        let id = try #require(try object(submitted.output)["id"])
        let commands = [
            ["status"], ["jobs"], ["show", id], ["sync"], ["pause"], ["resume"], ["reload"], ["scan"],
        ]
        for command in commands {
            let reply = try service.reply(service.ask(command + ["--json"]))
            #expect(reply.code == 0, "\(command): \(reply.errors)")
            #expect(reply.output.hasSuffix("\n"))
            _ = try object(reply.output)
        }
        _ = try service.textify("pause")
        let queued = try object(service.textify("submit", "--json", "a cat").output)
        let cancelled = try service.textify("cancel", "--json", #require(queued["id"]))
        #expect(try object(cancelled.output)["state"] == "cancelled")
        let retried = try service.textify("retry", "--json", #require(queued["id"]))
        #expect(try object(retried.output)["state"] == "queued")
    }

    @Test("an invalid field is rejected with one error, and no job is created")
    func fields() throws {
        let service = try Service()
        try service.run()
        let column = try service.textify("submit", "a boat", "--columns", "0")
        #expect(column.code == 64 && column.errors.count == 1, "\(column.errors)")
        let backend = try service.textify("submit", "a boat", "--backend", "scetch")
        #expect(backend.code == 65)
        #expect(backend.errors.joined().contains("sketch"), "\(backend.errors)")
        let folder = try service.textify("submit", "a boat", "--folder", "inbix")
        #expect(folder.code == 66)
        #expect(folder.errors.joined().contains("Did you mean inbox?"), "\(folder.errors)")
        let empty = try service.textify("submit", "  ")
        #expect(empty.code == 65 && empty.errors.count == 1, "\(empty.errors)")
        #expect(try service.textify("jobs").output == "no jobs\n")
    }

    /// Decodes the output as one JSON object and returns its string values. Throws if it is not exactly one object.
    private func object(_ output: String) throws -> [String: String] {
        let value = try JSONDecoder().decode(Fields.self, from: Data(output.utf8))
        #expect(output.first == "{")
        return value.texts
    }

    private struct Fields: Decodable {
        var texts: [String: String] = [:]

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for key in container.allKeys { texts[key.stringValue] = try? container.decode(String.self, forKey: key) }
        }
    }
}
