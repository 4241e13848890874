@testable import ControlAPI
import ControlServer
import Domain
@testable import PlatformHTTPServer
import Testing

@Suite("Export and import routes")
struct TransferRouteTests {
    private let client = CheckedClient()
    private var library: ScriptedLibrary { client.plane.library }

    @Test("An export has every member, and continues where its page ended") func export() async throws {
        library.change { $0.next = ArtworkPosition(number: ArtworkNumber(41)) }
        let page = try #require(await client.ask("GET", "/v1/artworks/export?q=sea&limit=1").read(ArtworkExport.self))
        let artwork = try #require(page.artworks.first)
        #expect(artwork == ArtworkTransfer(ScriptedLibrary.portable))
        #expect(try artwork.portable() == ScriptedLibrary.portable.withoutNumber)
        let next = try #require(page.next)
        _ = await client.ask("GET", "/v1/artworks/export?q=sea&limit=1&after=\(next)")
        #expect(
            library.asked == ["search sea limit 1", "portable", "search sea limit 1 after 41", "portable"])
    }

    @Test("An artwork comes as JSON, or with its picture as a form") func importing() async throws {
        let answer = try #require(
            await client.json("POST", "/v1/artworks/import", ScriptedLibrary.transfer).read(ArtworkImportAnswer.self))
        #expect(answer == ArtworkImportAnswer(id: ScriptedPlane.id.text, result: "added"))
        let form = MultipartBody(
            [
                ("artwork", .text(ScriptedLibrary.transfer)),
                ("picture", .file(name: "picture", type: MediaType.octets, CheckedClient.png)),
            ], seed: "1")
        let response = await client.ask(
            "POST", "/v1/artworks/import", [("Content-Type", form.type)], body: form.bytes)
        #expect(response.status == 200)
        #expect(
            library.asked == [
                "import lighthouse without picture", "import lighthouse \(CheckedClient.png.count) bytes",
            ])
    }

    @Test(
        "What an export can't have is refused with the member's name",
        arguments: [
            ("\"source\":\"generated\"", "\"source\":\"found\"", "artwork.source"),
            ("\"source\":\"generated\"", "\"source\":\"dropped\"", "request.source"),
            ("\"name\":\"lighthouse\"", "\"name\":\"a\\u0007\"", "artwork.name"),
            ("\"format\":\"png\"", "\"format\":\"exe\"", "picture.format"),
            ("\"columns\":80,\"contrast\"", "\"columns\":800000,\"contrast\"", "request.art.columns"),
            ("\"tags\":[\"sea\"]", "\"tags\":[\"\"]", "artwork.tags"),
            ("\"file\":\"lighthouse.txt\"", "\"file\":7", "file"),
            ("\"file\":\"lighthouse.txt\",", "", "file"),
        ])
    func refused(part: String, other: String, field: String) async throws {
        let body = ScriptedLibrary.transfer.replacing(part, with: other)
        try #require(body != ScriptedLibrary.transfer, "\(ScriptedLibrary.transfer)")
        let problem = await client.json("POST", "/v1/artworks/import", body).problem
        #expect(problem?.status == 422 && problem?.errors?.first?.field == field, "\(String(describing: problem))")
        #expect(library.asked.isEmpty)
    }

    @Test("A form without its parts is refused") func form() async {
        for name in ["artwork", "picture"] {
            let form = MultipartBody([(name, .text(ScriptedLibrary.transfer))], seed: "1")
            let response = await client.ask(
                "POST", "/v1/artworks/import", [("Content-Type", form.type)], body: form.bytes)
            let missing = name == "artwork" ? "picture" : "artwork"
            #expect(response.problem?.errors?.first?.field == missing)
        }
        #expect(await client.ask("POST", "/v1/artworks/import", body: CheckedClient.png).status == 415)
    }
}

extension PortableArtwork {
    /// Numbers are not part of an export.
    fileprivate var withoutNumber: PortableArtwork {
        var same = self
        same.artwork = artwork.numbered(ArtworkNumber(0))
        return same
    }
}
