import Domain
import Glibc
import Loopback
import PlatformSystem
import Testing

@Suite("ComfyUI backend", .ownThread)
struct ComfyUITests {
    private func service(_ comfyUI: FakeComfyUIServer) throws -> Service {
        let service = try Service(backends: comfyUI.table("concurrency = 16"))
        try FileDescriptor.folder(service.root).replace(
            FileName("flow.json"), with: Array(FakeComfyUIServer.workflow.utf8))
        return service
    }

    @Test("a prompt runs through the workflow once, and the provenance records its seed")
    func painted() throws {
        let comfyUI = try FakeComfyUIServer()
        let service = try service(comfyUI)
        try service.drop(prompt: "a \"boat\" \\ {{seed}} 5", "boat.txt")
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(try service.names(service.outbox) == ["boat.json", "boat.picture.png", "boat.txt"])
        #expect(comfyUI.orders == ["a \"boat\" \\ {{seed}} 5": 1])
        let provenance = String(decoding: try service.bytes("boat.json", in: service.outbox), as: UTF8.self)
        let work = try #require(comfyUI.works.first)
        #expect(provenance.contains("\"seed\":\(work.seed)") || provenance.contains("\"seed\" : \(work.seed)"))
    }

    @Test("a kill at any point submits each prompt once and fetches its picture by the stored prompt ID")
    func kills() async throws {
        let posted = (0..<Self.kills).map { _ in Gate() }
        let viewed = (0..<Self.kills).map { _ in Gate() }
        let comfyUI = try FakeComfyUIServer(isHeld: true) { work, _ in
            work.prompt.hasPrefix("early") ? Answer(.wait(posted[work.number - 1]), .reset) : nil
        } viewing: { number in
            number > 100 && number < 200 ? [.wait(viewed[number - 101])] : []
        }
        let service = try service(comfyUI)
        let consumer = try Consumer(service)
        for round in 1...Self.kills {
            let program = try service.serve()
            // Submitted and polled, so its handle is stored; it waits in the server's queue.
            let names = comfyUI.names
            try service.drop(prompt: "late \(round + 200)", "late-\(round).txt")
            try await waitForQuestions(comfyUI, about: names + 1)
            // Accepted by the server, but not answered.
            try service.drop(prompt: "early \(round)", "early-\(round).txt")
            await posted[round - 1].reached()
            comfyUI.release()
            try program.wait(for: " job_done: ", each: consumer.look)
            // Finished and being downloaded.
            try service.drop(prompt: "view \(round + 100)", "view-\(round).txt")
            await viewed[round - 1].reached()
            program.send(SIGKILL)
            #expect(try program.ending(each: consumer.look) == .killed(SIGKILL))
            posted[round - 1].open()
            viewed[round - 1].open()
            comfyUI.hold()
        }
        comfyUI.release()
        let rest = try service.start("--once")
        #expect(try rest.ending(each: consumer.look) == .code(0), "\(rest.log)")
        try consumer.look()
        let rounds = 1...Self.kills
        let prompts = rounds.flatMap { ["late \($0 + 200)", "early \($0)", "view \($0 + 100)"] }
        #expect(comfyUI.orders == Dictionary(uniqueKeysWithValues: prompts.map { ($0, 1) }))
        let stems = rounds.flatMap { ["late-\($0)", "early-\($0)", "view-\($0)"] }
        #expect(consumer.taken == Dictionary(uniqueKeysWithValues: stems.map { ($0, 1) }))
        #expect(try service.names(service.inbox) == ["done"] && service.names(service.outbox).isEmpty)
        let texts = try Set(stems.map { try service.bytes($0 + ".txt", in: consumer.shelf) })
        #expect(texts.count == stems.count)
    }

    private static let kills = 5

    /// Returns once the history of `count` different prompt IDs has been requested.
    private func waitForQuestions(_ comfyUI: FakeComfyUIServer, about count: Int) async throws {
        var seen: Set<String> = []
        var number = 0
        while seen.count < count {
            let request = await comfyUI.server.request(number)
            if request.target.hasPrefix("/history/") { seen.insert(request.target) }
            number += 1
        }
    }

    @Test("after a lost answer the work is found again by its prompt ID")
    func lost() throws {
        let comfyUI = try FakeComfyUIServer { _, _ in Answer(.reset) }
        let service = try service(comfyUI)
        let consumer = try Consumer(service)
        let program = try service.serve()
        try service.drop(prompt: "boat 5", "boat.txt")
        try program.wait(for: " job_done: ", each: consumer.look)
        try consumer.look()
        #expect(comfyUI.orders == ["boat 5": 1] && consumer.taken == ["boat": 1])
    }

    @Test("work forgotten by a restarted server is submitted again with the same prompt ID and seed")
    func forgotten() async throws {
        let comfyUI = try FakeComfyUIServer(isHeld: true)
        let service = try service(comfyUI)
        let program = try service.serve()
        try service.drop(prompt: "boat 5", "boat.txt")
        try await waitForQuestions(comfyUI, about: 1)
        let seed = try #require(comfyUI.works.first?.seed)
        comfyUI.forget()
        comfyUI.release()
        try program.wait(for: " job_done: ")
        #expect(comfyUI.orders == ["boat 5": 2] && comfyUI.names == 1)
        #expect(comfyUI.works.map(\.seed) == [seed])
    }

    @Test("cancelling a job removes it from the server's queue or interrupts it, and affects no other work")
    func cancelled() async throws {
        let comfyUI = try FakeComfyUIServer(isHeld: true)
        let service = try service(comfyUI)
        let program = try service.serve()
        try service.drop(prompt: "first 1", "first.txt")
        try await waitForQuestions(comfyUI, about: 1)
        let first = try #require(try service.jobs("submitted").first)
        try service.drop(prompt: "second 2", "second.txt")
        try await waitForQuestions(comfyUI, about: 2)
        let second = try #require(try service.jobs("submitted").first { $0 != first })
        let waiting = try service.textify("cancel", first)
        #expect(waiting.code == 0, "\(waiting.errors)")
        try program.wait(for: " job_cancelled: ")
        #expect(comfyUI.stopped == ["/queue first 1"] && comfyUI.works.map(\.prompt) == ["second 2"])
        comfyUI.begin()
        #expect(try service.textify("cancel", second).code == 0)
        try program.wait(for: " job_cancelled: ")
        #expect(comfyUI.stopped == ["/queue first 1", "/interrupt second 2"])
    }

    @Test("a resource missing on the server makes jobs wait; a value that a node rejects fails its drop")
    func refused() throws {
        let lacking = """
            {"error": {"message": "failed"}, "node_errors": {"9": {"class_type": "SaveImage", "errors": [
            {"message": "Value not in list", "details": "ckpt_name", "extra_info": {"input_name": "ckpt_name"}}]}}}
            """
        let unfit = """
            {"error": {"message": "failed"}, "node_errors": {"6": {"class_type": "CLIPTextEncode", "errors": [
            {"message": "too long", "details": "text", "extra_info": {"input_name": "text"}}]}}}
            """
        let comfyUI = try FakeComfyUIServer { work, before in
            if work.prompt == "long 1" { return .json(unfit, status: 400) }
            return before == 0 ? .json(lacking, status: 400) : nil
        }
        let service = try service(comfyUI)
        let consumer = try Consumer(service)
        let program = try service.serve()
        try service.drop(prompt: "long 1", "long.txt")
        let failed = try program.wait(for: " backend_invalid: ")
        #expect(failed.contains("CLIPTextEncode, node 6: too long"), "\(failed)")
        try service.drop(prompt: "boat 2", "boat.txt")
        let waits = try program.wait(for: " backend_config: ")
        #expect(waits.contains("SaveImage, node 9: Value not in list"), "\(waits)")
        try program.wait(for: " job_done: ", each: consumer.look)
        try consumer.look()
        #expect(consumer.taken == ["boat": 1] && comfyUI.orders == ["long 1": 1, "boat 2": 2])
    }
}
