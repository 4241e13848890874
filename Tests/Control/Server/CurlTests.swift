import ControlAPI
@testable import ControlServer
import Domain
import Glibc
import PlatformConcurrency
import PlatformHTTPServer
import PlatformSystem
import TestFolders
import Testing

/// End to end: curl sends requests to a service at a real socket.
@Suite("Control socket with curl", .enabled(if: access("/usr/bin/curl", X_OK) == 0))
struct CurlTests {
    private func serve(_ body: (_ ask: (String) async -> String, ScriptedPlane) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try folder.write(CheckedClient.png, to: "picture")
        try folder.write([UInt8](repeating: 0, count: 2 << 20), to: "large")
        let plane = ScriptedPlane()
        let service = ControlService(
            plane: plane.plane, timer: ContinuousClock(), access: .socket(AccessRules(owner: getuid())),
            pictureBytes: 1 << 20)
        let socket = folder.filePath("control.sock")
        let server = try HTTPServer(ListeningSocket(at: FolderPath(socket)), handler: service)
        let threads = ThreadExecutor(name: "curl", threads: 2)
        try await body(
            { words in
                let command = "cd '\(folder.path)' && curl -sS --max-time 300 --unix-socket '\(socket)' \(words) 2>&1"
                return await threads.run { Self.output(of: command) }
            }, plane)
        await server.stop(grace: .seconds(5))
        await threads.shutdown()
    }

    private static func output(of command: String) -> String {
        guard let pipe = popen(command, "r") else { return "" }
        defer { pclose(pipe) }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&buffer, 1, buffer.count, pipe)
            guard count > 0 else { break }
            output += buffer[..<count]
        }
        return String(decoding: output, as: UTF8.self)
    }

    @Test("Curl reads the status, submits a job, renders a picture and is refused as a web page") func roundTrip()
        async throws
    {
        try await serve { ask, plane in
            #expect(await ask("http://textifyd/v1/status").contains(#""phase":"running""#))
            #expect(await ask("-I http://localhost/v1/status").hasPrefix("HTTP/1.1 200 OK"))
            let made = await ask(
                #"-i -H 'Content-Type: application/json' -d '{"prompt":"a cat"}' http://textifyd/v1/jobs"#)
            #expect(made.hasPrefix("HTTP/1.1 201 Created") && made.contains("Location: /v1/jobs/"))
            let art = await ask("--data-binary @picture 'http://textifyd/v1/render.txt?columns=40'")
            #expect(art == "art")
            #expect(await ask("-H 'Origin: http://evil' http://textifyd/v1/status").contains("from_web_page"))
            #expect(await ask("http://evil/v1/status").contains("foreign_host"))
            #expect(plane.asked == ["status en", "status en", "submit", "render"])
        }
    }

    @Test("A body over the limit is rejected before it is sent") func tooLarge() async throws {
        try await serve { ask, plane in
            let told = await ask(
                "-w ' %{http_code} %{size_upload}' --data-binary @large http://textifyd/v1/render.txt")
            #expect(told.contains(#""code":"body_too_large""#) && told.hasSuffix(" 413 0"))
            #expect(plane.asked.isEmpty)
        }
    }
}
