import Domain
import PlatformSystem
import Testing

@testable import App

@Suite("Places of folders")
struct PlaceTests {
    private func refusal(_ state: String, _ kind: StateFolderCheck.Kind) -> LaunchFailure? {
        do throws(LaunchFailure) {
            try StateFolderCheck.check(FolderPath(state), kind)
            return nil
        } catch {
            return error
        }
    }

    @Test("state on a network file system is refused with 78, and told to move to a local disk")
    func network() {
        let refused = refusal("/mnt/share/state") { _ throws(FileFailure) in .network(name: "NFS") }
        #expect(refused?.exit == .configuration)
        #expect(
            refused?.sentence
                == "/mnt/share/state is on a network file system (NFS), whose locks are unreliable. "
                + "Put the state folder on a local disk.")
    }

    @Test("state that is not made yet is judged by the nearest folder above it that is there")
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

    @Test("a local disk, a FUSE mount, and a folder that can't be asked are left to those who use it")
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

    @Test("folders that stand apart, are not there, or share an outbox, are fine")
    func fine() async throws {
        let installation = try Installation(more: "[[watch]]\npath = 'later'\noutbox = 'outbox'")
        #expect(try await refusal(installation) == nil)
        try installation.folder("state")
        try installation.folder("later")
        try installation.folder("inbox/done")
        try installation.folder("inbox/failed")
        #expect(try await refusal(installation) == nil)
    }

    @Test("an outbox that is the watch folder by a link would feed it, and is refused with 78")
    func outboxLink() async throws {
        let installation = try Installation(more: "[[watch]]\npath = 'scans'\noutbox = 'link'")
        try installation.link("link", to: "inbox")
        let refused = try await refusal(installation)
        #expect(refused?.exit == .configuration)
        #expect(refused?.sentence.hasPrefix("the outbox \(installation.root)/link is the watch folder ") == true)
        #expect(refused?.sentence.contains("through a link") == true)
    }

    @Test(
        "a folder for failures or an archive that is a watch folder by a link is refused",
        arguments: ["failed", "archive"])
    func otherLinks(key: String) async throws {
        let installation = try Installation("\(key) = 'link'")
        try installation.link("link", to: "inbox")
        #expect(try await refusal(installation)?.exit == .configuration)
    }

    @Test(
        "a watch folder that lies in another one, or is it, by a link is refused", arguments: ["inbox", "inbox/deep"])
    func nested(target: String) async throws {
        let installation = try Installation(more: "[[watch]]\npath = 'link'\noutbox = 'outbox'")
        try installation.folder("inbox/deep")
        try installation.link("link", to: target)
        #expect(try await refusal(installation)?.sentence.contains("is or lies in the watch folder") == true)
    }

    @Test("a watch folder that holds the state by a link, or lies in it, is refused")
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
        "an outbox, an archive or a folder for failures in, above or on the state is refused, whatever its path says",
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

    @Test("a folder that is not made yet is refused too where it would lie in the state")
    func unmade() async throws {
        let installation = try Installation("archive = 'link/new/deeper'")
        try installation.folder("state")
        try installation.link("link", to: "state")
        #expect(try await refusal(installation)?.sentence.contains("lies in the state folder") == true)
    }

    @Test("a link that a dropper put in the place of an archive doesn't keep the service from starting")
    func planted() async throws {
        let installation = try Installation()
        try installation.folder("state")
        for name in ["done", "failed"] { try installation.link("inbox/" + name, to: "state") }
        #expect(try await refusal(installation) == nil)
    }

    @Test("an outbox in a watch folder is fine where its path says so, and refused where a link hides it")
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
