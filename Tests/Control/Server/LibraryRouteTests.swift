@testable import ControlAPI
import ControlServer
import Domain
@testable import PlatformHTTPServer
import Testing

@Suite("Library routes")
struct LibraryRouteTests {
    private let client = CheckedClient()
    private var library: ScriptedLibrary { client.plane.library }

    @Test("A page of a search has every member, and continues where it ended") func search() async throws {
        library.change { $0.next = ArtworkPosition(number: ArtworkNumber(41), score: 3) }
        let response = await client.ask("GET", "/v1/artworks?q=sea%20-cat&limit=1&count=true")
        let list = try #require(response.read(ArtworkList.self))
        let artwork = try #require(list.artworks.first)
        #expect(artwork == ArtworkEntry(ScriptedLibrary.artwork))
        #expect(artwork.cost == "0.05 USD" && artwork.charset == "half" && artwork.tags == ["sea"])
        #expect(list.count == ArtworkTotal(artworks: 1, isComplete: true))
        let next = try #require(list.next)
        _ = await client.ask("GET", "/v1/artworks?q=sea%20-cat&limit=1&after=\(next)")
        #expect(library.asked == ["search sea -cat limit 1", "count sea -cat", "search sea -cat limit 1 after 41"])
        // Another spelling of the same search continues; another search doesn't.
        #expect(await client.ask("GET", "/v1/artworks?q=sea%20%20-cat&after=\(next)").status == 200)
        let wrong = await client.ask("GET", "/v1/artworks?q=cat&after=\(next)").problem
        #expect(wrong?.code == "field_malformed" && wrong?.errors?.first?.field == "after")
    }

    @Test("The facets that are asked for are counted, each once") func facets() async throws {
        let response = await client.ask("GET", "/v1/artworks?q=sea&limit=1&facets=look,tags,look")
        let report = try #require(response.read(ArtworkList.self)?.facets)
        #expect(report.artworks == 1 && !report.isComplete)
        #expect(
            report.facets == [
                .init(facet: "look", values: [.init(value: "tone", artworks: 1)], others: 0),
                .init(facet: "tags", values: [.init(value: "sea", artworks: 1)], others: 0),
            ])
        #expect(library.asked == ["search sea limit 1", "facets look,tags of sea"])
    }

    @Test("Months are listed as searches name them") func months() async throws {
        let list = try #require(await client.ask("GET", "/v1/artworks/months?limit=9").read(MonthList.self))
        #expect(list.months == [MonthEntry(month: "2026-11", artworks: 10_000, isComplete: false)])
        #expect(library.asked == ["months 9"])
    }

    @Test("A search by look looks the artworks up, and tells how much each result looks like them") func like()
        async throws
    {
        library.change { $0.next = ArtworkPosition(number: ArtworkNumber(41), score: 9_000) }
        let list = try #require(await client.ask("GET", "/v1/artworks?q=like:3210").read(ArtworkList.self))
        #expect(list.artworks.map(\.likeness) == ["looks_like"])
        let next = try #require(list.next)
        _ = await client.ask("GET", "/v1/artworks?q=like:3210&after=\(next)")
        #expect(
            library.asked == [
                "resolve 3210", "search like:3210 limit 50", "resolve 3210", "search like:3210 limit 50 after 41",
            ])
        library.change { $0.failure = .noLikeness(ScriptedPlane.id) }
        let problem = await client.ask("GET", "/v1/artworks?q=like:3210").problem
        #expect(problem?.status == 409 && problem?.code == "no_likeness")
    }

    @Test("The newest of each stack is shown with the number of others, and a stack is looked up") func stacks()
        async throws
    {
        let list = try #require(
            await client.ask("GET", "/v1/artworks?q=stack:3210&stacks=true").read(ArtworkList.self))
        #expect(list.artworks.map(\.variations) == [ArtworkTotal(artworks: 3, isComplete: true)])
        #expect(library.asked == ["stack 3210", "search stack:3210 limit 50 stacked"])
    }

    @Test("Artworks are told apart, and together again") func distinct() async throws {
        let answer = try #require(
            await client.json("POST", "/v1/artworks/distinct", #"{"ids":["3210","8yxf"]}"#).read(
                DistinctArtworksAnswer.self))
        #expect(answer.pairs == 1)
        _ = await client.json("POST", "/v1/artworks/distinct", #"{"ids":["3210","8yxf"],"distinct":false}"#)
        #expect(library.asked == ["apart 3210,8yxf", "together 3210,8yxf"])
        for body in [#"{}"#, #"{"ids":["3210"]}"#] {
            let problem = await client.json("POST", "/v1/artworks/distinct", body).problem
            #expect(problem?.status == 422 && problem?.errors?.first?.field == "ids")
        }
    }

    @Test("Tags are suggested, at most as many as asked for") func suggestions() async throws {
        let list = try #require(
            await client.ask("GET", "/v1/artworks/3210/suggestions?limit=3").read(TagSuggestionList.self))
        #expect(list.suggestions == [TagSuggestionList.Entry(tag: "sea", artworks: 42, score: 0.12)])
        _ = await client.ask("GET", "/v1/artworks/3210/suggestions")
        #expect(library.asked == ["suggest 3210 limit 3", "suggest 3210 limit 10"])
        let problem = await client.ask("GET", "/v1/artworks/3210/suggestions?limit=0").problem
        #expect(problem?.status == 422 && problem?.errors?.first?.field == "limit")
        library.change { $0.failure = .noSuchArtwork("3210") }
        #expect(await client.ask("GET", "/v1/artworks/3210/suggestions").status == 404)
    }

    @Test("The vision model is asked, and again only if that is said") func asking() async throws {
        let list = try #require(
            await client.ask("GET", "/v1/artworks/3210/suggestions").read(TagSuggestionList.self))
        #expect(list.modelTags == ["sea"])
        let answer = await client.ask("POST", "/v1/artworks/3210/suggestions").read(AskedTags.self)
        #expect(answer?.tags == ["sea"])
        _ = await client.json("POST", "/v1/artworks/3210/suggestions", #"{"again": true}"#)
        #expect(library.asked.suffix(2) == ["ask 3210", "ask 3210 again"])
        library.change { $0.failure = .noTags(ScriptedPlane.id, .lost(backend: "eyes")) }
        let problem = await client.ask("POST", "/v1/artworks/3210/suggestions").problem
        #expect(problem?.status == 409 && problem?.code == "tags_lost")
        library.change { $0.failure = .noVisionModel }
        #expect(await client.ask("POST", "/v1/artworks/3210/suggestions").problem?.code == "no_vision_model")
    }

    @Test("One change takes back what a model gave") func machineTags() async throws {
        let body = #"{"q": "is:autotagged", "remove_machine_tags": true}"#
        #expect(await client.json("POST", "/v1/artworks/change", body).status == 200)
        #expect(library.asked.last?.contains("-machine") == true)
    }

    @Test(
        "A parameter that means nothing is refused",
        arguments: ["count=1", "limit=0", "after=x", "page=2", "facets=tag", "stacks=1"])
    func wrongParameter(query: String) async {
        let problem = await client.ask("GET", "/v1/artworks?" + query).problem
        #expect(problem?.status == 422 && problem?.errors?.first?.field == String(query.prefix { $0 != "=" }))
        #expect(library.asked == [])
    }

    @Test("The answer to a search that can't be read says where the mistake is") func mistake() async {
        let problem = await client.ask("GET", "/v1/artworks?q=cat%20tga:sea").problem
        #expect(problem?.status == 400 && problem?.code == "search_unknown_key")
        #expect(problem?.place == Problem.Place(offset: 4, length: 4))
        #expect(problem?.detail.contains("At character 5") == true && problem?.detail.contains("tag:") == true)
        #expect(library.asked == [])
    }

    @Test("A change names artworks or searches for them") func change() async throws {
        let body = #"{"ids":["3210","8yxf"],"add_tags":["sea","등대"],"remove_tags":["draft"],"favourite":true}"#
        let answer = try #require(
            await client.json("POST", "/v1/artworks/change", body).read(ArtworkChangeAnswer.self))
        #expect(answer.matched == 2 && answer.changed == 1 && answer.ids == [ScriptedPlane.id.text])
        #expect(answer.undo == ScriptedLibrary.token.text)
        _ = await client.json("POST", "/v1/artworks/change", #"{"q":"is:untagged","trashed":true,"dry_run":true}"#)
        #expect(
            library.asked == [
                "change 3210,8yxf +sea +등대 -draft favourite true", "change found by is:untagged trashed true dry",
            ])
    }

    @Test("The newest change is undone, or the one with a token") func undo() async throws {
        let answer = try #require(
            await client.json("POST", "/v1/artworks/undo", #"{"token":"mig3k2f1"}"#).read(UndoAnswer.self))
        #expect(answer == UndoAnswer(restored: 3, left: 1))
        _ = await client.json("POST", "/v1/artworks/undo", "{}")
        #expect(await client.ask("POST", "/v1/artworks/undo").status == 200)
        #expect(library.asked == ["undo mig3k2f1", "undo newest", "undo newest"])
        library.change { $0.failure = .nothingToUndo }
        let problem = await client.json("POST", "/v1/artworks/undo", "{}").problem
        #expect(problem?.status == 404 && problem?.code == "nothing_to_undo")
    }

    @Test(
        "A change that names nothing, everything, or both is refused",
        arguments: [
            (#"{"add_tags":["sea"]}"#, "ids"), (#"{"ids":["3210"]}"#, "add_tags"),
            (#"{"ids":["3210"],"q":"cat","favourite":true}"#, "q"), (#"{"q":"","favourite":true}"#, "q"),
            (#"{"q":"sort:oldest","favourite":true}"#, "q"), (#"{"ids":["3210"],"add_tags":[" "]}"#, "add_tags"),
        ])
    func wrongChange(body: String, field: String) async {
        let problem = await client.json("POST", "/v1/artworks/change", body).problem
        #expect(problem?.status == 422 && problem?.errors?.first?.field.hasPrefix(field) == true)
        #expect(library.asked == [])
    }

    @Test("Tags are listed, renamed, merged and deleted") func tags() async throws {
        let list = try #require(await client.ask("GET", "/v1/tags?prefix=se&limit=5").read(TagList.self))
        #expect(list.tags == [TagEntry(tag: "sea", artworks: 42)])
        let renamed = await client.json("POST", "/v1/tags/see/rename", #"{"to":"sea"}"#).read(TagEntry.self)
        #expect(renamed == TagEntry(tag: "sea", artworks: 42, undo: ScriptedLibrary.token.text))
        _ = await client.json("POST", "/v1/tags/a%2Fb/rename", #"{"to":" sea ","merge":true}"#)
        _ = await client.ask("DELETE", "/v1/tags/%EB%93%B1%EB%8C%80")
        #expect(library.asked == ["tags se limit 5", "rename see to sea", "rename a/b to sea merging", "delete 등대"])
        library.change { $0.failure = .tagExists("sea", artworks: 3) }
        let problem = await client.json("POST", "/v1/tags/see/rename", #"{"to":"sea"}"#).problem
        #expect(problem?.status == 409 && problem?.code == "tag_exists")
    }
}
