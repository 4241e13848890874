import Domain
import Glibc
import PlatformSystem
import Testing

/// Writers that close a prompt and open it again before it is complete.
@Suite("Prompts that are written in pieces", .ownThread)
struct ReopenedTests {
    @Test("ten prompts that are each written in several pieces are ten calls with the complete prompts")
    func whole() throws {
        let studio = try FakeImagesServer()
        let service = try Service()
        try service.write(
            """
            [service]
            state = "state"

            \(studio.table())
            [[watch]]
            path = "inbox"
            outbox = "outbox"
            backend = "studio"
            outputs = ["txt"]
            art.columns = 16
            request.size = "64x64"
            """)
        let program = try service.serve()
        // By default a prompt must stay unchanged for 5 s.
        for piece in ["", "boat", " with", " a sail"] {
            for number in 0..<10 { try add(piece, to: "\(number).txt", in: service.inbox) }
        }
        for number in 0..<10 { try add(" \(number)", to: "\(number).txt", in: service.inbox) }
        try program.wait(for: " job_done: ", 10)
        let prompts = (0..<10).map { "boat with a sail \($0)" }
        #expect(studio.orders == Dictionary(uniqueKeysWithValues: prompts.map { ($0, 1) }))
    }

    private func add(_ text: String, to name: String, in folder: FolderPath) throws {
        let number = unsafe open(folder.shown + "/" + name, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        try #require(number >= 0)
        let file = FileDescriptor(adopting: number)
        try file.write(Array(text.utf8))
    }
}
