import Domain
import Testing

@Suite("Counting the values of facets")
struct FacetCounterTests {
    @Test("The most frequent values come first, equally frequent ones by their text; the others are a number")
    func order() {
        var counter = FacetCounter([.folder, .tags])
        for number in 0..<60 {
            counter.add { $0 == .folder ? ["inbox"] : ["b", number % 2 == 0 ? "a" : "c", "n\(number)"] }
        }
        let result = counter.result(isComplete: true)
        #expect(result.artworks == 60 && result.isComplete)
        #expect(result.facets[0] == .init(.folder, [.init("inbox", 60)]))
        let tags = result.facets[1]
        #expect(tags.values.prefix(4) == [.init("b", 60), .init("a", 30), .init("c", 30), .init("n0", 1)])
        #expect(tags.values.count == ArtworkFacets.mostValues && tags.others == 13)
    }

    @Test("Art of several sets of characters counts for each; an artwork without art for none")
    func sets() throws {
        let digest = try #require(Digest(bytes: [UInt8](repeating: 1, count: 32)))
        let job = try #require(JobID(text: "01k0c2n6d3s8x4v9b7m5q1w2e3"))
        let charset = try #require(Charset(rawValue: "ascii+half"))
        let grids = [ArtworkGrid(columns: 1, rows: 1, charset: charset), nil]
        var counter = FacetCounter([.charset])
        for grid in grids {
            counter.add(
                Artwork(
                    number: ArtworkNumber(1), job: job, made: 1, source: .dropped, name: "cat", folder: "inbox",
                    making: ArtworkMaking(art: grid), picture: StoredPicture(digest: digest, format: .png)))
        }
        #expect(counter.result(isComplete: true).facets == [.init(.charset, [.init("ascii", 1), .init("half", 1)])])
    }
}
