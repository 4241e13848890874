package import Domain

/// Writes moving art as an asciicast, a recording of a terminal that asciinema and many web pages play.
///
/// The file is made piece by piece: the caller takes `out` whenever it likes.
package struct CastWriter: MotionWriter {
    /// What has been written since the caller last took it.
    package var out: [UInt8] = []
    private let version: CastVersion
    private var frames: TerminalFrames
    /// The time of the last event, in milliseconds.
    private var last = 0

    package init(
        columns: Int, rows: Int, title: String, version: CastVersion = .two, colors: ArtColor = .full,
        palette: ArtPalette? = nil
    ) {
        self.version = version
        frames = TerminalFrames(colors: colors, palette: palette)
        let size =
            switch version {
            case .two: "\"width\": \(columns), \"height\": \(rows)"
            case .three: "\"term\": {\"cols\": \(columns), \"rows\": \(rows)}"
            }
        out += "{\"version\": \(version.rawValue), \(size)".utf8
        if !title.isEmpty {
            out += ", \"title\": ".utf8
            JSONText.append(quoted: title.utf8, to: &out)
        }
        out += "}\n".utf8
        event(Array("\u{1B}[?25l".utf8), at: 0)
    }

    /// Adds a frame that is shown from `now` on, in milliseconds since the first one.
    package mutating func add(_ frame: ArtGrid, at now: Int) { event(frames.next(frame, at: now).bytes, at: now) }

    /// Ends the recording: the last frame is shown until `now`.
    package mutating func finish(at now: Int) { event(Array("\u{1B}[?25h".utf8), at: now) }

    private mutating func event(_ text: [UInt8], at now: Int) {
        let time = version == .two ? now : now - last
        last = now
        let rest = String(time % 1_000 + 1_000).dropFirst()
        out += "[\(time / 1_000).\(rest), \"o\", ".utf8
        JSONText.append(quoted: text, to: &out)
        out += "]\n".utf8
    }
}
