import Domain
import PlatformConcurrency
import PlatformSystem
import Testing

@testable import App

@Suite("Folder locations")
struct PlaceTests {
    private func refusal(_ state: String, _ kind: StateFolderCheck.Kind) -> LaunchFailure? {
        do throws(LaunchFailure) {
            try StateFolderCheck.check(FolderPath(state), kind)
            return nil
        } catch {
            return error
        }
    }

    @Test("A state folder on a network file system is rejected with 78 and advice to use a local disk")
    func network() {
        let refused = refusal("/mnt/share/state") { _ throws(FileFailure) in .network(name: "NFS") }
        #expect(refused?.exit == .configuration)
        #expect(
            refused?.sentence
                == "/mnt/share/state is on a network file system (NFS), whose locks are unreliable. "
                + "Put the state folder on a local disk.")
    }

    @Test("A state folder that does not exist yet is judged by its nearest existing ancestor")
    func ancestor() {
        let kind: StateFolderCheck.Kind = { path throws(FileFailure) in
            switch path.shown {
            case "/mnt/share": .network(name: "CIFS")
            case "/", "/mnt", "/mnt/disk": .local
            default: throw .missing
            }
        }
        #expect(refusal("/mnt/share/a/b", kind)?.sentence.contains("(CIFS)") == true)
        #expect(refusal("/mnt/disk/a/b", kind) == nil)
        #expect(refusal("/new", kind) == nil)
    }

    @Test("A state folder on a local disk, on FUSE or on an unidentifiable file system is accepted")
    func others() {
        for kind in [FileSystemKind.local, .fuse] {
            #expect(refusal("/state") { _ throws(FileFailure) in kind } == nil)
        }
        #expect(refusal("/state") { _ throws(FileFailure) in throw .denied } == nil)
        #expect(refusal("/") { _ throws(FileFailure) in throw .missing } == nil)
    }

    private func refusal(_ installation: Installation) async throws -> LaunchFailure? {
        let threads = ThreadExecutor(name: "places")
        let settings = try installation.source().load()
        var refusal: LaunchFailure?
        do throws(LaunchFailure) {
            try await FolderConflictCheck.check(settings, on: threads)
        } catch {
            refusal = error
        }
        await threads.shutdown()
        return refusal
    }

    @Test("Separate folders, missing folders and a shared outbox are accepted")
    func fine() async throws {
        let installation = try Installation(more: "[[watch]]\npath = 'later'\noutbox = 'outbox'")
        #expect(try await refusal(installation) == nil)
        try installation.folder("state")
        try installation.folder("later")
        try installation.folder("inbox/done")
        try installation.folder("inbox/failed")
        #expect(try await refusal(installation) == nil)
    }

    @Test("An outbox that is a watch folder through a link is rejected with 78")
    func outboxLink() async throws {
        let installation = try Installation(more: "[[watch]]\npath = 'scans'\noutbox = 'link'")
        try installation.link("link", to: "inbox")
        let refused = try await refusal(installation)
        #expect(refused?.exit == .configuration)
        #expect(refused?.sentence.hasPrefix("the outbox \(installation.root)/link is the watch folder ") == true)
        #expect(refused?.sentence.contains("through a link") == true)
    }

    @Test(
        "A failed folder or an archive that is a watch folder through a link is rejected",
        arguments: ["failed", "archive"])
    func otherLinks(key: String) async throws {
        let installation = try Installation("\(key) = 'link'")
        try installation.link("link", to: "inbox")
        #expect(try await refusal(installation)?.exit == .configuration)
    }

    @Test(
        "A watch folder that is or lies in another one through a link is rejected", arguments: ["inbox", "inbox/deep"])
    func nested(target: String) async throws {
        let installation = try Installation(more: "[[watch]]\npath = 'link'\noutbox = 'outbox'")
        try installation.folder("inbox/deep")
        try installation.link("link", to: target)
        #expect(try await refusal(installation)?.sentence.contains("is or lies in the watch folder") == true)
    }

    @Test("A watch folder that contains the state folder through a link, or lies in it, is rejected")
    func state() async throws {
        let holding = try Installation()
        try holding.folder("inbox/deep/state")
        try holding.link("state", to: "inbox/deep/state")
        #expect(try await refusal(holding)?.sentence.hasPrefix("the state folder ") == true)
        let lying = try Installation(more: "[[watch]]\npath = 'link'\noutbox = 'outbox'")
        try lying.folder("state/blobs")
        try lying.link("link", to: "state/blobs")
        #expect(try await refusal(lying)?.sentence.contains("lies in the state folder") == true)
    }

    @Test(
        "An outbox, archive or failed folder in, above or at the state folder is rejected, whatever its path",
        arguments: ["outbox", "archive", "failed"], ["state", "state/deep", "above"])
    func targets(key: String, target: String) async throws {
        let outbox = key == "outbox" ? "" : "outbox = 'outbox'"
        let installation = try Installation()
        try installation.write(
            "[service]\nstate = 'above/state'\n[[watch]]\npath = 'inbox'\n\(outbox)\n\(key) = 'link'\n",
            to: "textifyd.toml")
        try installation.folder("above/state/deep")
        try installation.link("link", to: target == "above" ? target : "above/" + target)
        let refused = try await refusal(installation)
        #expect(refused?.exit == .configuration)
        #expect(refused?.sentence.contains("the state folder") == true)
    }

    @Test("A folder that does not exist yet is rejected if it would lie in the state folder")
    func unmade() async throws {
        let installation = try Installation("archive = 'link/new/deeper'")
        try installation.folder("state")
        try installation.link("link", to: "state")
        #expect(try await refusal(installation)?.sentence.contains("lies in the state folder") == true)
    }

    @Test("A link planted in place of the default archive does not prevent the start")
    func planted() async throws {
        let installation = try Installation()
        try installation.folder("state")
        for name in ["done", "failed"] { try installation.link("inbox/" + name, to: "state") }
        #expect(try await refusal(installation) == nil)
    }

    @Test("An outbox in a watch folder is accepted if its path shows it, and rejected if a link hides it")
    func inside() async throws {
        let open = try Installation(more: "[[watch]]\npath = 'scans'\noutbox = 'scans/out'")
        try open.folder("scans/out")
        #expect(try await refusal(open) == nil)
        let hidden = try Installation(more: "[[watch]]\npath = 'scans'\noutbox = 'link/out'")
        try hidden.folder("scans/out")
        try hidden.link("link", to: "scans")
        #expect(try await refusal(hidden)?.sentence.contains("although its path does not show it") == true)
    }
}
