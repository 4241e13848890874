import ControlAPI
import ControlClient
import Domain
import FoundationEssentials
import PlatformSystem
import Words

/// `textify web`: signs a browser in to the gallery.
enum WebCommand: ControlCommand {
    static let name = "web"
    static let summary = FieldHelp("Open the gallery in a browser", "브라우저에서 갤러리 열기")

    static let options = [
        CommandOption(
            "no-browser", "Only print the address, which can be used once within a minute", "주소만 출력. 1분 안에 한 번만 쓸 수 있음"),
        CommandOption("log-out", "End the sessions of your browsers", "내 브라우저의 세션을 끝냄"),
        CommandOption("all", "With --log-out: end the sessions of everyone", "--log-out과 함께: 모든 사람의 세션을 끝냄"),
    ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        if session.options.last("log-out") != nil { return try await logOut(session) }
        if session.options.last("all") != nil { throw session.usageError(session.words.allNeedsLogOut) }
        let invitation = try await session.post("/v1/gallery/invitations", as: GalleryInvitation.self)
        let isQuiet = session.options.last("no-browser") != nil || session.wantsJSON
        if !isQuiet, await open(invitation.url) {
            return try session.report(invitation) { _ in [session.words.galleryOpened] }
        }
        try session.report(invitation) { [$0.url] }
    }

    /// Every user of this machine can read a process's arguments, so that the browser gets a private file that leads to
    /// the address. `false` if there is no browser.
    private static func open(_ address: String) async -> Bool {
        guard address.hasPrefix("http"),
            address.utf8.allSatisfy({ $0 > 32 && $0 < 127 && !Array("\"&<>'".utf8).contains($0) })
        else { return false }
        var (files, desktop) = (PrivateFiles(), DesktopOpener())
        let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=\(address)\"><title>textifyd</title>"
        guard let path = try? files.write(Array(page.utf8), to: FileName("gallery.html")) else { return false }
        return await desktop.open(path)
    }

    private static func logOut(_ session: ControlSession) async throws(CommandFailure) {
        let path = "/v1/gallery/sessions" + (session.options.last("all") == nil ? "" : "?all=true")
        let answer = try await session.delete(path, as: SignOutAnswer.self)
        try session.report(answer) { [session.words.sessionsEnded($0.sessions)] }
    }
}
