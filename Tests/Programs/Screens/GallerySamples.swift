@testable import ControlAPI
import Domain
import PlatformSystem

@testable import textify

/// Artworks of the library, and their art.
extension ScreenSamples {
    static func artwork(
        _ number: Int, _ name: String, tags: [String] = [], isFavourite: Bool = false, trashed: WireTime? = nil,
        removed: WireTime? = nil
    ) -> ArtworkEntry {
        let made = WireTime(noon + Int64(-60_000 * number))
        return ArtworkEntry(
            id: "01k0c2n6d3s8x4v9b7m5q1w" + String(100 + number), made: made, source: "generated", name: name,
            folder: "inbox", prompt: "a picture of " + name, backend: "studio", model: "flux-2", seed: 7,
            cost: "0.05 USD", tags: tags, isFavourite: isFavourite, trashed: trashed, pictureRemoved: removed)
    }

    static var artworks: [ArtworkEntry] {
        var lighthouse = artwork(0, "lighthouse", tags: ["sea", "밤"], isFavourite: true)
        lighthouse.prompt = done.summary.prompt
        return [
            lighthouse, artwork(1, "고양이와-달이-있는-밤-풍경과-등대"), artwork(2, "fox", trashed: WireTime(noon)),
            artwork(3, "old", removed: WireTime(noon)),
        ] + (4..<20).map { artwork($0, "boat-\($0)") }
    }

    /// By the artwork's ID, in a part of the screen.
    static var thumbnails: [(id: String, art: (TerminalSize) -> Thumbnail)] {
        let cat = ScreenArt(title: "", " /\\_/\\ \n( o.o )\n > ^ < \n")
        let wide = ScreenArt(
            title: "", Array(repeating: String(repeating: "~", count: 90), count: 40).joined(separator: "\n"))
        return [
            (artworks[0].id, { .art(cat.rows(centredIn: $0)) }), (artworks[1].id, { .art(wide.rows(centredIn: $0)) }),
            (artworks[3].id, { _ in .note("picture removed on 2026-07-01, 그림 파일이 없습니다") }),
        ]
    }
}
