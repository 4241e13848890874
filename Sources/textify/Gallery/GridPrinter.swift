import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// Prints artworks as a grid of small art.
struct GridPrinter {
    /// The width in a pipe.
    private static let usualColumns = 80

    private let art: ThumbnailSource
    private let grid: ArtGrid

    init(_ session: ControlSession) async throws(CommandFailure) {
        let client = try await session.withClient { client throws(ControlClientFailure) in client }
        art = await ThumbnailSource(client, session.formatter)
        grid = ArtGrid(
            layout: GridLayout(columns: session.formatter.width ?? Self.usualColumns), isColored: art.isColored)
    }

    /// Prints each row of cells once its art is there.
    func write(_ artworks: [ArtworkEntry]) async throws(CommandFailure) {
        for start in stride(from: 0, to: artworks.count, by: grid.layout.across) {
            var cells: [ArtGrid.Cell] = []
            for artwork in artworks[start..<min(artworks.count, start + grid.layout.across)] {
                let thumbnail = await art.thumbnail(of: artwork, grid.layout.art)
                cells.append(ArtGrid.Cell(thumbnail: thumbnail, labels: Self.labels(artwork)))
            }
            var text = TerminalText(start == 0 ? "" : "\n")
            // Low art leaves no gap above.
            for line in grid.lines(cells).drop(while: { $0.text.isEmpty }) { text += line + TerminalText("\n") }
            try CommandOutput.standard(text)
        }
    }

    private static func labels(_ artwork: ArtworkEntry) -> [StyledLine] {
        [
            StyledLine((artwork.isFavourite ? "★ " : "") + artwork.name, .strong),
            StyledLine(JobFormatter.short(artwork.id), .faint),
        ]
    }
}
