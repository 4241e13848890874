import Domain
import Testing

@testable import App

@MainActor
@Suite("Tags in prompts", .serialized, .timeLimit(.minutes(5)))
struct PromptTemplateTests {
    @Test("A template's {tags} are those of folder, subfolders and front matter; the filled prompt is stored")
    func tags() async throws {
        let installation = try Installation(
            Installation.quick + "\ntags = [\"home\"]\nrequest.template = \"{prompt}, {tags}, ink\"\n")
        for folder in ["inbox/sea", "inbox/sea/night"] { try installation.folder(folder) }
        try await installation.served { served in
            try installation.write("+++\ntags = [\"new\"]\n+++\nA boat\n", to: "inbox/sea/night/x.txt")
            await installation.log.wait(for: "x.txt became")
            await served.cleared()
            let job = try #require(try await served.control.jobs.jobs(JobQuery()).jobs.first).job
            #expect(job.request?.prompt == "A boat, home, new, sea, night, ink")
            #expect(job.request?.tags == ["home", "new", "sea", "night"])
            #expect(job.request?.origins["tags"] == [.watch, .frontMatter, .subfolders])
            let submitted = try await served.done("A hen").job
            #expect(submitted.request?.prompt == "A hen, home, ink")
        }
    }
}
