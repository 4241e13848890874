import ControlAPI
import ControlClient
import Domain
import Glibc
import PlatformSystem
import Words

/// `textify gallery [QUERY…]`: browses the library.
enum GalleryCommand: LibrarySearchCommand {
    static let name = "gallery"
    static let summary = FieldHelp("Browse the library on the whole screen", "라이브러리를 전체 화면에서 둘러봄")

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        let search = session.queryText
        _ = try session.query(search)
        guard StandardStream.output.isTerminal, TerminalSize(of: .output) != nil else {
            throw session.usageError(session.words.galleryNeedsTerminal)
        }
        let client = try await session.withClient { client throws(ControlClientFailure) in client }
        let art = await ThumbnailSource(client, session.formatter)
        var source = try await session.withClient { _ throws(ControlClientFailure) in
            try await GallerySource(art, search: search)
        }
        // The screen has been restored by now.
        if try await show(&source, session) { ProcessEnd.quit() }
    }

    /// While keys follow each other faster than this, in milliseconds, no thumbnail is fetched.
    private static let pause: Int32 = 80
    /// How long to wait for a key when nothing is left to load, in milliseconds.
    private static let idle: Int32 = 60_000

    /// Returns whether the user asked to quit with a core dump (Ctrl-\).
    private static func show(
        _ source: inout GallerySource, _ session: ControlSession
    ) async throws(CommandFailure) -> Bool {
        let screen: TerminalScreen
        do throws(TerminalFailure) { screen = try TerminalScreen() } catch {
            throw session.usageError(session.words.topNeedsKeys)
        }
        var shown = ScreenRenderer()
        var wait: Int32 = 0
        while true {
            let size = TerminalSize(of: .output) ?? TerminalSize(columns: 80, rows: 24)
            let grid = GridLayout(screen: size)
            source.state.fit(grid)
            try shown.show(source.screen.lines(size, isColored: source.isColored))
            switch screen.next(within: wait) {
            case .ended: return false
            case .quit: return true
            case .redraw:
                shown = ScreenRenderer()
                wait = pause
            case .keys(let keys):
                for key in keys {
                    let effect = source.state.press(key, grid)
                    if effect == .quit { return false }
                    await source.perform(effect)
                }
                // Without the next page, the selection would stop at the end of what is loaded.
                _ = await source.loadPage(size)
                wait = pause
            case .nothing:
                wait = await source.load(size) ? 0 : idle
            }
        }
    }
}
