internal import CPlayer
package import Domain

/// Writes moving art as a web page that plays it. The page loads nothing, and its policy allows no script and no style
/// but its own. Without script it shows the first frame. Whoever prefers reduced motion sees that frame until they press
/// the button.
///
/// The page is made piece by piece: the caller takes `out` whenever it likes.
package struct PlayerWriter: MotionWriter, Sendable {
    /// The page's own words and their language.
    package struct Texts: Sendable {
        /// A BCP 47 tag.
        package let language: String
        /// The button's labels.
        package let play: String
        package let pause: String

        package init(language: String = "en", play: String = "Play", pause: String = "Pause") {
            (self.language, self.play, self.pause) = (language, play, pause)
        }
    }

    /// What has been written since the caller last took it.
    package var out: [UInt8] = []
    private let plays: ClipPlays
    private let caption: ArtCaption
    private let texts: Texts
    private let sha256: @Sendable ([UInt8]) -> Digest
    private var frames = PlayerFrames()
    private var isStarted = false

    /// `sha256` is used for the page's policy.
    package init(
        plays: ClipPlays = .forever, caption: ArtCaption = ArtCaption(), texts: Texts = Texts(),
        sha256: @escaping @Sendable ([UInt8]) -> Digest
    ) {
        (self.plays, self.caption, self.texts, self.sha256) = (plays, caption, texts, sha256)
    }

    /// Adds a frame that is shown from `now` on, in milliseconds since the first one. All frames have one size.
    package mutating func add(_ frame: ArtGrid, at now: Int) {
        if !isStarted { start(frame) }
        guard let written = frames.next(frame, at: now) else { return }
        out += ",\n".utf8
        out += written
    }

    /// Ends the page: the last frame is shown until `now`. Without any frame, there is no page.
    package mutating func finish(at now: Int) {
        guard isStarted else { return }
        out += ",\n[\(now)]]\n</script>\n<script>".utf8
        out += Self.script
        out += "</script>\n</body>\n</html>\n".utf8
    }

    /// Writes the page up to the frames.
    private mutating func start(_ poster: ArtGrid) {
        isStarted = true
        let title = HTMLWriter.title(caption)
        let body = HTMLBody(poster)
        let style = Self.style(poster, body)
        out +=
            """
            <!DOCTYPE html>
            <html lang="\(Escapes.escaped(texts.language))">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy(style))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>
            """.utf8
        out += style
        out += HTMLWriter.bodyStart(title).utf8
        out += body.bytes
        let (play, pause) = (Escapes.escaped(texts.play), Escapes.escaped(texts.pause))
        out +=
            """
            </pre>
            <button type="button" data-play="\(play)" data-pause="\(pause)" hidden>\(play)</button>

            """.utf8
        out += HTMLWriter.credit(caption).utf8
        out += "<script type=\"application/json\">\n[[\(poster.columns),\(poster.rows),\(count)]".utf8
    }

    /// 0 for ever.
    private var count: Int {
        switch plays {
        case .forever: 0
        case .times(let count): max(count, 1)
        }
    }

    private func policy(_ style: [UInt8]) -> String {
        let (script, style) = (sha256(Self.script).base64, sha256(style).base64)
        return "default-src 'none'; script-src 'sha256-\(script)'; style-src 'sha256-\(style)'; base-uri 'none'; "
            + "form-action 'none'"
    }

    private static func style(_ poster: ArtGrid, _ body: HTMLBody) -> [UInt8] {
        let (paper, ink) = HTMLWriter.colors(poster)
        var style: [UInt8] = []
        style +=
            """

            body { margin: 1em; background: \(paper); color: \(ink) }
            \(HTMLWriter.style(poster, within: ""))
            button { margin-top: 1em; font: 0.9em sans-serif }
            p { font: 0.8em sans-serif; opacity: 0.6 }

            """.utf8
        style += body.rules(within: "")
        return style
    }

    /// The player, without indentation and comments.
    static let script: [UInt8] = {
        let bytes = UnsafeBufferPointer(start: player_script_start(), count: player_script_size())
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.drop { $0 == " " } }
        return Array(lines.filter { !$0.hasPrefix("//") }.joined(separator: "\n").utf8)
    }()
}
