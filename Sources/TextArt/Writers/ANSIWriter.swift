package import Domain

/// Text art for terminals: colour escapes only where the pen must change. Each line ends with the terminal's own
/// colours.
package enum ANSIWriter {
    /// `colors` are those that the terminal has, and `palette` what they look like; each colour of the art becomes the one that looks nearest. The
    /// tolerance (see `WritingOptions`) is raised until there are at most `limit` bytes; where nothing helps, there are
    /// more.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), colors: ArtColor = .full, palette: ArtPalette? = nil,
        tolerance: Double = 0, limit: Int? = nil
    ) -> [UInt8] {
        let codes = ANSICodes(colors, palette: palette)
        let limited = codes.limited(grid)
        return ByteBudget.fit(limit, from: tolerance) { tolerance in
            var pen = ANSIPen(codes)
            let art = limited.reusingPens(within: tolerance)
            for row in 0..<art.rows { pen.drawLine(art.row(row)) }
            if let credit = caption.credit { pen.out.append(contentsOf: "\n\(credit)\n".utf8) }
            return pen.out
        }
    }
}
